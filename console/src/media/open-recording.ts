import { BlobSource, Input, MP3 } from 'mediabunny'
import { formatOfFile } from './file-formats.ts'
import { MediaError } from './media-types.ts'
import { mendWav } from './mend-wav.ts'
import { mp3Runs, withoutBeginning } from './mp3-frames.ts'
import { findChain, type OggChain } from './ogg-chain.ts'
import { FORMATS } from './recording-formats.ts'

/** At 26 ms each: fewer frames than these aren't missed. */
const MISSED = 10

/**
 * Opens a recording. What is read is `content`: the file with its open ends closed, or from where its sound begins. Throws
 * `MediaError` for what can't be read.
 */
export async function openRecording(file: Blob): Promise<{ input: Input; content: Blob }> {
  const content = await mendWav(file)
  const input = new Input({ formats: FORMATS, source: new BlobSource(content) })
  const format = await formatOfFile(content)
  if (format === undefined && (await input.canRead())) {
    return { input, content }
  }
  input.dispose()
  const sound = format === undefined ? await withoutBeginning(file) : undefined
  if (sound === undefined) {
    const code = format?.part === 'sound' ? 'track_not_copyable' : 'unknown_container'
    throw new MediaError(code, `The file is ${format?.name ?? 'of no known kind'}.`, { format })
  }
  return { input: new Input({ formats: [MP3], source: new BlobSource(sound) }), content: sound }
}

/**
 * Gives the chain that a recording is, if it is one. Throws `joined` where it has pieces of which only the first could be
 * copied.
 */
export async function checkJoined(input: Input, content: Blob): Promise<OggChain | undefined> {
  if ((await input.getFormat()) === MP3) {
    const [first, ...others] = await mp3Runs(content)
    const other = others.find(({ kind, frames }) => kind !== first?.kind && frames >= MISSED)
    if (other !== undefined) {
      throw new MediaError('joined', `From byte ${other.start} it is ${other.kind}, not ${first?.kind}.`)
    }
  }
  return await findChain(input, content)
}
