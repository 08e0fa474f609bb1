/** Three more samples are computed between each two (ITU-R BS.1770-4, annex 2). */
const FACTOR = 4
/** How many samples make each of them. */
const TAPS = 32
const KAISER = 7
/** How many samples are examined together: if none of them comes near the peak so far, no value between them does. */
const RUN = 256

const PHASES = Array.from({ length: FACTOR - 1 }, (_, phase) => phaseOf((phase + 1) / FACTOR))
/** The nearest samples, which determine most of a value between two. */
const NEAR = { from: TAPS / 2 - 4, to: TAPS / 2 + 4 }
/**
 * How far values between samples can rise above the highest sample, and how much of that the far samples can
 * contribute.
 */
const RISE = riseOf(() => true)
const FAR_RISE = riseOf((at) => at < NEAR.from || at >= NEAR.to)

function riseOf(counts: (at: number) => boolean): number {
  return Math.max(
    ...PHASES.map((taps) => taps.reduce((sum, tap, at) => sum + (counts(at) ? Math.abs(tap) : 0), 0)),
  )
}

/** A windowed sinc that gives the value at `fraction` of a sample after the middle one. */
function phaseOf(fraction: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, at) => {
    const x = at - (TAPS / 2 - 1) - fraction
    const window = bessel(KAISER * Math.sqrt(Math.max(0, 1 - (x / (TAPS / 2)) ** 2))) / bessel(KAISER)
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; k < 30; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

/** The highest value that a player outputs for one channel, between the samples too. */
export class TruePeak {
  /** As a part of full scale. */
  peak = 0
  #before = new Float32Array(TAPS - 1)

  add(samples: Float32Array): void {
    const joined = new Float32Array(this.#before.length + samples.length)
    joined.set(this.#before)
    joined.set(samples, this.#before.length)
    for (let from = 0; from + TAPS <= joined.length; from += RUN) {
      this.#look(joined, from, Math.min(from + RUN, joined.length - TAPS + 1))
    }
    this.#before = joined.slice(Math.max(0, joined.length - TAPS + 1))
  }

  /** The values between the last samples are known once nothing follows. */
  end(): number {
    this.add(new Float32Array(TAPS))
    return this.peak
  }

  #look(joined: Float32Array, from: number, to: number): void {
    let highest = 0
    for (let at = from; at < to + TAPS - 1; at += 1) {
      highest = Math.max(highest, Math.abs(joined[at] as number))
    }
    this.peak = Math.max(this.peak, highest)
    if (highest * RISE <= this.peak) {
      return
    }
    // One function instead of the three loops would take half as long again.
    let peak = this.peak
    for (const taps of PHASES) {
      for (let at = from; at < to; at += 1) {
        let value = 0
        for (let tap = NEAR.from; tap < NEAR.to; tap += 1) {
          value += (taps[tap] as number) * (joined[at + tap] as number)
        }
        if (Math.abs(value) + highest * FAR_RISE > peak) {
          for (let tap = 0; tap < NEAR.from; tap += 1) {
            value += (taps[tap] as number) * (joined[at + tap] as number)
          }
          for (let tap = NEAR.to; tap < TAPS; tap += 1) {
            value += (taps[tap] as number) * (joined[at + tap] as number)
          }
          peak = Math.max(peak, Math.abs(value))
        }
      }
    }
    this.peak = peak
  }
}
