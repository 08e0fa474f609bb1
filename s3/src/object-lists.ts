import { encodePath } from '../../server/src/http/aws-signature.ts'
import { OWNER } from './bucket-properties.ts'
import type { StoredObject } from './object-sql.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import { readWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml, type XmlTree } from './storage-xml.ts'

const MAX_LISTED = 1000

/** The first version of the list, which goes on after a key instead of a token. */
export async function listObjectsByMarker(
  parts: StorageParts,
  request: StorageRequest,
): Promise<StorageAnswer> {
  const wish = readWish(request)
  const marker = request.query.get('marker') ?? ''
  const page = collectPage(parts, { ...wish, from: afterMarker(marker, wish) })
  const next = page.next && wish.delimiter ? page.last : undefined
  return answerList(parts, request, { ...wish, owners: true }, page, {
    Marker: wish.encode(marker),
    // Without a delimiter the last key says where to go on.
    NextMarker: next && wish.encode(next),
  })
}

export async function listObjects(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const wish = { ...readWish(request), owners: request.query.get('fetch-owner') === 'true' }
  const token = request.query.get('continuation-token')
  const startAfter = request.query.get('start-after')
  const from =
    token === undefined ? Buffer.from(`${startAfter ?? ''}${startAfter ? '\0' : ''}`) : readToken(token)
  const page = collectPage(parts, { ...wish, from })
  return answerList(parts, request, wish, page, {
    StartAfter: startAfter && wish.encode(startAfter),
    KeyCount: page.objects.length + page.prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: page.next?.toString('base64url'),
  })
}

/** There is one version of each object, called null: what empties a bucket by versions finds them all. */
export async function listObjectVersions(
  parts: StorageParts,
  request: StorageRequest,
): Promise<StorageAnswer> {
  const { query } = request
  const wish = readWish(request)
  const { prefix, delimiter, most, encode } = wish
  const marker = query.get('key-marker') ?? ''
  const page = collectPage(parts, { ...wish, from: afterMarker(marker, wish) })
  const next = page.next ? page.last : undefined
  const xml = writeXml('ListVersionsResult', {
    Name: parts.bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(marker),
    VersionIdMarker: query.get('version-id-marker') ?? '',
    NextKeyMarker: next && encode(next),
    NextVersionIdMarker: next && 'null',
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: query.get('encoding-type'),
    MaxKeys: most,
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

function describe(object: StoredObject, encode: Wish['encode']) {
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

type Wish = { prefix: string; delimiter: string; most: number; encode: (key: string) => string }

function readWish(request: StorageRequest): Wish {
  return {
    prefix: request.query.get('prefix') ?? '',
    delimiter: request.query.get('delimiter') ?? '',
    most: readWhole(request, 'max-keys', { least: 0, most: MAX_LISTED, fallback: MAX_LISTED }),
    encode: readEncoding(request),
  }
}

function answerList(
  parts: StorageParts,
  { query }: StorageRequest,
  { prefix, delimiter, most, encode, owners }: Wish & { owners: boolean },
  page: Page,
  place: XmlTree,
): StorageAnswer {
  const xml = writeXml('ListBucketResult', {
    Name: parts.bucket,
    Prefix: encode(prefix),
    ...place,
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: query.get('encoding-type'),
    MaxKeys: most,
    IsTruncated: page.next !== undefined,
    Contents: page.objects.map((object) => ({
      ...describe(object, encode),
      Owner: owners ? OWNER : undefined,
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  })
  return { status: 200, xml }
}

/** A folder that a marker names has been told with all that is in it. */
export function afterMarker(
  marker: string,
  { prefix, delimiter }: Pick<Wish, 'prefix' | 'delimiter'>,
): Buffer {
  const rest = marker.startsWith(prefix) ? marker.slice(prefix.length) : ''
  const isFolder = delimiter !== '' && rest.indexOf(delimiter) === rest.length - delimiter.length
  return isFolder && rest.length >= delimiter.length ? endOf(marker) : Buffer.from(marker && `${marker}\0`)
}

/** How keys are written in an answer. Throws InvalidArgument. */
export function readEncoding(request: StorageRequest): (key: string) => string {
  const encoding = request.query.get('encoding-type')
  if (encoding !== undefined && encoding !== 'url') {
    throw new StorageError('InvalidArgument', 'encoding-type can only be url.')
  }
  return encoding === 'url' ? encodePath : (key) => key
}

type Page = {
  objects: StoredObject[]
  prefixes: string[]
  /** The key or folder that was told last. */
  last: string | undefined
  next: Buffer | undefined
}

/**
 * One page of a list. Keys that share a part up to the delimiter are told once, and then jumped over, so
 * that a folder costs one step however much is in it.
 */
function collectPage(
  parts: StorageParts,
  wish: { prefix: string; delimiter: string; from: Buffer; most: number },
): Page {
  const page: Page = { objects: [], prefixes: [], last: undefined, next: undefined }
  const start = Buffer.from(wish.prefix)
  const end = endOf(wish.prefix)
  let from = Buffer.compare(wish.from, start) > 0 ? wish.from : start
  for (let jumped = true; jumped; ) {
    jumped = false
    for (const object of parts.objects.scan(from, end)) {
      if (page.objects.length + page.prefixes.length === wish.most) {
        // S3 calls a list of no keys at all complete.
        page.next = wish.most === 0 ? undefined : from
        return page
      }
      const common = folderOf(object.key, wish)
      if (common !== undefined) {
        page.prefixes.push(common)
        page.last = common
        from = endOf(common)
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

/** What a key shares up to the delimiter; `undefined` for one that lies in no folder. */
export function folderOf(
  key: string,
  { prefix, delimiter }: Pick<Wish, 'prefix' | 'delimiter'>,
): string | undefined {
  const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
  return cut === -1 ? undefined : key.slice(0, cut + delimiter.length)
}

/** Comes after every key with this prefix: 0xFF occurs nowhere in UTF-8. */
export function endOf(prefix: string): Buffer {
  return Buffer.concat([Buffer.from(prefix), Buffer.of(0xff)])
}

function readToken(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url')
  if (token === '' || bytes.toString('base64url') !== token) {
    throw new StorageError('InvalidArgument', 'The continuation token provided is incorrect.')
  }
  return bytes
}
