import { type Input, MP4, QTFF } from 'mediabunny'
import type { ChosenTrack } from './choose-tracks.ts'

/** The packets that an estimate looks at. */
const SAMPLE = 1000
/** Real packets are larger on average; an estimate that makes them smaller comes from a broken clock. */
const SMALLEST_PACKET = 32

/** How many packets each track has. It reads the whole file where the container has no index. */
export async function countPackets(tracks: ChosenTrack[]): Promise<number[]> {
  return await Promise.all(tracks.map(({ track }) => countOf(track)))
}

/**
 * How many packets each track can have, cheaply: counted where the container has an index, else judged by
 * the first packets and the track's length, which can be too low.
 */
export async function estimatePackets(input: Input, tracks: ChosenTrack[], size: number): Promise<number[]> {
  const format = await input.getFormat()
  if (format === MP4 || format === QTFF) {
    return await countPackets(tracks)
  }
  return await Promise.all(tracks.map(({ track }) => estimate(track, size)))
}

async function countOf(track: ChosenTrack['track']): Promise<number> {
  return (await track.computePacketStats()).packetCount
}

async function estimate(track: ChosenTrack['track'], fileSize: number): Promise<number> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(SAMPLE)
  if (packetCount < SAMPLE) {
    return packetCount
  }
  const end = (await track.getDurationFromMetadata()) ?? (await track.computeDuration())
  const seconds = end - (await track.getFirstTimestamp())
  const estimated = Math.ceil(seconds * averagePacketRate * 1.1) + SAMPLE
  return estimated > 0 && estimated < fileSize / SMALLEST_PACKET ? estimated : await countOf(track)
}
