import { KWeighting } from './k-weighting.ts'

/** In LU: sound quieter than this counts as silence; so does sound that is quieter than the rest by this much. */
const SILENCE = -70
const RELATIVE_GATE = 10
/** A block is 400 ms long; a new one begins every 100 ms. */
const STEPS_A_SECOND = 10
const STEPS_A_BLOCK = 4
/**
 * The rear channels of surround sound count more, and the low-frequency one not at all: left, right, centre, low, rear,
 * rear.
 */
const SURROUND = [1, 1, 1, 0, 1.41, 1.41]
const WITHOUT_DEEP = [1, 1, 1, 1.41, 1.41]

/**
 * Integrated loudness by ITU-R BS.1770-4 and EBU R 128, of sound that comes in pieces. It keeps ten numbers for each
 * second.
 */
export class Loudness {
  readonly #filters: readonly KWeighting[]
  readonly #weights: readonly number[]
  readonly #stepLength: number
  /** The weighted energy of all channels, a tenth of a second each. */
  readonly #steps: number[] = []
  #step = 0
  #filled = 0

  constructor(sampleRate: number, channels: number) {
    this.#filters = Array.from({ length: channels }, () => new KWeighting(sampleRate))
    this.#weights = channels === 5 ? WITHOUT_DEEP : SURROUND
    this.#stepLength = Math.round(sampleRate / STEPS_A_SECOND)
  }

  /** Adds the next samples, each channel separately. */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepLength - this.#filled)
      for (const [index, samples] of channels.entries()) {
        const energy = this.#filters[index]?.energyOf(samples, from, to) ?? 0
        this.#step += energy * (this.#weights[index] ?? 1)
      }
      this.#filled += to - from
      from = to
      if (this.#filled === this.#stepLength) {
        this.#steps.push(this.#step / this.#stepLength)
        this.#step = 0
        this.#filled = 0
      }
    }
  }

  /** In LUFS; `SILENCE` if nothing can be heard. */
  integrated(): number {
    const blocks: number[] = []
    for (let at = STEPS_A_BLOCK; at <= this.#steps.length; at += 1) {
      blocks.push(mean(this.#steps.slice(at - STEPS_A_BLOCK, at)))
    }
    const audible = blocks.filter((block) => loudnessOf(block) > SILENCE)
    const gate = loudnessOf(mean(audible)) - RELATIVE_GATE
    const loudness = loudnessOf(mean(audible.filter((block) => loudnessOf(block) > gate)))
    return Math.max(SILENCE, loudness)
  }
}

/** The loudness of a mean energy, in LUFS; -∞ for none. */
function loudnessOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
