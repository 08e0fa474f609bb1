/** How much of a file is read at a time. */
const WINDOW = 1024 * 1024

/** Reads a file from its beginning to its end, a large piece at a time. */
export class ByteWindow {
  readonly #file: Blob
  #bytes = new Uint8Array()
  #start = 0

  constructor(file: Blob) {
    this.#file = file
  }

  /** The bytes from a place on: at least this many, or fewer at the end of the file. */
  async at(position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const from = position - this.#start
    if (from < 0 || from + length > this.#bytes.length) {
      this.#start = position
      const piece = this.#file.slice(position, position + Math.max(WINDOW, length))
      this.#bytes = new Uint8Array(await piece.arrayBuffer())
      return this.#bytes
    }
    return this.#bytes.subarray(from)
  }
}
