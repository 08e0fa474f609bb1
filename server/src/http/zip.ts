/** A file in an archive: its name, and its text in pieces. */
export type ZippedFile = { name: string; content: Iterable<string> | AsyncIterable<string> }

/** The first day that an archive knows: files have no date of their own here. */
const DATE = new Date(1980, 0, 1)

/** Packs files one after the other, as they come; none may have 4 GB or more. */
export async function* zip(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  const packed: Uint8Array[] = []
  const archive = new Zip((error, piece) => {
    if (error) {
      throw error
    }
    packed.push(piece)
  })
  const encoder = new TextEncoder()
  for (const { name, content } of files) {
    const file = new ZipDeflate(name)
    file.mtime = DATE
    archive.add(file)
    for await (const text of content) {
      file.push(encoder.encode(text))
      yield* packed.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* packed.splice(0)
  }
  archive.end()
  yield* packed.splice(0)
}
