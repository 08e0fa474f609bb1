const MEBIBYTE = 1024 * 1024
/** A file of up to this size is sent whole. */
export const WHOLE_UP_TO = 8 * MEBIBYTE
const PART = 8 * MEBIBYTE
/** Fewer than the thousand parts that a store lists in one response. */
const MAX_PARTS = 900

/** A piece of a file; `number` counts from 1, `end` is not part of it. */
export type Part = { number: number; start: number; end: number }

export function partSizeFor(size: number): number {
  return Math.max(PART, Math.ceil(size / MAX_PARTS / MEBIBYTE) * MEBIBYTE)
}

export function planParts(size: number, partSize: number): Part[] {
  return Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min((index + 1) * partSize, size),
  }))
}

/** The body of CompleteMultipartUpload; `etags` as the store gave them, in the order of the parts. */
export function completionOf(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
