import type { ByteRange } from './byte-range.ts'
import { checkKey } from './object-key.ts'
import type { ObjectSql, StoredObject } from './object-sql.ts'
import { judgeRead } from './request-conditions.ts'
import { StorageError } from './storage-errors.ts'
import { mayOpen, mayTouch, type StorageParts } from './storage-parts.ts'
import type { StorageRequest } from './storage-request.ts'

export type CopySource = { bucket: string; objects: ObjectSql; object: StoredObject }

/**
 * The object that `x-amz-copy-source` names, if the key of the request may read it and the conditions hold.
 * Throws AccessDenied, NoSuchBucket, NoSuchKey, PreconditionFailed.
 */
export function readCopySource(parts: StorageParts, request: StorageRequest): CopySource {
  const { bucket, key } = readAddress(request.header('x-amz-copy-source') ?? '')
  const { credential } = request.signature
  if (!mayOpen(credential, parts, bucket)) {
    throw new StorageError('NoSuchBucket')
  }
  if (!mayTouch(credential, key)) {
    throw new StorageError('AccessDenied')
  }
  const { objects } = parts.catalogue.of(bucket)
  const object = objects.find(key)
  if (!object) {
    throw new StorageError('NoSuchKey')
  }
  const holds = judgeRead((name) => request.header(`x-amz-copy-source-${name}`), object)
  if (holds === 'not-modified') {
    throw new StorageError('PreconditionFailed')
  }
  return { bucket, objects, object }
}

/** The bytes that a part copies: all, or a range that must lie within the object. Throws InvalidArgument. */
export function readCopySpan(request: StorageRequest, size: number): ByteRange {
  const range = request.header('x-amz-copy-source-range')
  if (range === undefined) {
    return { first: 0, last: size - 1 }
  }
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? []
  const [first, last] = [Number(from ?? Number.NaN), Number(to ?? Number.NaN)]
  if (!(first <= last && last < size)) {
    throw new StorageError('InvalidArgument', 'The range of bytes does not lie within the object.')
  }
  return { first, last }
}

/** `/bucket/key` or `bucket/key`, each character encoded that is not plain in an address. */
function readAddress(header: string): { bucket: string; key: string } {
  const [path = '', version] = header.replace(/^\//, '').split('?versionId=')
  if (version !== undefined && version !== 'null') {
    throw new StorageError('NotImplemented', 'This store keeps no versions.')
  }
  let plain: string
  try {
    // What was not encoded came as the bytes of its UTF-8.
    plain = decodeURIComponent(Buffer.from(path, 'latin1').toString('utf8'))
  } catch (cause) {
    throw new StorageError('InvalidArgument', 'The source of the copy is not understood.', {}, { cause })
  }
  const slash = plain.indexOf('/')
  if (slash < 1 || slash === plain.length - 1) {
    throw new StorageError('InvalidArgument', 'The source of the copy must be a bucket and a key.')
  }
  const key = plain.slice(slash + 1)
  checkKey(key)
  return { bucket: plain.slice(0, slash), key }
}
