import { checksumElement } from './checksums.ts'
import { findUpload } from './multipart-operations.ts'
import { endOf, readEncoding } from './object-lists.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import { readWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'
import type { Upload } from './upload-sql.ts'

const MOST_LISTED = 1000

/** What of an upload has arrived, so that a client can go on after a break. */
export async function listParts(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const upload = findUpload(parts, request)
  const most = readWhole(request, 'max-parts', { least: 0, most: MOST_LISTED, fallback: MOST_LISTED })
  const marker = readWhole(request, 'part-number-marker', { least: 0, most: 10_000, fallback: 0 })
  const encode = readEncoding(request)
  const rest = parts.uploads.listParts(upload.id).filter((part) => part.number > marker)
  const page = rest.slice(0, most)
  const truncated = most > 0 && rest.length > page.length
  const { algorithm } = upload
  const xml = writeXml('ListPartsResult', {
    Bucket: parts.bucket,
    Key: encode(upload.key),
    UploadId: upload.id,
    StorageClass: 'STANDARD',
    ChecksumAlgorithm: algorithm,
    ChecksumType: upload.type,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? marker,
    MaxParts: most,
    IsTruncated: truncated,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.md5}"`,
      Size: part.size,
      ...(algorithm && { [checksumElement(algorithm)]: part.checksum }),
    })),
  })
  return { status: 200, xml }
}

export async function listMultipartUploads(
  parts: StorageParts,
  request: StorageRequest,
): Promise<StorageAnswer> {
  const { query } = request
  if (query.get('delimiter')) {
    throw new StorageError('NotImplemented', 'Uploads are listed without a delimiter only.')
  }
  const prefix = query.get('prefix') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = query.get('upload-id-marker') ?? ''
  const most = readWhole(request, 'max-uploads', { least: 1, most: MOST_LISTED, fallback: MOST_LISTED })
  const encode = readEncoding(request)
  // Without an id all uploads of the marker's key have been told already.
  const after = { key: Buffer.from(idMarker ? keyMarker : `${keyMarker}\0`), id: idMarker }
  const page: Upload[] = []
  let truncated = false
  for (const upload of parts.uploads.scan(Buffer.from(prefix), endOf(prefix), keyMarker ? after : NOTHING)) {
    if (page.length === most) {
      truncated = true
      break
    }
    page.push(upload)
  }
  const last = truncated ? page.at(-1) : undefined
  const xml = writeXml('ListMultipartUploadsResult', {
    Bucket: parts.bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.id,
    EncodingType: query.get('encoding-type'),
    MaxUploads: most,
    IsTruncated: truncated,
    Upload: page.map((upload) => ({
      Key: encode(upload.key),
      UploadId: upload.id,
      Initiated: new Date(upload.initiated).toISOString(),
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: upload.algorithm,
      ChecksumType: upload.type,
    })),
  })
  return { status: 200, xml }
}

const NOTHING = { key: Buffer.alloc(0), id: '' }
