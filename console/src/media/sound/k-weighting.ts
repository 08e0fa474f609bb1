/** A second-order filter, with `a0` divided out. */
type Section = { b0: number; b1: number; b2: number; a1: number; a2: number }

/**
 * The analog filters whose coefficients at 48 kHz are given by ITU-R BS.1770-4: a shelf for the head, and a high pass.
 */
const SHELF = { frequency: 1681.974450955533, gain: 3.999843853973347, quality: 0.7071752369554196 }
const HIGH_PASS = { frequency: 38.13547087602444, quality: 0.5003270373238773 }

function shelf(rate: number): Section {
  const k = Math.tan((Math.PI * SHELF.frequency) / rate)
  const high = 10 ** (SHELF.gain / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / SHELF.quality + k * k
  return {
    b0: (high + (band * k) / SHELF.quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.quality + k * k) / a0,
  }
}

function highPass(rate: number): Section {
  const k = Math.tan((Math.PI * HIGH_PASS.frequency) / rate)
  const a0 = 1 + k / HIGH_PASS.quality + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / HIGH_PASS.quality + k * k) / a0 }
}

/** Filters one channel as BS.1770-4 models the ear, at any sample rate. */
export class KWeighting {
  readonly #shelf: Section
  readonly #pass: Section
  #s1 = 0
  #s2 = 0
  #p1 = 0
  #p2 = 0

  constructor(sampleRate: number) {
    this.#shelf = shelf(sampleRate)
    this.#pass = highPass(sampleRate)
  }

  /** The sum of the squares of the weighted samples from `from` to before `to`. */
  energyOf(samples: Float32Array, from: number, to: number): number {
    const [s, p] = [this.#shelf, this.#pass]
    let [s1, s2, p1, p2] = [this.#s1, this.#s2, this.#p1, this.#p2]
    let sum = 0
    for (let at = from; at < to; at += 1) {
      const x = samples[at] as number
      const y = s.b0 * x + s1
      s1 = s.b1 * x - s.a1 * y + s2
      s2 = s.b2 * x - s.a2 * y
      const z = p.b0 * y + p1
      p1 = p.b1 * y - p.a1 * z + p2
      p2 = p.b2 * y - p.a2 * z
      sum += z * z
    }
    this.#s1 = s1
    this.#s2 = s2
    this.#p1 = p1
    this.#p2 = p2
    return sum
  }
}
