import { StreamTarget, type StreamTargetChunk, type Target } from 'mediabunny'

const CHUNK = 4 * 1024 * 1024

/** The part of a file's exclusive handle that is needed here; the compiler knows it only in workers. */
export type ExclusiveFile = {
  write(data: Uint8Array<ArrayBuffer>, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}

/** The file holds less than was written to it. */
export class FileFallsShort extends Error {
  override readonly name = 'FileFallsShort'
}

/**
 * Writes into a file and makes sure that everything is there: a private window may claim to have written a piece while
 * the file no longer grows.
 */
export class FileTarget {
  readonly #file: ExclusiveFile
  #end = 0

  constructor(file: ExclusiveFile) {
    this.#file = file
  }

  /** Empties the file and returns an object that writes into it; packets are gathered, unless they come in pieces already. */
  open(inPieces: boolean): Target {
    this.#file.truncate(0)
    this.#end = 0
    const writable = new WritableStream<StreamTargetChunk>({ write: (chunk) => this.write(chunk) })
    return new StreamTarget(writable, { chunked: !inPieces, chunkSize: CHUNK })
  }

  write({ data, position }: Pick<StreamTargetChunk, 'data' | 'position'>): void {
    const taken = this.#file.write(data, { at: position })
    this.#end = Math.max(this.#end, position + data.byteLength)
    if (taken < data.byteLength) {
      throw new FileFallsShort(`${taken} of ${data.byteLength} bytes were taken at ${position}.`)
    }
    this.#check()
  }

  /** The length of what was written, all of which is in the file. */
  finish(): number {
    this.#file.flush()
    this.#check()
    return this.#end
  }

  #check(): void {
    const size = this.#file.getSize()
    if (size < this.#end) {
      throw new FileFallsShort(`The file has ${size} of ${this.#end} bytes.`)
    }
  }
}
