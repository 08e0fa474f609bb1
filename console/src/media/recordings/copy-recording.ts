import {
  FlacOutputFormat,
  type Input,
  type MetadataTags,
  MP4,
  MPEG_TS,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  type Target,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { checkComplete, endsOf } from '../check-complete.ts'
import { MediaError } from '../media-types.ts'
import type { Container, ContainerKind } from './choose-container.ts'
import { type ChosenTrack, chooseSound, chooseTracks } from './choose-tracks.ts'
import { findSpan, firstOf, packetsToCopy } from './kept-span.ts'
import type { OggChain } from './ogg-chain.ts'
import { checkJoined, openRecording } from './open-recording.ts'
import type { CopiedRecording } from './recording-formats.ts'
import { beginningShown, findShown } from './shown-packets.ts'
import { TimeLine } from './time-line.ts'
import { earliestLane, TrackLane } from './track-lane.ts'

/** How many packets an estimate reads. */
const SAMPLE = 1000
/** Real packets are larger on average; an estimate that makes them smaller comes from a broken clock. */
const SMALLEST_PACKET = 32

/** The changes to a recording besides its container. */
export type CopyEdit = {
  /** The sound of a film alone, if it is in a form that podcast apps accept. */
  soundAlone?: boolean
  /** Its sound alone, encoded again as MP3 and louder by this many dB. */
  encoded?: { gain: number }
  /** By how many steps of `MP3_STEP` dB its MP3 is made louder, or quieter. */
  mp3Steps?: number
  /**
   * The seconds on its own clock between which it is kept; the cut is at the border of a packet or, in a film, of a
   * group of pictures.
   */
  kept?: { from: number; to: number }
}

/** The sizes of a longer WAV file don't fit into 32 bits; it is written as RF64. */
const LARGE_WAV = 0xf0000000

/**
 * Copies the recording in `file` into a container that browsers play, packet by packet and bit by bit, with its clock
 * beginning at zero and its index at the front. `openTarget` is called for every attempt, at most twice, with the kind of
 * the container, and must return an empty target. `edit` says what should change. Throws `MediaError`.
 */
export async function copyRecording(
  file: Blob,
  openTarget: (kind: ContainerKind) => Target,
  onProgress: (fraction: number) => void,
  edit: CopyEdit = {},
): Promise<CopiedRecording> {
  if (edit.encoded) {
    const { encodeSound } = await import('../sound/encode-sound.ts')
    return await encodeSound(file, edit.encoded.gain, openTarget('mp3'), onProgress)
  }
  const { input: opened, content } = await openRecording(file)
  using input = opened
  const { tracks, container } = await (edit.soundAlone
    ? chooseSound(input, content)
    : chooseTracks(input, content))
  const chain = await checkJoined(input, content)
  const copy = (counts: number[]) =>
    copyTracks({
      input,
      file: content,
      tracks,
      chain,
      container,
      counts,
      target: openTarget(container.kind),
      onProgress,
      edit,
    })
  if (container.kind !== 'mp4') {
    return finished(await copy([]))
  }
  const copied = await copy(await estimatePackets(input, tracks, content.size))
  return copied ?? finished(await copy(await countPackets(tracks)))
}

function finished(copied: CopiedRecording | undefined): CopiedRecording {
  if (!copied) {
    throw new MediaError('failed', 'There are more packets than were counted.')
  }
  return copied
}

/** Returns `undefined` when a track has more packets than `counts` says; an empty `counts` sets no bound. */
async function copyTracks({
  input,
  file,
  tracks,
  chain,
  container,
  counts,
  target,
  onProgress,
  edit,
}: {
  input: Input
  file: Blob
  tracks: ChosenTrack[]
  chain: OggChain | undefined
  container: Container
  counts: number[]
  target: Target
  onProgress: (fraction: number) => void
  edit: CopyEdit
}): Promise<CopiedRecording | undefined> {
  const output = new Output({ format: outputFormat(container, file.size), target })
  const span = edit.kept && (chain ? edit.kept : await findSpan(tracks, edit.kept))
  const shown = await findShown(input, file, tracks, container)
  const isCut = span !== undefined || shown.size > 0
  const isPieced = Array.from(shown.values()).some(({ stretches }) => stretches.length > 1)
  if (span && isPieced) {
    throw new MediaError('edited', 'What its edit list has put together can’t be cut once more.')
  }
  const packetsOf = (chosen: ChosenTrack) =>
    packetsToCopy(chosen, { chain, shown: shown.get(chosen.track.id), span })
  const starts = tracks.map(async (chosen) => {
    const edited = span ? undefined : shown.get(chosen.track.id)
    return edited?.canHide ? beginningShown(edited) : await firstOf(packetsOf(chosen))
  })
  const start = startOf(container, await Promise.all(starts))
  const time = new TimeLine(tracks.length, start, (await input.getFormat()) === MPEG_TS)
  const lanes: TrackLane[] = []
  for (const [index, track] of tracks.entries()) {
    lanes.push(
      await TrackLane.open(output, track, counts[index], {
        packets: packetsOf(track),
        mp3Steps: edit.mp3Steps ?? 0,
      }),
    )
  }
  output.setMetadataTags(keepTags(await input.getMetadataTags()))
  await output.start()
  await Promise.all(lanes.map((lane) => lane.advance()))
  const room = counts.slice()
  let bytes = 0
  for (let index = earliestLane(lanes); index >= 0; index = earliestLane(lanes)) {
    const lane = lanes[index]
    const packet = lane?.next
    if (!lane || !packet) {
      break
    }
    const left = (room[index] ?? Number.POSITIVE_INFINITY) - 1
    if (left < 0) {
      await output.cancel()
      return undefined
    }
    room[index] = left
    await lane.write(packet, time.place(index, packet.timestamp, packet.duration))
    bytes += packet.byteLength
    onProgress(Math.min(bytes / file.size, 1))
    await lane.advance()
  }
  time.checkTogether()
  const ends = tracks.map((_, index) => time.endOf(index))
  await checkComplete(input, file, tracks, isCut ? await endsOf(tracks) : ends.map((end) => end + start))
  await output.finalize()
  return { ...container, duration: Math.max(...ends) }
}

/**
 * The time that is subtracted from all timestamps. A start before zero, which is priming or the run-up before a cut, is
 * skipped by players and kept, except where the container can't express it.
 */
function startOf(container: Container, starts: number[]): number {
  const start = Math.min(...starts)
  return start > 0 || container.kind !== 'mp4' ? start : 0
}

function outputFormat(container: Container, size: number): OutputFormat {
  switch (container.kind) {
    case 'mp4':
      return new Mp4OutputFormat({ fastStart: 'reserve' })
    case 'webm':
      return new WebMOutputFormat()
    case 'mp3':
      return new Mp3OutputFormat()
    case 'wav':
      return new WavOutputFormat({ large: size > LARGE_WAV })
    case 'flac':
      return new FlacOutputFormat()
    case 'ogg':
      return new OggOutputFormat()
  }
}

/** The tags that are written into the copy, with one picture of its cover. Places and devices are left out. */
function keepTags({
  title,
  artist,
  album,
  albumArtist,
  description,
  genre,
  date,
  comment,
  images,
}: MetadataTags) {
  const written = { title, artist, album, albumArtist, description, genre, date, comment }
  const kept: MetadataTags = Object.fromEntries(
    Object.entries(written).filter(([, value]) => value !== undefined),
  )
  const cover = images?.find(({ kind }) => kind === 'coverFront') ?? images?.[0]
  return cover ? { ...kept, images: [cover] } : kept
}

/** How many packets each track has. If the container has no index, this reads the whole file. */
async function countPackets(tracks: ChosenTrack[]): Promise<number[]> {
  return await Promise.all(tracks.map(({ track }) => countOf(track)))
}

/**
 * How many packets each track can have, found cheaply: counted if the container has an index, otherwise estimated from
 * the first packets and the track's length, which can be too low.
 */
async function estimatePackets(input: Input, tracks: ChosenTrack[], size: number): Promise<number[]> {
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
