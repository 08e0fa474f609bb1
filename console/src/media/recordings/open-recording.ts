import { closeWavSizes, WAV_HEAD } from '@vestry/contract/files/wav-sizes.ts'
import { ADTS, BlobSource, FLAC, Input, type InputFormat, MP3, MP4, QTFF, WAVE } from 'mediabunny'
import { formatOfFile } from '../file-formats.ts'
import { MediaError } from '../media-types.ts'
import { ByteWindow } from './byte-window.ts'
import { topBoxes } from './edit-list.ts'
import { aacRuns, mp3Runs, withoutBeginning } from './mp3-frames.ts'
import { findChain, type OggChain } from './ogg-chain.ts'
import { FORMATS } from './recording-formats.ts'

/** At 26 ms each: losing fewer frames than this is not noticed. */
const MISSED = 10
/** `fLaC` and the head of the block that must follow it, which has 34 bytes. */
const FLAC_BEGINS = [0x66, 0x4c, 0x61, 0x43, 0, 0, 0, 0x22]

/**
 * Opens a recording. `content` is what is read: the file with its open ends closed, or the file from where its sound
 * begins. Throws `MediaError` if it can't be read.
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
 * Returns the chain that a recording is, if it is one. Throws `joined` if it has several pieces of which only the first
 * could be copied.
 */
export async function checkJoined(input: Input, content: Blob): Promise<OggChain | undefined> {
  const joint = await findJoint(await input.getFormat(), content)
  if (joint !== undefined) {
    throw new MediaError('joined', joint)
  }
  return await findChain(input, content)
}

/** The start of another piece, which would be left out, in words. */
async function findJoint(format: InputFormat, content: Blob): Promise<string | undefined> {
  switch (format) {
    case MP3: {
      const [first, ...others] = await mp3Runs(content)
      const other = others.find(({ kind, frames }) => kind !== first?.kind && frames >= MISSED)
      return other && `From byte ${other.start} it is ${other.kind}, not ${first?.kind}.`
    }
    case ADTS: {
      const [first, other] = await aacRuns(content)
      const isBroken = first && first.end - first.start > first.bytes
      return other || isBroken ? 'Its frames are of several kinds, or something is between them.' : undefined
    }
    case FLAC:
      return (await findAgain(content, FLAC_BEGINS)) ? 'It begins again.' : undefined
    case WAVE:
      return (await beginsBehindWav(content)) ? 'Another WAV file is behind its end.' : undefined
    case MP4:
    case QTFF:
      return (await countBeginnings(content)) > 1 ? 'It has more than one beginning.' : undefined
    default:
      return undefined
  }
}

async function countBeginnings(content: Blob): Promise<number> {
  let beginnings = 0
  for await (const { name } of topBoxes(content)) {
    beginnings += name === 'ftyp' ? 1 : 0
  }
  return beginnings
}

async function beginsBehindWav(content: Blob): Promise<boolean> {
  const head = new DataView(await content.slice(0, 8).arrayBuffer())
  const end = 8 + head.getUint32(4, true)
  const behind = await content.slice(end, end + 4).text()
  return ['RIFF', 'RF64'].includes(behind)
}

/** Whether these bytes occur again, anywhere after the first byte. */
async function findAgain(content: Blob, wanted: readonly number[]): Promise<boolean> {
  const bytes = new ByteWindow(content)
  for (let at = 1; ; ) {
    const piece = await bytes.at(at, wanted.length)
    if (piece.length < wanted.length) {
      return false
    }
    const offset = piece.indexOf(wanted[0] ?? 0)
    if (offset === 0 && wanted.every((byte, index) => piece[index] === byte)) {
      return true
    }
    at += offset < 0 ? piece.length : Math.max(1, offset)
  }
}

/** A recording with the sizes filled in that a recorder left open when it lost power; every other file as it is. */
async function mendWav(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, WAV_HEAD).arrayBuffer())
  return closeWavSizes(head, file.size)
    ? new Blob([head, file.slice(head.length)], { type: file.type })
    : file
}
