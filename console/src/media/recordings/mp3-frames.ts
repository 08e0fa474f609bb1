import { ByteWindow } from './byte-window.ts'
import { id3Length } from './duration-rules.ts'

/** Frames of one kind, from one byte to another; `bytes` is how many of these bytes they fill. */
export type FrameRun = { kind: string; start: number; end: number; bytes: number; frames: number }

/** What a frame's first bytes say: what it is in words, and its length in bytes. */
type ReadHeader = (bytes: Uint8Array) => { kind: string; size: number } | undefined

const HEADER = 6
const TAG_HEADER = 10
/** Fewer frames in a row than this may be other bytes that look like frames. */
const FIRM = 3
/** If the first frames were cut, or something else is before them, the first frame is searched in this many bytes. */
const BEGINNING = 2 * 1024 * 1024
const COVERED = 0.9

const RATES = [44_100, 48_000, 32_000]
// ISO 11172-3, table of bit_rate_index for layers I to III, and 13818-3 for the lower sampling frequencies.
const BIT_RATES: Record<string, number[]> = {
  first1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  first2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  first3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  second2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  second3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** All frames of an MP3, also of kinds that differ from the first one's. */
export async function mp3Runs(file: Blob): Promise<FrameRun[]> {
  return await runsOf(file, readHeader)
}

/** All frames of AAC in a stream of its own (ISO 14496-3, 1.A.2.2), in the same way. */
export async function aacRuns(file: Blob): Promise<FrameRun[]> {
  return await runsOf(file, readAacHeader)
}

async function runsOf(file: Blob, read: ReadHeader): Promise<FrameRun[]> {
  const bytes = new ByteWindow(file)
  const runs: FrameRun[] = []
  let at = await endOfTags(file)
  for (;;) {
    const piece = await bytes.at(at, HEADER)
    if (piece.length < HEADER) {
      return runs
    }
    const offset = piece.indexOf(0xff)
    if (offset !== 0) {
      at += offset < 0 ? piece.length : offset
      continue
    }
    const run = await runAt(bytes, at, read)
    at = run.frames < FIRM ? at + 1 : run.end
    if (run.frames >= FIRM) {
      const last = runs.at(-1)
      if (last?.kind === run.kind) {
        last.end = run.end
        last.bytes += run.bytes
        last.frames += run.frames
      } else {
        runs.push(run)
      }
    }
  }
}

/**
 * An MP3 without what is between its tags and its first complete frame, as in a stream that was recorded from its
 * middle on. `undefined` if the beginning doesn't consist of frames.
 */
export async function withoutBeginning(file: Blob): Promise<Blob | undefined> {
  const tags = await endOfTags(file)
  const beginning = file.slice(0, tags + BEGINNING)
  const [run, other] = await mp3Runs(beginning)
  if (run === undefined || other !== undefined || !run.kind.includes('layer 3')) {
    return undefined
  }
  const isCovered = run.bytes > COVERED * (beginning.size - run.start)
  return isCovered && run.start < tags + BEGINNING / 2
    ? new Blob([file.slice(0, tags), file.slice(run.start)])
    : undefined
}

async function endOfTags(file: Blob): Promise<number> {
  for (let at = 0; ; ) {
    const length = id3Length(new Uint8Array(await file.slice(at, at + TAG_HEADER).arrayBuffer()))
    if (length === 0) {
      return at
    }
    at += length
  }
}

async function runAt(bytes: ByteWindow, start: number, read: ReadHeader): Promise<FrameRun> {
  const run: FrameRun = { kind: '', start, end: start, bytes: 0, frames: 0 }
  for (;;) {
    const frame = read(await bytes.at(run.end, HEADER))
    if (frame === undefined || (run.frames > 0 && frame.kind !== run.kind)) {
      return run
    }
    run.kind = frame.kind
    run.end += frame.size
    run.bytes += frame.size
    run.frames += 1
  }
}

function readHeader([sync = 0, kind = 0, rates = 0, mode = 0]: Uint8Array) {
  const layer = 4 - ((kind >> 1) & 3)
  const version = (kind >> 3) & 3
  const isFirst = version === 3
  const bitRate = BIT_RATES[`${isFirst ? 'first' : 'second'}${layer}`]?.[(rates >> 4) - 1]
  const rate = (RATES[(rates >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || version === 1 || bitRate === undefined || rate === 0) {
    return undefined
  }
  const padding = (rates >> 1) & 1
  // An eighth of the samples in a frame or, in layer I, a slot of four bytes for each 12 bits a second.
  const samples = layer === 1 ? 12 : layer === 3 && !isFirst ? 72 : 144
  const slots = Math.floor((samples * bitRate * 1000) / rate) + padding
  const channels = mode >> 6 === 3 ? 1 : 2
  return { kind: `layer ${layer}, ${rate}/s, ${channels}`, size: layer === 1 ? slots * 4 : slots }
}

function readAacHeader([sync = 0, kind = 0, form = 0, channels = 0, length = 0, rest = 0]: Uint8Array) {
  const size = ((channels & 3) << 11) | (length << 3) | (rest >> 5)
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || size < HEADER) {
    return undefined
  }
  return { kind: `form ${form & 0xfd}, ${channels >> 6}`, size }
}
