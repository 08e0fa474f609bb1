import { randomBytes } from 'node:crypto'
import { readPartRange, readRange } from './byte-range.ts'
import { readPartNumber } from './multipart-operations.ts'
import { checksumHeaders, readKeptHeaders, readOverrides } from './object-headers.ts'
import type { StoredObject } from './object-sql.ts'
import { receivePayload } from './received-payload.ts'
import { judgeRead, judgeWrite, rangeStillHolds, readWriteCondition } from './request-conditions.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'

export async function putObject(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const { files, objects, clock } = parts
  const { key } = request
  const headers = readKeptHeaders(request)
  const condition = readWriteCondition(request.header)
  // Asked again when the bytes are there; asked now so that a big upload isn't sent in vain.
  judgeWrite(condition, objects.find(key))
  const { object, freed } = await files.write(
    (sink) => receivePayload(request, sink, { ownChecksum: true }),
    (pieceId, { size, md5, checksum }) => {
      const object: StoredObject = {
        key,
        id: randomBytes(16).toString('hex'),
        etag: md5,
        size,
        modified: clock.now(),
        headers,
        checksum: checksum && { ...checksum, type: 'FULL_OBJECT' },
      }
      const piece = { id: pieceId, size, md5, checksum: checksum?.value }
      return { object, freed: objects.put(object, piece, condition) }
    },
  )
  await files.discard(freed)
  return { status: 200, headers: { etag: `"${object.etag}"`, ...checksumHeaders(object.checksum) } }
}

/** GetObject and HeadObject; the caller leaves the bytes away for HEAD. */
export async function getObject(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const object = parts.objects.find(request.key)
  if (!object) {
    throw new StorageError('NoSuchKey')
  }
  const state = {
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (judgeRead(request.header, object) === 'not-modified') {
    return { status: 304, headers: { ...cacheHeaders(object), ...state } }
  }
  const wished = request.query.get('partNumber')
  const pieces = wished === undefined ? [] : parts.objects.findParts(object.id)
  const range =
    wished !== undefined
      ? readPartRange(pieces, readPartNumber(wished), request.header('range'))
      : rangeStillHolds(request.header, object)
        ? readRange(request.header('range'), object.size)
        : undefined
  const { first, last } = range ?? { first: 0, last: object.size - 1 }
  const wantsChecksum = !range && request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
  return {
    status: range ? 206 : 200,
    headers: {
      ...object.headers,
      ...readOverrides(request),
      ...state,
      ...(range && object.size > 0 && { 'content-range': `bytes ${first}-${last}/${object.size}` }),
      ...(object.etag.includes('-') &&
        pieces.length > 0 && { 'x-amz-mp-parts-count': String(pieces.length) }),
      ...(wantsChecksum && checksumHeaders(object.checksum)),
    },
    bytes: {
      length: last - first + 1,
      send: (write) => parts.files.read(parts.objects.findSpans(object.id, first, last), write),
    },
  }
}

function cacheHeaders({ headers }: StoredObject): Record<string, string> {
  return headers['cache-control'] === undefined ? {} : { 'cache-control': headers['cache-control'] }
}
