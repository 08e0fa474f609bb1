import { S3Error } from '../s3-errors.ts'
import type { ListedObject, ObjectHeaders } from '../store.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import { checkReadConditions, ifRangeHolds } from './conditions.ts'
import { withoutUploader } from './uploader.ts'

type ReadHeader = (name: string) => string | undefined
type ReadObject = ListedObject & { headers: ObjectHeaders }

/** The answer to a GET or HEAD of an object, and which of its bytes it has: none if it has not changed. */
export type ReadAnswer = { status: number; headers: Record<string, string>; range?: ByteRange }

/**
 * Answers by the conditions of the request, then by its range, or by `findRange` if that comes in another form. Throws
 * PreconditionFailed and InvalidRange.
 */
export function planRead(
  header: ReadHeader,
  object: ReadObject,
  findRange = () => (ifRangeHolds(header, object) ? readRange(header('range'), object.size) : undefined),
): ReadAnswer {
  const { size, etag, modified, headers } = object
  const state = {
    etag: `"${etag}"`,
    'last-modified': new Date(modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (checkReadConditions(header, object) === 'not-modified') {
    const kept = headers['cache-control']
    return { status: 304, headers: { ...(kept !== undefined && { 'cache-control': kept }), ...state } }
  }
  const asked = findRange()
  const range = asked ?? { first: 0, last: size - 1 }
  const place = `bytes ${range.first}-${range.last}/${size}`
  return {
    status: asked ? 206 : 200,
    headers: { ...headers, ...state, ...(asked && size > 0 && { 'content-range': place }) },
    range,
  }
}

/** The same for a server that hands out objects at addresses of its own: a refusal is an answer too, 412 or 416. */
export function answerRead(header: ReadHeader, object: ReadObject): ReadAnswer {
  try {
    return planRead(header, { ...object, headers: withoutUploader(object.headers) })
  } catch (error) {
    if (!(error instanceof S3Error)) {
      throw error
    }
    return { status: error.status, headers: error.headers }
  }
}
