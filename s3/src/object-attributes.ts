import { checksumElement } from './checksums.ts'
import type { StoredObject } from './object-sql.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import { parseWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml, type XmlTree } from './storage-xml.ts'

const MAX_PARTS = 1000

/** What is known of an object, as far as `x-amz-object-attributes` names it. Throws NoSuchKey, InvalidArgument. */
export async function getObjectAttributes(
  parts: StorageParts,
  request: StorageRequest,
): Promise<StorageAnswer> {
  const object = parts.objects.find(request.key)
  if (!object) {
    throw new StorageError('NoSuchKey')
  }
  const { etag, size, checksum } = object
  const attributes: XmlTree = {
    ETag: etag,
    Checksum: checksum && {
      [checksumElement(checksum.algorithm)]: checksum.value,
      ChecksumType: checksum.type,
    },
    ObjectParts: etag.includes('-') ? describeParts(parts, object, request) : undefined,
    StorageClass: 'STANDARD',
    ObjectSize: size,
  }
  const wished = (request.header('x-amz-object-attributes') ?? '').split(',').map((name) => name.trim())
  if (!wished.every((name) => Object.hasOwn(attributes, name))) {
    throw new StorageError('InvalidArgument', 'x-amz-object-attributes must name attributes of an object.')
  }
  const told = Object.entries(attributes).filter(([name]) => wished.includes(name))
  return {
    status: 200,
    headers: { 'last-modified': new Date(object.modified).toUTCString() },
    xml: writeXml('GetObjectAttributesResponse', Object.fromEntries(told)),
  }
}

function describeParts({ objects }: StorageParts, object: StoredObject, { header }: StorageRequest): XmlTree {
  const [limit, after] = ['x-amz-max-parts', 'x-amz-part-number-marker'] as const
  const most = parseWhole(header(limit), limit, { least: 0, most: MAX_PARTS, fallback: MAX_PARTS })
  const marker = parseWhole(header(after), after, { least: 0, most: 10_000, fallback: 0 })
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
