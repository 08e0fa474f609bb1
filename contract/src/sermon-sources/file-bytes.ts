/** Bytes of a recording; fewer at its end. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** The chapters inside a recording, before they are checked; `at` is in seconds. */
export type RawChapter = { at: number; title: string }

/** A recording is asked for this much at once. */
const WINDOW = 65_536

/** A file held a little at a time. Bytes beyond its end read as zeros. */
export class FileBytes {
  readonly size: number
  readonly #read: ReadBytes
  #start = 0
  #held: Uint8Array = new Uint8Array()

  constructor(read: ReadBytes, size: number) {
    this.#read = read
    this.size = size
  }

  async view(at: number, length: number): Promise<DataView> {
    if (at < this.#start || at + length > this.#start + this.#held.length) {
      const end = Math.min(this.size, at + Math.max(length, WINDOW))
      this.#held = at < end ? await this.#read(at, end) : new Uint8Array()
      this.#start = at
    }
    const bytes = new Uint8Array(length)
    bytes.set(this.#held.subarray(at - this.#start, at - this.#start + length))
    return new DataView(bytes.buffer)
  }

  async text(at: number, length: number): Promise<string> {
    return String.fromCharCode(...new Uint8Array((await this.view(at, length)).buffer))
  }
}
