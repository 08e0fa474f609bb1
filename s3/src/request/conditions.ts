import { S3Error } from '../s3-errors.ts'
import type { ObjectHeaders } from '../store.ts'

type State = { etag: string; modified: number }
type ReadHeader = (name: string) => string | undefined

/** Checks the conditions of GET and HEAD in the order of RFC 9110 section 13.2.2. Throws PreconditionFailed. */
export function checkReadConditions(header: ReadHeader, object: State): 'serve' | 'not-modified' {
  const ifMatch = header('if-match')
  const ifNoneMatch = header('if-none-match')
  const unmodifiedSince = seconds(header('if-unmodified-since'))
  const modifiedSince = seconds(header('if-modified-since'))
  const modified = Math.floor(object.modified / 1000)
  if (ifMatch !== undefined ? !names(ifMatch, object.etag) : modified > (unmodifiedSince ?? modified)) {
    throw new S3Error('PreconditionFailed')
  }
  if (ifNoneMatch !== undefined) {
    return names(ifNoneMatch, object.etag) ? 'not-modified' : 'serve'
  }
  return modifiedSince !== undefined && modified <= modifiedSince ? 'not-modified' : 'serve'
}

/** Whether If-Range, when there is one, still means this object; otherwise the range is ignored. */
export function ifRangeHolds(header: ReadHeader, object: State): boolean {
  const ifRange = header('if-range')
  if (ifRange === undefined) {
    return true
  }
  return ifRange.includes('"')
    ? ifRange.trim() === `"${object.etag}"`
    : seconds(ifRange) === Math.floor(object.modified / 1000)
}

/** The conditions of a write: it must be new, or it must still be the one with this ETag. */
export type WriteCondition = {
  mustBeNew: boolean
  mustMatch: string | undefined
  /** Whether an object with these headers may be replaced; without it, any object may. */
  mayReplace?: (headers: ObjectHeaders) => boolean
}

export const NO_CONDITION: WriteCondition = { mustBeNew: false, mustMatch: undefined }

/** If-None-Match can only be `*` on a write, as in S3. Throws NotImplemented for anything else. */
export function readWriteCondition(header: ReadHeader): WriteCondition {
  if (header('if-unmodified-since') !== undefined) {
    throw new S3Error('NotImplemented', 'A write does not support If-Unmodified-Since.')
  }
  const ifNoneMatch = header('if-none-match')
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    throw new S3Error('NotImplemented', 'A write supports If-None-Match only with an asterisk.')
  }
  return { mustBeNew: ifNoneMatch !== undefined, mustMatch: header('if-match') }
}

/** Throws PreconditionFailed, AccessDenied, or NoSuchKey when If-Match names an object that isn't there. */
export function checkWriteCondition(
  condition: WriteCondition,
  existing: { etag: string; headers: ObjectHeaders } | undefined,
): void {
  if (condition.mustBeNew && existing) {
    throw new S3Error('PreconditionFailed')
  }
  if (existing && condition.mayReplace?.(existing.headers) === false) {
    throw new S3Error('AccessDenied', 'Something else is there by now: it stays.')
  }
  if (condition.mustMatch !== undefined) {
    if (!existing) {
      throw new S3Error('NoSuchKey')
    }
    if (!names(condition.mustMatch, existing.etag)) {
      throw new S3Error('PreconditionFailed')
    }
  }
}

/** The conditions of a deletion: what the object must still be; `modified` in seconds since 1970. */
export type DeleteCondition = { etag?: string; modified?: number; size?: number }

/** Throws InvalidArgument for a bad time or length. */
export function readDeleteCondition(
  given: Record<'etag' | 'modified' | 'size', string | undefined>,
): DeleteCondition {
  const modified = seconds(given.modified)
  const size = /^\d{1,15}$/.test(given.size ?? '') ? Number(given.size) : undefined
  if (
    (given.modified !== undefined && modified === undefined) ||
    (given.size !== undefined && size === undefined)
  ) {
    throw new S3Error('InvalidArgument', 'A condition of the deletion is not understood.')
  }
  return {
    ...(given.etag !== undefined && { etag: given.etag }),
    ...(modified !== undefined && { modified }),
    ...(size !== undefined && { size }),
  }
}

/** Throws PreconditionFailed. What isn't there any more can't be deleted wrongly. */
export function checkDeleteCondition(
  { etag, modified, size }: DeleteCondition,
  existing: State & { size: number },
): void {
  const holds =
    (etag === undefined || names(etag, existing.etag)) &&
    (modified === undefined || modified === Math.floor(existing.modified / 1000)) &&
    (size === undefined || size === existing.size)
  if (!holds) {
    throw new S3Error('PreconditionFailed')
  }
}

function names(list: string, etag: string): boolean {
  return list.split(',').some((entry) => {
    const bare = entry
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return bare === '*' || bare === etag
  })
}

function seconds(date: string | undefined): number | undefined {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
