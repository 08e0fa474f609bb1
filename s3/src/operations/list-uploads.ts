import { OWNER } from '../access.ts'
import type { Upload } from '../disk/upload-sql.ts'
import { checksumElement } from '../request/checksums.ts'
import { readWhole, type S3Request, type S3Response } from '../request/s3-request.ts'
import { writeXml } from '../request/xml.ts'
import type { Context } from './context.ts'
import { afterMarker, afterPrefix, commonPrefix, readEncoding } from './list-objects.ts'
import { findUpload, isSendersOwn } from './multipart-operations.ts'

const MAX_LISTED = 1000

/** The parts of an upload that have arrived, so that a client can go on after an interruption. */
export async function listParts(context: Context, request: S3Request): Promise<S3Response> {
  const upload = findUpload(context, request)
  const max = readWhole(request, 'max-parts', { min: 0, max: MAX_LISTED, fallback: MAX_LISTED })
  const marker = readWhole(request, 'part-number-marker', { min: 0, max: 10_000, fallback: 0 })
  const encode = readEncoding(request)
  const rest = context.uploads.listParts(upload.id).filter((part) => part.number > marker)
  const page = rest.slice(0, max)
  const truncated = max > 0 && rest.length > page.length
  const { algorithm } = upload
  const xml = writeXml('ListPartsResult', {
    Bucket: context.bucket,
    Key: encode(upload.key),
    UploadId: upload.id,
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: 'STANDARD',
    ChecksumAlgorithm: algorithm,
    ChecksumType: upload.type,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? marker,
    MaxParts: max,
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

export async function listMultipartUploads(context: Context, request: S3Request): Promise<S3Response> {
  const { query } = request
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = query.get('upload-id-marker') ?? ''
  const max = readWhole(request, 'max-uploads', { min: 1, max: MAX_LISTED, fallback: MAX_LISTED })
  const encode = readEncoding(request)
  const list = { prefix, delimiter, max }
  // Without an id, all uploads of the marker's key were in the page before.
  const key = idMarker ? Buffer.from(keyMarker) : afterMarker(keyMarker, list)
  const page = collectUploads(context, request.signature, list, { key, id: idMarker })
  const last = page.truncated ? page.last : undefined
  const xml = writeXml('ListMultipartUploadsResult', {
    Bucket: context.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.id,
    EncodingType: query.get('encoding-type'),
    MaxUploads: max,
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
    CommonPrefixes: page.prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  })
  return { status: 200, xml }
}

type Page = {
  uploads: Upload[]
  prefixes: string[]
  /** The last entry of the page: a common prefix has no id. */
  last: { key: string; id: string } | undefined
  truncated: boolean
}

function collectUploads(
  { uploads }: Context,
  sender: S3Request['signature'],
  list: { prefix: string; delimiter: string; max: number },
  after: { key: Buffer; id: string },
): Page {
  const page: Page = { uploads: [], prefixes: [], last: undefined, truncated: false }
  let from = after
  for (let jumped = true; jumped; ) {
    jumped = false
    for (const upload of uploads.scan(Buffer.from(list.prefix), afterPrefix(list.prefix), from)) {
      if (!isSendersOwn(upload, sender)) {
        continue
      }
      if (page.uploads.length + page.prefixes.length === list.max) {
        return { ...page, truncated: true }
      }
      const common = commonPrefix(upload.key, list)
      if (common !== undefined) {
        page.prefixes.push(common)
        page.last = { key: common, id: '' }
        from = { key: afterPrefix(common), id: '' }
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
