/** How finely the sound is examined, so that silence is known to a twentieth of a second. */
const PIECES_A_SECOND = 20
/** Sound below -50 dB of full scale is silence. */
const SILENT = 10 ** (-50 / 20)

/** The peaks of sound that comes in pieces, over its length. It keeps twenty numbers for each second. */
export class Waveform {
  readonly #pieceLength: number
  readonly #rate: number
  readonly #pieces: number[] = []
  #highest = 0
  #filled = 0
  #length = 0

  constructor(sampleRate: number) {
    this.#rate = sampleRate
    this.#pieceLength = Math.round(sampleRate / PIECES_A_SECOND)
  }

  /** Adds the next samples, each channel separately. */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0
    this.#length += length
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#pieceLength - this.#filled)
      for (const samples of channels) {
        for (let at = from; at < to; at += 1) {
          this.#highest = Math.max(this.#highest, Math.abs(samples[at] as number))
        }
      }
      this.#filled += to - from
      from = to
      if (this.#filled === this.#pieceLength) {
        this.#closePiece()
      }
    }
  }

  /** The peaks, twenty a second, with 255 for full scale. */
  pieces(): Uint8Array {
    return Uint8Array.from(this.#all(), (peak) => Math.min(255, Math.round(255 * peak)))
  }

  seconds(): number {
    return this.#length / this.#rate
  }

  /**
   * How many seconds at the beginning and at the end are silent; if all of it is silent, it counts as the beginning.
   */
  silence(): { start: number; end: number } {
    const pieces = this.#all()
    const first = pieces.findIndex((peak) => peak > SILENT)
    const seconds = this.seconds()
    if (first < 0) {
      return { start: seconds, end: 0 }
    }
    const heardUntil = ((pieces.findLastIndex((peak) => peak > SILENT) + 1) * this.#pieceLength) / this.#rate
    return { start: (first * this.#pieceLength) / this.#rate, end: Math.max(0, seconds - heardUntil) }
  }

  #closePiece(): void {
    this.#pieces.push(this.#highest)
    this.#highest = 0
    this.#filled = 0
  }

  #all(): number[] {
    return this.#filled > 0 ? [...this.#pieces, this.#highest] : this.#pieces
  }
}
