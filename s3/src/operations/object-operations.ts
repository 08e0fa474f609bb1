import { randomBytes } from 'node:crypto'
import type { ObjectSql, StoredObject } from '../disk/object-sql.ts'
import { planRead } from '../request/answer-read.ts'
import { readPartRange } from '../request/byte-range.ts'
import { checksumElement } from '../request/checksums.ts'
import { checkWriteCondition, readWriteCondition, type WriteCondition } from '../request/conditions.ts'
import { checksumHeaders, readObjectHeaders, readOverrides } from '../request/object-headers.ts'
import { type Received, receiveBody, type Sink } from '../request/receive-body.ts'
import { parseWhole, type S3Request, type S3Response } from '../request/s3-request.ts'
import { withoutUploader } from '../request/uploader.ts'
import { writeXml, type XmlTree } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import type { ObjectHeaders } from '../store.ts'
import { getBucketAcl } from './bucket-operations.ts'
import type { Context } from './context.ts'
import { readPartNumber } from './multipart-operations.ts'
import { watchForRemoval, writeCondition } from './write-condition.ts'

export async function putObject(context: Context, request: S3Request): Promise<S3Response> {
  const { key } = request
  const headers = readObjectHeaders(request)
  const asked = readWriteCondition(request.header)
  // Checked again when the bytes are there; checked now so that a big upload isn't sent in vain.
  checkWriteCondition(asked, context.objects.find(key))
  await writeCondition(context, request, asked)
  const watch = watchForRemoval(context.objects, key, asked)
  const confirm = async () => {
    const condition = await writeCondition(context, request, asked)
    watch.refuse()
    return condition
  }
  const object = await storeObject(context, { key, headers, confirm }, (sink) =>
    receiveBody(request, sink, { ownChecksum: true }),
  ).finally(watch.stop)
  return { status: 200, headers: { etag: `"${object.etag}"`, ...checksumHeaders(object.checksum) } }
}

/** Stores the bytes that `fill` passes on as an object, replacing an earlier one. Throws S3Error. */
export async function storeObject(
  { files, objects, clock }: Pick<Context, 'files' | 'objects' | 'clock'>,
  { key, headers, confirm }: { key: string; headers: ObjectHeaders; confirm: () => Promise<WriteCondition> },
  fill: (sink: Sink) => Promise<Received>,
): Promise<StoredObject> {
  const enter = (pieceId: string, { size, md5, checksum }: Received, condition: WriteCondition) => {
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
  }
  const { object, freed } = await files.write(fill, enter, confirm)
  await files.discard(freed)
  return object
}

/** GetObject and HeadObject; the caller omits the bytes for HEAD. */
export async function getObject(context: Context, request: S3Request): Promise<S3Response> {
  const object = requireObject(context.objects, request.key)
  const isOwner = request.signature.credential.everyBucket === true
  const partNumber = request.query.get('partNumber')
  const pieces = partNumber === undefined ? [] : context.objects.findParts(object.id)
  const { status, headers, range } = planRead(
    request.header,
    isOwner ? object : { ...object, headers: withoutUploader(object.headers) },
    partNumber === undefined
      ? undefined
      : () => readPartRange(pieces, readPartNumber(partNumber), request.header('range')),
  )
  if (!range) {
    return { status, headers }
  }
  const { first, last } = range
  const wantsChecksum = request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
  const ofAll = status === 200 ? object.checksum : undefined
  const checksum = partNumber === undefined ? ofAll : checksumOfPart(object, pieces[Number(partNumber) - 1])
  return {
    status,
    headers: {
      ...headers,
      ...readOverrides(request),
      ...(object.etag.includes('-') &&
        pieces.length > 0 && { 'x-amz-mp-parts-count': String(pieces.length) }),
      ...(wantsChecksum && checksumHeaders(checksum)),
    },
    bytes: {
      length: last - first + 1,
      send: (write) => context.files.read(context.objects.findSpans(object.id, first, last), write),
    },
  }
}

/** Its own value, with the type of the object's. */
function checksumOfPart({ checksum }: StoredObject, part: { checksum: string | null } | undefined) {
  return checksum && part?.checksum ? { ...checksum, value: part.checksum } : undefined
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

const MAX_LISTED_PARTS = 1000

/** What `x-amz-object-attributes` names of an object. Throws NoSuchKey, InvalidArgument. */
export async function getObjectAttributes(context: Context, request: S3Request): Promise<S3Response> {
  const object = requireObject(context.objects, request.key)
  const { etag, size, checksum } = object
  const attributes: XmlTree = {
    ETag: etag,
    Checksum: checksum && {
      [checksumElement(checksum.algorithm)]: checksum.value,
      ChecksumType: checksum.type,
    },
    ObjectParts: etag.includes('-') ? describeParts(context, object, request) : undefined,
    StorageClass: 'STANDARD',
    ObjectSize: size,
  }
  const requested = (request.header('x-amz-object-attributes') ?? '').split(',').map((name) => name.trim())
  if (!requested.every((name) => Object.hasOwn(attributes, name))) {
    throw new S3Error('InvalidArgument', 'x-amz-object-attributes must name attributes of an object.')
  }
  const known = Object.entries(attributes).filter(([name]) => requested.includes(name))
  return {
    status: 200,
    headers: { 'last-modified': new Date(object.modified).toUTCString() },
    xml: writeXml('GetObjectAttributesResponse', Object.fromEntries(known)),
  }
}

function describeParts({ objects }: Context, object: StoredObject, { header }: S3Request): XmlTree {
  const [limit, after] = ['x-amz-max-parts', 'x-amz-part-number-marker'] as const
  const max = parseWhole(header(limit), limit, { min: 0, max: MAX_LISTED_PARTS, fallback: MAX_LISTED_PARTS })
  const marker = parseWhole(header(after), after, { min: 0, max: 10_000, fallback: 0 })
  const all = objects.findParts(object.id)
  const page = all.slice(marker, marker + max)
  const algorithm = object.checksum?.algorithm
  return {
    PartsCount: all.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + page.length,
    MaxParts: max,
    IsTruncated: max > 0 && marker + page.length < all.length,
    Part: page.map(({ size, checksum }, index) => ({
      PartNumber: marker + index + 1,
      Size: size,
      ...(algorithm && checksum !== null && { [checksumElement(algorithm)]: checksum }),
    })),
  }
}
