import { OWNER } from '../access.ts'
import type { StoredObject } from '../disk/object-sql.ts'
import { readWhole, type S3Request, type S3Response } from '../request/s3-request.ts'
import { writeXml, type XmlTree } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import { encodePath } from '../signature/signature-v4.ts'
import type { Context } from './context.ts'

const MAX_KEYS = 1000

/** The first version of the list, which goes on after a key instead of a token. */
export async function listObjects(context: Context, request: S3Request): Promise<S3Response> {
  const list = readListQuery(request)
  const marker = request.query.get('marker') ?? ''
  const page = collectPage(context, { ...list, from: afterMarker(marker, list) })
  const next = page.next && list.delimiter ? page.last : undefined
  return listResult(context, request, { ...list, owners: true }, page, {
    Marker: list.encode(marker),
    // Without a delimiter the last key says where to go on.
    NextMarker: next && list.encode(next),
  })
}

export async function listObjectsV2(context: Context, request: S3Request): Promise<S3Response> {
  const list = { ...readListQuery(request), owners: request.query.get('fetch-owner') === 'true' }
  const token = request.query.get('continuation-token')
  const startAfter = request.query.get('start-after')
  const from =
    token === undefined ? Buffer.from(`${startAfter ?? ''}${startAfter ? '\0' : ''}`) : readToken(token)
  const page = collectPage(context, { ...list, from })
  return listResult(context, request, list, page, {
    StartAfter: startAfter && list.encode(startAfter),
    KeyCount: page.objects.length + page.prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: page.next?.toString('base64url'),
  })
}

/** There is one version of each object, called null: a tool that empties a bucket by versions finds them all. */
export async function listObjectVersions(context: Context, request: S3Request): Promise<S3Response> {
  const { query } = request
  const list = readListQuery(request)
  const { prefix, delimiter, max, encode } = list
  const marker = query.get('key-marker') ?? ''
  const page = collectPage(context, { ...list, from: afterMarker(marker, list) })
  const next = page.next ? page.last : undefined
  const xml = writeXml('ListVersionsResult', {
    Name: context.bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(marker),
    VersionIdMarker: query.get('version-id-marker') ?? '',
    NextKeyMarker: next && encode(next),
    NextVersionIdMarker: next && 'null',
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: query.get('encoding-type'),
    MaxKeys: max,
    IsTruncated: page.next !== undefined,
    Version: page.objects.map((object) => ({
      ...describe(object, encode),
      VersionId: 'null',
      IsLatest: true,
      Owner: OWNER,
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  })
  return { status: 200, xml }
}

function describe(object: StoredObject, encode: ListQuery['encode']) {
  return {
    Key: encode(object.key),
    LastModified: new Date(object.modified).toISOString(),
    ETag: `"${object.etag}"`,
    ChecksumAlgorithm: object.checksum?.algorithm,
    ChecksumType: object.checksum?.type,
    Size: object.size,
    StorageClass: 'STANDARD',
  }
}

type ListQuery = { prefix: string; delimiter: string; max: number; encode: (key: string) => string }

function readListQuery(request: S3Request): ListQuery {
  return {
    prefix: request.query.get('prefix') ?? '',
    delimiter: request.query.get('delimiter') ?? '',
    max: readWhole(request, 'max-keys', { min: 0, max: MAX_KEYS, fallback: MAX_KEYS }),
    encode: readEncoding(request),
  }
}

function listResult(
  context: Context,
  { query }: S3Request,
  { prefix, delimiter, max, encode, owners }: ListQuery & { owners: boolean },
  page: Page,
  position: XmlTree,
): S3Response {
  const xml = writeXml('ListBucketResult', {
    Name: context.bucket,
    Prefix: encode(prefix),
    ...position,
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: query.get('encoding-type'),
    MaxKeys: max,
    IsTruncated: page.next !== undefined,
    Contents: page.objects.map((object) => ({
      ...describe(object, encode),
      Owner: owners ? OWNER : undefined,
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  })
  return { status: 200, xml }
}

/** A common prefix as the marker stands for all keys below it, which were in the page before. */
export function afterMarker(
  marker: string,
  { prefix, delimiter }: Pick<ListQuery, 'prefix' | 'delimiter'>,
): Buffer {
  const rest = marker.startsWith(prefix) ? marker.slice(prefix.length) : ''
  const isCommonPrefix = delimiter !== '' && rest.indexOf(delimiter) === rest.length - delimiter.length
  return isCommonPrefix && rest.length >= delimiter.length
    ? afterPrefix(marker)
    : Buffer.from(marker && `${marker}\0`)
}

/** How keys are written in a response. Throws InvalidArgument. */
export function readEncoding(request: S3Request): (key: string) => string {
  const encoding = request.query.get('encoding-type')
  if (encoding !== undefined && encoding !== 'url') {
    throw new S3Error('InvalidArgument', 'encoding-type can only be url.')
  }
  return encoding === 'url' ? encodePath : (key) => key
}

type Page = {
  objects: StoredObject[]
  prefixes: string[]
  /** The last key or common prefix of the page. */
  last: string | undefined
  next: Buffer | undefined
}

/**
 * One page of a list. Keys that share a part up to the delimiter are listed as one common prefix, and then jumped
 * over, so that it costs one step however many there are.
 */
function collectPage(
  context: Context,
  list: { prefix: string; delimiter: string; from: Buffer; max: number },
): Page {
  const page: Page = { objects: [], prefixes: [], last: undefined, next: undefined }
  const start = Buffer.from(list.prefix)
  const end = afterPrefix(list.prefix)
  let from = Buffer.compare(list.from, start) > 0 ? list.from : start
  for (let jumped = true; jumped; ) {
    jumped = false
    for (const object of context.objects.scan(from, end)) {
      if (page.objects.length + page.prefixes.length === list.max) {
        // S3 calls a list of no keys at all complete.
        page.next = list.max === 0 ? undefined : from
        return page
      }
      const common = commonPrefix(object.key, list)
      if (common !== undefined) {
        page.prefixes.push(common)
        page.last = common
        from = afterPrefix(common)
        jumped = true
        break
      }
      page.objects.push(object)
      page.last = object.key
      from = Buffer.from(`${object.key}\0`)
    }
  }
  return page
}

/** What a key shares up to the delimiter; `undefined` without one. */
export function commonPrefix(
  key: string,
  { prefix, delimiter }: Pick<ListQuery, 'prefix' | 'delimiter'>,
): string | undefined {
  const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
  return cut === -1 ? undefined : key.slice(0, cut + delimiter.length)
}

/** Comes after every key with this prefix: 0xFF occurs nowhere in UTF-8. */
export function afterPrefix(prefix: string): Buffer {
  return Buffer.concat([Buffer.from(prefix), Buffer.of(0xff)])
}

function readToken(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url')
  if (token === '' || bytes.toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect.')
  }
  return bytes
}
