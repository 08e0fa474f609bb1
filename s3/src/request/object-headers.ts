import { S3Error } from '../s3-errors.ts'
import type { ObjectHeaders } from '../store.ts'
import { type Checksum, checksumHeader } from './checksums.ts'
import type { S3Request } from './s3-request.ts'
import { markUploader } from './uploader.ts'

const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const

const MAX_METADATA = 2048
const DEFAULT_TYPE = 'binary/octet-stream'

/** The headers of a PutObject or CreateMultipartUpload that are kept, with who uploads it. Throws InvalidArgument, MetadataTooLarge. */
export function readObjectHeaders(request: S3Request): ObjectHeaders {
  const kept: ObjectHeaders = { 'content-type': request.header('content-type') ?? DEFAULT_TYPE }
  for (const name of KEPT) {
    const value = request.header(name)
    if (value !== undefined) {
      kept[name] = value
    }
  }
  // aws-chunked says how the body was sent, not what it is.
  const encodings = (request.header('content-encoding') ?? '').split(',').map((one) => one.trim())
  const encoding = encodings.filter((one) => one !== '' && one !== 'aws-chunked').join(', ')
  if (encoding) {
    kept['content-encoding'] = encoding
  }
  let size = 0
  for (const name of request.headerNames()) {
    const value = name.startsWith('x-amz-meta-') ? request.header(name) : undefined
    if (value !== undefined) {
      kept[checkedName(name)] = checkedValue(name, value)
      size += name.length - 'x-amz-meta-'.length + value.length
    }
  }
  if (size > MAX_METADATA) {
    throw new S3Error('MetadataTooLarge')
  }
  return markUploader(kept, request.signature)
}

/** A name from the query may hold characters that no header's name can. */
function checkedName(name: string): string {
  if (/[^\w!#$%&'*+.^`|~-]/.test(name)) {
    throw new S3Error('InvalidArgument', 'The name of a metadata header has a character that is not allowed.')
  }
  return name
}

/** A value from the query may hold characters that no header can carry, above all a line break. */
function checkedValue(name: string, value: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new S3Error('InvalidArgument', `The value for ${name} can't be sent in a header.`)
  }
  return value
}

const OVERRIDES = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
]

/** What `response-content-type` and the like ask for; the query is always signed here. */
export function readOverrides(request: S3Request): ObjectHeaders {
  const overrides: ObjectHeaders = {}
  for (const name of OVERRIDES) {
    const value = request.query.get(`response-${name}`)
    if (value !== undefined) {
      // Header values are Latin-1 to Node; these are the bytes of the text in UTF-8.
      overrides[name] = checkedValue(name, Buffer.from(value, 'utf8').toString('latin1'))
    }
  }
  return overrides
}

export function checksumHeaders(checksum: Checksum | undefined): Record<string, string> {
  return checksum
    ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }
    : {}
}
