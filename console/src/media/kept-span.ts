import { type EncodedPacket, EncodedPacketSink } from 'mediabunny'
import type { ChosenTrack } from './choose-tracks.ts'

/** The seconds of a recording's own clock from which and before which packets are copied. */
export type Span = { from: number; to: number }

/**
 * What is kept of a recording at least from one second to another. A film can begin only with a picture that needs none
 * before it, and ends before one: its sound begins and ends with it.
 */
export async function findSpan(tracks: readonly ChosenTrack[], { from, to }: Span): Promise<Span> {
  const film = tracks.find(({ kind }) => kind === 'video')
  const [sound] = tracks
  if (film === undefined) {
    const first = sound && (await new EncodedPacketSink(sound.track).getPacket(from))
    return { from: first?.timestamp ?? Number.NEGATIVE_INFINITY, to }
  }
  const pictures = new EncodedPacketSink(film.track)
  const first = await pictures.getKeyPacket(from)
  const last = await pictures.getKeyPacket(to)
  const next = last && last.timestamp < to ? await pictures.getNextKeyPacket(last) : last
  return {
    from: first?.timestamp ?? Number.NEGATIVE_INFINITY,
    to: next?.timestamp ?? Number.POSITIVE_INFINITY,
  }
}

/** When the first packet of a track in a span begins. */
export async function firstIn(track: ChosenTrack['track'], span: Span): Promise<number> {
  for await (const packet of packetsIn(track, span)) {
    return packet.timestamp
  }
  return Number.POSITIVE_INFINITY
}

/** The packets of a track that begin in a span, in decode order. */
export async function* packetsIn(
  track: ChosenTrack['track'],
  { from, to }: Span,
): AsyncGenerator<EncodedPacket, void, unknown> {
  const sink = new EncodedPacketSink(track)
  const first = Number.isFinite(from) ? await sink.getKeyPacket(from) : null
  for await (const packet of sink.packets(first ?? undefined)) {
    // Pictures that are shown after one that begins anew may stand ahead of it.
    if (packet.type === 'key' && packet.timestamp >= to) {
      return
    }
    if (packet.timestamp >= from && packet.timestamp < to) {
      yield packet
    }
  }
}
