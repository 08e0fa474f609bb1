import { Loudness } from './loudness.ts'
import { TruePeak } from './true-peak.ts'
import { Waveform } from './waveform.ts'

/** Nothing is reported as quieter than this, in dBTP. */
const LOWEST_PEAK = -100

/** The measurements of a recording. */
export type MeasuredSound = {
  /** Integrated, in LUFS. */
  loudness: number
  /** In dBTP. */
  peak: number
  /** The peaks, twenty a second, with 255 for full scale. */
  pieces: Uint8Array
  /** Where it begins on the recording's own clock, and its length, in seconds. */
  begins: number
  seconds: number
  /** Seconds of silence at its beginning and at its end. */
  silence: { start: number; end: number }
  channels: number
}

/** Measures sound that comes in pieces, and keeps none of it. */
export class SoundMeter {
  readonly #loudness: Loudness
  readonly #peaks: readonly TruePeak[]
  readonly #waveform: Waveform
  readonly channels: number
  readonly begins: number

  /** `begins` is where the sound begins, on the recording's own clock. */
  constructor(sampleRate: number, channels: number, begins = 0) {
    this.begins = begins
    this.channels = channels
    this.#loudness = new Loudness(sampleRate, channels)
    this.#peaks = Array.from({ length: channels }, () => new TruePeak())
    this.#waveform = new Waveform(sampleRate)
  }

  /** Adds the next samples, each channel separately. */
  add(channels: readonly Float32Array[]): void {
    this.#loudness.add(channels)
    this.#waveform.add(channels)
    for (const [index, samples] of channels.entries()) {
      this.#peaks[index]?.add(samples)
    }
  }

  measured(): MeasuredSound {
    const peak = Math.max(0, ...this.#peaks.map((channel) => channel.end()))
    return {
      loudness: this.#loudness.integrated(),
      peak: Math.max(LOWEST_PEAK, 20 * Math.log10(peak)),
      pieces: this.#waveform.pieces(),
      begins: this.begins,
      seconds: this.#waveform.seconds(),
      silence: this.#waveform.silence(),
      channels: this.channels,
    }
  }
}
