import { randomBytes } from 'node:crypto'
import type { ObjectSql, StoredObject } from '../disk/object-sql.ts'
import { readPartRange, readRange } from '../request/byte-range.ts'
import {
  checkReadConditions,
  checkWriteCondition,
  ifRangeHolds,
  readWriteCondition,
} from '../request/conditions.ts'
import { checksumHeaders, readObjectHeaders, readOverrides } from '../request/object-headers.ts'
import { receiveBody } from '../request/receive-body.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { writeXml } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import { getBucketAcl } from './bucket-operations.ts'
import type { Context } from './context.ts'
import { readPartNumber } from './multipart-operations.ts'

export async function putObject(context: Context, request: S3Request): Promise<S3Response> {
  const { files, objects, clock } = context
  const { key } = request
  const headers = readObjectHeaders(request)
  const condition = readWriteCondition(request.header)
  // Checked again when the bytes are there; checked now so that a big upload isn't sent in vain.
  checkWriteCondition(condition, objects.find(key))
  const { object, freed } = await files.write(
    (sink) => receiveBody(request, sink, { ownChecksum: true }),
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

/** GetObject and HeadObject; the caller omits the bytes for HEAD. */
export async function getObject(context: Context, request: S3Request): Promise<S3Response> {
  const object = requireObject(context.objects, request.key)
  const state = {
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (checkReadConditions(request.header, object) === 'not-modified') {
    return { status: 304, headers: { ...cacheHeaders(object), ...state } }
  }
  const partNumber = request.query.get('partNumber')
  const pieces = partNumber === undefined ? [] : context.objects.findParts(object.id)
  const range =
    partNumber !== undefined
      ? readPartRange(pieces, readPartNumber(partNumber), request.header('range'))
      : ifRangeHolds(request.header, object)
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
      send: (write) => context.files.read(context.objects.findSpans(object.id, first, last), write),
    },
  }
}

/** That of its bucket. */
export async function getObjectAcl({ objects }: Context, { key }: S3Request): Promise<S3Response> {
  requireObject(objects, key)
  return await getBucketAcl()
}

/** Objects have no tags here. */
export async function getObjectTagging({ objects }: Context, { key }: S3Request): Promise<S3Response> {
  requireObject(objects, key)
  return { status: 200, xml: writeXml('Tagging', { TagSet: '' }) }
}

/** Throws NoSuchKey. */
export function requireObject(objects: ObjectSql, key: string): StoredObject {
  const object = objects.find(key)
  if (!object) {
    throw new S3Error('NoSuchKey')
  }
  return object
}

function cacheHeaders({ headers }: StoredObject): Record<string, string> {
  return headers['cache-control'] === undefined ? {} : { 'cache-control': headers['cache-control'] }
}
