import { BlobSource, Input, MP3 } from 'mediabunny'
import { MediaError } from './media-types.ts'
import { mp3Runs, withoutBeginning } from './mp3-frames.ts'
import { findChain, type OggChain } from './ogg-chain.ts'
import { FORMATS } from './recording-formats.ts'

/** At 26 ms each: fewer frames than these aren't missed. */
const MISSED = 10

/** Opens a recording, `content` being what is read of the file. Throws `MediaError` where it is of no known kind. */
export async function openRecording(file: Blob): Promise<{ input: Input; content: Blob }> {
  const input = new Input({ formats: FORMATS, source: new BlobSource(file) })
  if (await input.canRead()) {
    return { input, content: file }
  }
  input.dispose()
  const content = await withoutBeginning(file)
  if (content === undefined) {
    throw new MediaError('unknown_container', 'The file is of no known kind.')
  }
  return { input: new Input({ formats: [MP3], source: new BlobSource(content) }), content }
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
