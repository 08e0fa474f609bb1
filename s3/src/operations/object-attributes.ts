import type { StoredObject } from '../disk/object-sql.ts'
import { checksumElement } from '../request/checksums.ts'
import { parseWhole, type S3Request, type S3Response } from '../request/s3-request.ts'
import { writeXml, type XmlTree } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import type { Context } from './context.ts'
import { requireObject } from './object-operations.ts'

const MAX_PARTS = 1000

/** What is known of an object, as far as `x-amz-object-attributes` names it. Throws NoSuchKey, InvalidArgument. */
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
  const most = parseWhole(header(limit), limit, { min: 0, max: MAX_PARTS, fallback: MAX_PARTS })
  const marker = parseWhole(header(after), after, { min: 0, max: 10_000, fallback: 0 })
  const all = objects.findParts(object.id)
  const page = all.slice(marker, marker + most)
  const algorithm = object.checksum?.algorithm
  return {
    PartsCount: all.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + page.length,
    MaxParts: most,
    IsTruncated: most > 0 && marker + page.length < all.length,
    Part: page.map(({ size, checksum }, index) => ({
      PartNumber: marker + index + 1,
      Size: size,
      ...(algorithm && checksum !== null && { [checksumElement(algorithm)]: checksum }),
    })),
  }
}
