import { EncodedPacketSink, type Input, MatroskaInputFormat, MP3, WAVE } from 'mediabunny'
import { MediaError } from './media-types.ts'
import type { ChosenTrack } from './recordings/choose-tracks.ts'
import { declaresMp3Length, id3Length, isCutOff } from './recordings/duration-rules.ts'
import { declaredWavSeconds } from './recordings/wav-length.ts'

/** How much of the start of an MP3's first frame, or of a WAV file, is searched for a declared length. */
const MP3_HEAD = 4096
const WAV_HEAD = 65_536

/**
 * Throws `cut_off` when the file declares more than it contains. `ends` are the seconds, on the file's own clock, at
 * which the packets of each track ended.
 */
export async function checkComplete(
  input: Input,
  file: Blob,
  tracks: ChosenTrack[],
  ends: number[],
): Promise<void> {
  const format = await input.getFormat()
  if (format === MP3 && !(await mp3DeclaresLength(file))) {
    return
  }
  if (format === WAVE) {
    check(declaredWavSeconds(await read(file, 0, WAV_HEAD)), Math.max(...ends))
    return
  }
  if (format instanceof MatroskaInputFormat) {
    // Matroska declares one length for the whole file, that of the longest track.
    check(await input.getDurationFromMetadata(), Math.max(...ends))
    return
  }
  for (const [index, { track }] of tracks.entries()) {
    check(await track.getDurationFromMetadata(), ends[index] ?? 0)
  }
}

/** The seconds, on the file's own clock, at which the last packets of the tracks end. */
export async function endsOf(tracks: ChosenTrack[]): Promise<number[]> {
  return await Promise.all(
    tracks.map(async ({ track }) => {
      const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
      return last === null ? 0 : last.timestamp + last.duration
    }),
  )
}

function check(declared: number | null, there: number) {
  if (isCutOff(declared, there)) {
    throw new MediaError('cut_off', `${declared} s are declared, ${there} s are there.`)
  }
}

async function mp3DeclaresLength(file: Blob): Promise<boolean> {
  const tag = id3Length(await read(file, 0, 10))
  return declaresMp3Length(await read(file, tag, tag + MP3_HEAD))
}

async function read(file: Blob, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer())
}
