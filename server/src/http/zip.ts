import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in an archive: its name, and its text in pieces. */
export type ZippedFile = { name: string; content: Iterable<string> | AsyncIterable<string> }
type Written = { name: Buffer; at: number; crc: number; packed: number; size: number }

/** The sizes follow what is packed; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the first day that an archive knows: files have no date of their own here. */
const DATE = 0x21

/** Packs files one after the other, as they come; none may have 4 GB or more. */
export async function* zip(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 }
    const head = record(0x04034b50, ...entry(file), [2, 0])
    yield Buffer.concat([head, file.name])
    for await (const piece of deflate(content, file)) {
      file.packed += piece.length
      yield piece
    }
    const descriptor = record(0x08074b50, [4, file.crc], [4, file.packed], [4, file.size])
    yield descriptor
    at += head.length + file.name.length + file.packed + descriptor.length
    written.push(file)
  }
  const directory = Buffer.concat(
    written.flatMap((file) => [
      record(0x02014b50, [2, VERSION], ...entry(file), [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, file.at]),
      file.name,
    ]),
  )
  yield directory
  const count = written.length
  yield record(0x06054b50, [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, at], [2, 0])
}

async function* deflate(content: ZippedFile['content'], file: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  // Whoever reads what is packed meets the failure of what it is packed from.
  yield* pipeline(Readable.from(counted(), { objectMode: false }), createDeflateRaw(), () => undefined)
}

type Field = [bytes: 2 | 4, value: number]

/** What both heads of a file say of it; in the first one, which is written before it, the sizes are 0. */
function entry({ name, crc, packed, size }: Written): Field[] {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ]
}

function record(signature: number, ...fields: Field[]): Buffer {
  const all: Field[] = [[4, signature], ...fields]
  const bytes = Buffer.alloc(all.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of all) {
    at = bytes.writeUIntLE(value, at, length)
  }
  return bytes
}
