import { type EncodedPacket, EncodedPacketSink, type Input, MP4, QTFF } from 'mediabunny'
import { MediaError } from '../media-types.ts'
import type { Container } from './choose-container.ts'
import type { ChosenTrack } from './choose-tracks.ts'
import { readEditLists, type Shown } from './edit-list.ts'

/** How many seconds a decoder of sound has to settle before the part that players show. */
const RUN_UP = 0.1
/** No more pictures than this are between a picture and the last one that needs it. */
const REORDERED = 32
/** Tracks whose beginnings are at most this many seconds apart begin together. */
const TOGETHER = 0.002
/** A picture that only others need is shown at the end of a stretch for less than this, in seconds. */
const UNSEEN = 0.001

/** What is shown of a track. `canHide`: the new container can hide what is before it. */
export type ShownTrack = { stretches: Shown[]; canHide: boolean }

/**
 * What the edit lists of the recording in `file` show of its tracks, by track id; only tracks that have one. Throws
 * `edited` when a stretch can't begin within a picture's length of where it should.
 */
export async function findShown(
  input: Input,
  file: Blob,
  tracks: readonly ChosenTrack[],
  { kind }: Container,
): Promise<Map<number, ShownTrack>> {
  const format = await input.getFormat()
  const found = new Map<number, ShownTrack>()
  if (format !== MP4 && format !== QTFF) {
    return found
  }
  const lists = await readEditLists(file)
  const beginning = Math.min(...tracks.map(({ track }) => lists.get(track.id)?.[0]?.from ?? 0))
  for (const chosen of tracks) {
    const stretches = lists.get(chosen.track.id)
    if (stretches !== undefined) {
      const canHide = kind === 'mp4' && beginningShown({ stretches }) - beginning < TOGETHER
      await checkShown(chosen, { stretches, canHide })
      found.set(chosen.track.id, { stretches, canHide })
    }
  }
  return found
}

async function checkShown({ kind, track }: ChosenTrack, { stretches, canHide }: ShownTrack): Promise<void> {
  const pictures = new EncodedPacketSink(track)
  for (const { from } of kind === 'video' ? stretches.slice(canHide ? 1 : 0) : []) {
    const key = await pictures.getKeyPacket(from, { metadataOnly: true })
    if (key === null || from - key.timestamp > key.duration) {
      throw new MediaError('edited', `No picture begins anew at ${from} s.`)
    }
  }
}

/** The second at which the shown part of a track begins. */
export function beginningShown({ stretches }: Pick<ShownTrack, 'stretches'>): number {
  return stretches[0]?.from ?? 0
}

/** The second at which the shown part of a track ends, given the end of its last packet. */
export function endShown({ stretches }: ShownTrack, end: number): number {
  const last = stretches.at(-1)
  return last === undefined ? end : Math.min(last.to, end) + last.shift
}

/** The packets of the shown part of a track, in decode order, at the times at which they are shown. */
export async function* packetsShown(
  { kind, track }: ChosenTrack,
  { stretches, canHide }: ShownTrack,
): AsyncGenerator<EncodedPacket, void, unknown> {
  const sink = new EncodedPacketSink(track)
  for (const [index, stretch] of stretches.entries()) {
    const runUp = canHide && index === 0 ? RUN_UP : 0
    const packets = kind === 'video' ? picturesOf(sink, stretch) : soundOf(sink, stretch, runUp)
    for await (const packet of packets) {
      yield stretch.shift === 0 ? packet : packet.clone({ timestamp: packet.timestamp + stretch.shift })
    }
  }
}

async function* soundOf(
  sink: EncodedPacketSink,
  { from, to }: Shown,
  runUp: number,
): AsyncGenerator<EncodedPacket, void, unknown> {
  for await (const packet of sink.packets((await sink.getPacket(from - runUp)) ?? undefined)) {
    const middle = packet.timestamp + packet.duration / 2
    if (middle >= to) {
      return
    }
    if (middle >= from - runUp) {
      yield packet
    }
  }
}

async function* picturesOf(
  sink: EncodedPacketSink,
  { from, to }: Shown,
): AsyncGenerator<EncodedPacket, void, unknown> {
  const first = await sink.getKeyPacket(from)
  // Pictures after the end that earlier ones may need.
  const needed: EncodedPacket[] = []
  for await (const packet of sink.packets(first ?? undefined)) {
    const { timestamp, duration } = packet
    if (timestamp >= to) {
      needed.push(packet)
    } else if (first === null || timestamp >= first.timestamp) {
      yield* needed.splice(0).map((picture) => hidden(picture, to))
      yield timestamp + duration > to ? packet.clone({ duration: to - timestamp }) : packet
    }
    if (needed.length > REORDERED) {
      return
    }
  }
}

/** Such pictures keep their order within the last moment. */
function hidden(picture: EncodedPacket, end: number): EncodedPacket {
  const later = picture.timestamp - end
  const timestamp = end - UNSEEN + (UNSEEN / 2) * (later / (later + 1))
  return picture.clone({ timestamp, duration: UNSEEN / 4 })
}
