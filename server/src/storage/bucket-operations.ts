import { encodePath } from '../http/aws-signature.ts'
import type { StoredObject } from './object-sql.ts'
import { receiveText } from './received-payload.ts'
import { NO_CONDITION } from './request-conditions.ts'
import { StorageError, toStorageError } from './storage-errors.ts'
import { mayTouch, type StorageParts } from './storage-parts.ts'
import { readWhole, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { readEntries, readXml, writeXml, type XmlTree } from './storage-xml.ts'

const MOST_LISTED = 1000
const MOST_DELETED = 1000
const LONGEST_DELETE = 4 * 1024 * 1024

export async function headBucket(parts: StorageParts): Promise<StorageAnswer> {
  return { status: 200, headers: { 'x-amz-bucket-region': parts.region } }
}

/** S3 names its first region by saying nothing. */
export async function getBucketLocation(parts: StorageParts): Promise<StorageAnswer> {
  const region = parts.region === 'us-east-1' ? '' : parts.region
  return { status: 200, xml: writeXml('LocationConstraint', region) }
}

export async function listObjects(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const { query } = request
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after')
  const most = readWhole(request, 'max-keys', { least: 0, most: MOST_LISTED, fallback: MOST_LISTED })
  const encode = readEncoding(request)
  const from =
    token === undefined ? Buffer.from(`${startAfter ?? ''}${startAfter ? '\0' : ''}`) : readToken(token)
  const page = collectPage(parts, { prefix, delimiter, from, most })
  const xml = writeXml('ListBucketResult', {
    Name: parts.bucket,
    Prefix: encode(prefix),
    StartAfter: startAfter && encode(startAfter),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    EncodingType: query.get('encoding-type'),
    MaxKeys: most,
    KeyCount: page.objects.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    ContinuationToken: token,
    NextContinuationToken: page.next?.toString('base64url'),
    Contents: page.objects.map((object) => ({
      Key: encode(object.key),
      LastModified: new Date(object.modified).toISOString(),
      ETag: `"${object.etag}"`,
      ChecksumAlgorithm: object.checksum?.algorithm,
      ChecksumType: object.checksum?.type,
      Size: object.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  })
  return { status: 200, xml }
}

/** How keys are written in an answer. Throws InvalidArgument. */
export function readEncoding(request: StorageRequest): (key: string) => string {
  const encoding = request.query.get('encoding-type')
  if (encoding !== undefined && encoding !== 'url') {
    throw new StorageError('InvalidArgument', 'encoding-type can only be url.')
  }
  return encoding === 'url' ? encodePath : (key) => key
}

type Page = { objects: StoredObject[]; prefixes: string[]; next: Buffer | undefined }

/**
 * One page of a list. Keys that share a part up to the delimiter are told once, and then jumped over, so
 * that a folder costs one step however much is in it.
 */
function collectPage(
  parts: StorageParts,
  wish: { prefix: string; delimiter: string; from: Buffer; most: number },
): Page {
  const page: Page = { objects: [], prefixes: [], next: undefined }
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
      const rest = object.key.slice(wish.prefix.length)
      const cut = wish.delimiter ? rest.indexOf(wish.delimiter) : -1
      if (cut !== -1) {
        const common = wish.prefix + rest.slice(0, cut + wish.delimiter.length)
        page.prefixes.push(common)
        from = endOf(common)
        jumped = true
        break
      }
      page.objects.push(object)
      from = Buffer.from(`${object.key}\0`)
    }
  }
  return page
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

export async function deleteObjects(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const tree = readXml(await receiveText(request, { ownChecksum: true, most: LONGEST_DELETE }), 'Delete')
  const entries = readEntries(tree, 'Object')
  if (entries.length === 0 || entries.length > MOST_DELETED) {
    throw new StorageError('MalformedXML')
  }
  const deleted: XmlTree[] = []
  const errors: XmlTree[] = []
  for (const entry of entries) {
    const key = entry.Key
    if (typeof key !== 'string' || key === '') {
      throw new StorageError('MalformedXML')
    }
    try {
      if (!mayTouch(request.signature.credential, key)) {
        throw new StorageError('AccessDenied')
      }
      if (entry.VersionId !== undefined || entry.ETag !== undefined) {
        throw new StorageError('NotImplemented')
      }
      await parts.files.discard(parts.objects.remove(key, NO_CONDITION) ?? [])
      deleted.push({ Key: key })
    } catch (error) {
      const { code, message } = toStorageError(error)
      errors.push({ Key: key, Code: code, Message: message })
    }
  }
  const quiet = tree.Quiet === 'true'
  return { status: 200, xml: writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) }
}
