import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  type Output,
} from 'mediabunny'
import { turnMp3Frame } from '../sound/turn-mp3.ts'
import type { ChosenTrack } from './choose-tracks.ts'
import type { Placed } from './time-line.ts'

/** One track on its way from the old container to the new one. */
export class TrackLane {
  /** The next packet to copy, in decode order; `undefined` at the end. */
  next: EncodedPacket | undefined
  readonly #packets: AsyncGenerator<EncodedPacket, void, unknown>
  readonly #add: (packet: EncodedPacket) => Promise<void>
  readonly #close: () => void
  #latest = Number.NEGATIVE_INFINITY

  private constructor(
    packets: AsyncGenerator<EncodedPacket, void, unknown>,
    add: (packet: EncodedPacket) => Promise<void>,
    close: () => void,
  ) {
    this.#packets = packets
    this.#add = add
    this.#close = close
  }

  /**
   * Adds the track to `output`, which must not be started yet, and copies these packets of it. `maximumPacketCount` is
   * needed for an index at the front.
   */
  static async open(
    output: Output,
    chosen: ChosenTrack,
    maximumPacketCount: number | undefined,
    { packets, mp3Steps }: { packets: AsyncGenerator<EncodedPacket, void, unknown>; mp3Steps: number },
  ): Promise<TrackLane> {
    const metadata = {
      languageCode: await chosen.track.getLanguageCode(),
      ...(maximumPacketCount === undefined ? {} : { maximumPacketCount }),
    }
    if (chosen.kind === 'video') {
      const source = new EncodedVideoPacketSource(chosen.codec)
      const turned = output.format.supportsVideoTransformationMetadata
        ? { transformationMatrix: await chosen.track.getTransformationMatrix() }
        : {}
      output.addVideoTrack(source, { ...metadata, ...turned })
      const decoderConfig = await chosen.track.getDecoderConfig()
      const meta = decoderConfig ? { decoderConfig } : {}
      return new TrackLane(
        packets,
        (packet) => source.add(packet, meta),
        () => source.close(),
      )
    }
    const source = new EncodedAudioPacketSource(chosen.codec)
    output.addAudioTrack(source, metadata)
    const decoderConfig = await chosen.track.getDecoderConfig()
    const meta = decoderConfig ? { decoderConfig } : {}
    const turn = (packet: EncodedPacket) =>
      chosen.codec === 'mp3' && mp3Steps !== 0
        ? packet.clone({ data: turnMp3Frame(packet.data, mp3Steps) })
        : packet
    return new TrackLane(
      packets,
      (packet) => source.add(turn(packet), meta),
      () => source.close(),
    )
  }

  async advance(): Promise<void> {
    const { value, done } = await this.#packets.next()
    this.next = value ?? undefined
    if (done) {
      this.#close()
    }
  }

  /**
   * A key packet that is shown before a picture of the preceding group is written as an ordinary one, since an index
   * may not list it as a place to start from.
   */
  async write(packet: EncodedPacket, { timestamp, duration }: Placed): Promise<void> {
    const type = packet.type === 'key' && timestamp < this.#latest ? 'delta' : packet.type
    this.#latest = Math.max(this.#latest, timestamp)
    const same = type === packet.type && timestamp === packet.timestamp && duration === packet.duration
    await this.#add(same ? packet : packet.clone({ timestamp, duration, type }))
  }
}

/** The index of the lane whose next packet comes first, or -1 when all have ended. */
export function earliestLane(lanes: TrackLane[]): number {
  let first = -1
  let earliest = Number.POSITIVE_INFINITY
  for (const [index, { next }] of lanes.entries()) {
    if (next && next.timestamp < earliest) {
      first = index
      earliest = next.timestamp
    }
  }
  return first
}
