import { S3Error } from '../s3-errors.ts'

/** Both ends count, as in HTTP. */
export type ByteRange = { first: number; last: number }

/**
 * The bytes of one of an object's parts, counted from 1 in their order. Throws InvalidPartNumber, and InvalidRequest
 * beside a Range.
 */
export function readPartRange(
  parts: readonly { size: number }[],
  number: number,
  range: string | undefined,
): ByteRange {
  if (range !== undefined) {
    throw new S3Error('InvalidRequest', 'A request asks for a range or for a part, not for both.')
  }
  const part = parts[number - 1]
  if (!part) {
    throw new S3Error('InvalidPartNumber')
  }
  const first = parts.slice(0, number - 1).reduce((sum, { size }) => sum + size, 0)
  return { first, last: first + part.size - 1 }
}

/**
 * The part of `size` bytes that a Range header asks for. `undefined` means all: no header, one that isn't
 * understood (RFC 9110 section 14.2), or several ranges, which S3 does not serve. Throws InvalidRange.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/.exec(header ?? '')
  const [, from, to] = match ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) {
    return undefined
  }
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  if (from !== '' && to !== '' && Number(to) < Number(from)) {
    return undefined
  }
  if (range.first >= size || range.last < range.first) {
    throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${size}` })
  }
  return range
}
