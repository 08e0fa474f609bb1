/** How many bytes of an archive are unpacked at a time: they grow at most a thousandfold. */
const PIECE = 8 * 1024
const STORED = 0
const DEFLATED = 8
/** This value means that the number doesn't fit, and is in the entry's extra fields. */
const ELSEWHERE = 0xffffffff

type Entry = { method: number; packed: number; at: number }

/** The files of a zip archive, by name. */
export type Archive = {
  has: (name: string) => boolean
  /**
   * The text of a file, piece by piece; `onBytes` is called with the size of each piece before it is read, and may
   * throw.
   */
  read: (name: string, onBytes: (count: number) => void) => AsyncGenerator<string>
}

export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(bytes, view)
  return {
    has: (name) => entries.has(name),
    read: async function* (name, onBytes) {
      const entry = entries.get(name)
      if (entry === undefined) {
        throw new Error(`The archive has no ${name}.`)
      }
      const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
      const decoder = new TextDecoder()
      for await (const piece of unpack(bytes.subarray(start, start + entry.packed), entry.method)) {
        onBytes(piece.length)
        yield decoder.decode(piece, { stream: true })
      }
    },
  }
}

/** Throws a `RangeError` if the directory points outside the file. */
function readDirectory(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== 0x06054b50) {
    end -= 1
  }
  let at = view.getUint32(end + 16, true)
  if (at === ELSEWHERE) {
    at = readLong(view, readLong(view, end - 20 + 8) + 48)
  }
  const decoder = new TextDecoder()
  while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50) {
    const name = view.getUint16(at + 28, true)
    const extra = view.getUint16(at + 30, true)
    const sizes = [at + 24, at + 20, at + 42].map((place) => view.getUint32(place, true))
    const [, packed = 0, local = 0] = readLongSizes(view, at + 46 + name, extra, sizes)
    entries.set(decoder.decode(bytes.subarray(at + 46, at + 46 + name)), {
      method: view.getUint16(at + 10, true),
      packed,
      at: local,
    })
    at += 46 + name + extra + view.getUint16(at + 32, true)
  }
  return entries
}

/** The sizes of an entry; those that don't fit are in the first extra field of that kind, in this order. */
function readLongSizes(view: DataView, from: number, length: number, sizes: readonly number[]): number[] {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) {
      let next = at + 4
      return sizes.map((size) => {
        if (size !== ELSEWHERE) {
          return size
        }
        next += 8
        return readLong(view, next - 8)
      })
    }
  }
  return [...sizes]
}

function readLong(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

async function* unpack(packed: Uint8Array<ArrayBuffer>, method: number): AsyncGenerator<Uint8Array> {
  let at = 0
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        if (at >= packed.length) {
          controller.close()
          return
        }
        controller.enqueue(packed.subarray(at, at + PIECE))
        at += PIECE
      },
    },
    { highWaterMark: 0 },
  )
  if (method !== STORED && method !== DEFLATED) {
    throw new Error(`Nothing here unpacks method ${method}.`)
  }
  const unpacked: ReadableStream<Uint8Array> =
    method === STORED ? pieces : pieces.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value
    }
  } finally {
    await reader.cancel()
  }
}
