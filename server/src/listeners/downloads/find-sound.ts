import type { ObjectStore } from '@vestry/s3'

const TAG_HEADER = 10
const HAS_FOOTER = 0x10

/** Where the sound of a recording begins: after its ID3 tag, which may hold a picture of megabytes. */
export async function findSound(
  store: Pick<ObjectStore, 'read'>,
  path: string,
  size: number,
): Promise<number> {
  if (size < TAG_HEADER) {
    return 0
  }
  const bytes = await store.read(path, { first: 0, last: TAG_HEADER - 1 })
  const begins = lengthOfTag(Buffer.concat(await bytes.toArray()))
  return begins < size ? begins : 0
}

/** By the ID3v2 standard, 3.1, each byte of its size has seven bits. */
function lengthOfTag(header: Buffer): number {
  if (header.toString('latin1', 0, 3) !== 'ID3') {
    return 0
  }
  const [flags = 0, ...sizes] = header.subarray(5)
  const size = sizes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return TAG_HEADER + size + (flags & HAS_FOOTER ? TAG_HEADER : 0)
}
