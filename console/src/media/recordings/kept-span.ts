import { type EncodedPacket, EncodedPacketSink } from 'mediabunny'
import type { ChosenTrack } from './choose-tracks.ts'
import { type OggChain, packetsOfChain } from './ogg-chain.ts'
import { packetsShown, type ShownTrack } from './shown-packets.ts'

/** Packets are copied from the first of these seconds on and before the second, on the recording's own clock. */
export type Span = { from: number; to: number }

/**
 * The span that is kept so that it includes everything between two seconds. A film can only begin with a picture that
 * needs none before it, and end before such a picture; its sound begins and ends with it.
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

/**
 * The packets of a track that are copied: those of a chain, or those that the track's edit list shows, as far as they
 * are in the kept span.
 */
export function packetsToCopy(
  chosen: ChosenTrack,
  {
    chain,
    shown,
    span,
  }: { chain?: OggChain | undefined; shown?: ShownTrack | undefined; span?: Span | undefined },
): AsyncGenerator<EncodedPacket, void, unknown> {
  const packets = chain ? packetsOfChain(chain) : shown && packetsShown(chosen, shown)
  if (packets !== undefined) {
    return span ? within(packets, span) : packets
  }
  return span ? packetsIn(chosen.track, span) : new EncodedPacketSink(chosen.track).packets()
}

/** When the first of these packets begins. */
export async function firstOf(packets: AsyncGenerator<EncodedPacket, void, unknown>): Promise<number> {
  for await (const { timestamp } of packets) {
    return timestamp
  }
  return Number.POSITIVE_INFINITY
}

/** The packets of a track that begin in a span, in decode order. */
async function* packetsIn(
  track: ChosenTrack['track'],
  { from, to }: Span,
): AsyncGenerator<EncodedPacket, void, unknown> {
  const sink = new EncodedPacketSink(track)
  const first = Number.isFinite(from) ? await sink.getKeyPacket(from) : null
  for await (const packet of sink.packets(first ?? undefined)) {
    // Pictures that are shown after a complete one may come before it in the file.
    if (packet.type === 'key' && packet.timestamp >= to) {
      return
    }
    if (isIn(packet, { from, to })) {
      yield packet
    }
  }
}

async function* within(
  packets: AsyncGenerator<EncodedPacket, void, unknown>,
  span: Span,
): AsyncGenerator<EncodedPacket, void, unknown> {
  for await (const packet of packets) {
    if (isIn(packet, span)) {
      yield packet
    }
  }
}

function isIn({ timestamp }: EncodedPacket, { from, to }: Span): boolean {
  return timestamp >= from && timestamp < to
}
