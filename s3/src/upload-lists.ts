import { OWNER } from './bucket-properties.ts'
import { checksumElement } from './checksums.ts'
import { findUpload } from './multipart-operations.ts'
import { afterMarker, endOf, folderOf, readEncoding } from './object-lists.ts'
import type { StorageParts } from './storage-parts.ts'
import { readWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'
import type { Upload } from './upload-sql.ts'

const MAX_LISTED = 1000

/** What of an upload has arrived, so that a client can go on after a break. */
export async function listParts(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const upload = findUpload(parts, request)
  const most = readWhole(request, 'max-parts', { least: 0, most: MAX_LISTED, fallback: MAX_LISTED })
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
    Initiator: OWNER,
    Owner: OWNER,
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
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = query.get('upload-id-marker') ?? ''
  const most = readWhole(request, 'max-uploads', { least: 1, most: MAX_LISTED, fallback: MAX_LISTED })
  const encode = readEncoding(request)
  const wish = { prefix, delimiter, most }
  // Without an id all uploads of the marker's key have been told already.
  const key = idMarker ? Buffer.from(keyMarker) : afterMarker(keyMarker, wish)
  const page = collectUploads(parts, wish, { key, id: idMarker })
  const last = page.truncated ? page.last : undefined
  const xml = writeXml('ListMultipartUploadsResult', {
    Bucket: parts.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.id,
    EncodingType: query.get('encoding-type'),
    MaxUploads: most,
    IsTruncated: page.truncated,
    Upload: page.uploads.map((upload) => ({
      Key: encode(upload.key),
      UploadId: upload.id,
      Initiator: OWNER,
      Owner: OWNER,
      Initiated: new Date(upload.initiated).toISOString(),
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: upload.algorithm,
      ChecksumType: upload.type,
    })),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: encode(folder) })),
  })
  return { status: 200, xml }
}

type Page = {
  uploads: Upload[]
  folders: string[]
  /** What was told last: a folder has no id. */
  last: { key: string; id: string } | undefined
  truncated: boolean
}

function collectUploads(
  { uploads }: StorageParts,
  wish: { prefix: string; delimiter: string; most: number },
  after: { key: Buffer; id: string },
): Page {
  const page: Page = { uploads: [], folders: [], last: undefined, truncated: false }
  let from = after
  for (let jumped = true; jumped; ) {
    jumped = false
    for (const upload of uploads.scan(Buffer.from(wish.prefix), endOf(wish.prefix), from)) {
      if (page.uploads.length + page.folders.length === wish.most) {
        return { ...page, truncated: true }
      }
      const folder = folderOf(upload.key, wish)
      if (folder !== undefined) {
        page.folders.push(folder)
        page.last = { key: folder, id: '' }
        from = { key: endOf(folder), id: '' }
        jumped = true
        break
      }
      page.uploads.push(upload)
      page.last = { key: upload.key, id: upload.id }
      from = { key: Buffer.from(upload.key), id: upload.id }
    }
  }
  return page
}
