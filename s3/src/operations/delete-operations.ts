import { canChange } from '../access.ts'
import { type DeleteCondition, readDeleteCondition } from '../request/conditions.ts'
import { receiveText } from '../request/receive-body.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { childrenOf, readXml, textOf, writeXml, type XmlElement, type XmlTree } from '../request/xml.ts'
import { S3Error, toS3Error } from '../s3-errors.ts'
import type { Context } from './context.ts'
import { keepFromRemoval } from './keep-objects.ts'

const MAX_DELETED = 1000

/** Deleting what isn't there is no error, as in S3. */
export async function deleteObject(context: Context, request: S3Request): Promise<S3Response> {
  const removed = await removeObject(context, request, request.key, readHeaderCondition(request))
  return { status: 204, removed }
}

/** The keys that this has removed: the one, or none. */
async function removeObject(
  { keeper, objects, uploads, files, bucket, defaultBucket }: Context,
  request: S3Request,
  key: string,
  condition: DeleteCondition,
): Promise<string[]> {
  let freed: string[] | undefined
  const isAwaited = uploads.isOfAnother(key, request.signature.person)
  await keepFromRemoval(keeper, request, key, { object: objects.find(key), isAwaited }, async () => {
    freed = objects.remove(key, condition) ?? freed
  })
  await files.discard(freed ?? [])
  return freed && bucket === defaultBucket ? [key] : []
}

/** Each deletion by itself: a refused one stops none of the others. */
export async function deleteObjects(context: Context, request: S3Request): Promise<S3Response> {
  const { quiet, entries } = readDeletions(await receiveText(request, { ownChecksum: true }))
  const deleted: XmlTree[] = []
  const errors: XmlTree[] = []
  const failures: unknown[] = []
  const removed: string[] = []
  const refused: string[] = []
  await request.signature.confirm()
  for (const { key, version, entry } of entries) {
    const named = { Key: key, VersionId: version }
    try {
      if (!canChange(request.signature.credential, key, context.isProtected)) {
        throw new S3Error('AccessDenied')
      }
      if (version !== undefined && version !== 'null') {
        throw new S3Error('NoSuchVersion')
      }
      removed.push(...(await removeObject(context, request, key, readEntryCondition(entry))))
      deleted.push(named)
    } catch (error) {
      const { code, message } = toS3Error(error)
      errors.push({ ...named, Code: code, Message: message })
      if (code === 'AccessDenied') {
        refused.push(key)
      }
      if (!(error instanceof S3Error)) {
        failures.push(error)
      }
    }
  }
  const xml = writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors })
  return { status: 200, xml, failures, removed, refused }
}

export type Deletion = { key: string; version: string | undefined; entry: XmlElement }

/** What a DeleteObjects names. Throws MalformedXML. */
export function readDeletions(text: string): { quiet: boolean; entries: Deletion[] } {
  const tree = readXml(text, 'Delete')
  const entries = childrenOf(tree, 'Object')
  if (entries.length === 0 || entries.length > MAX_DELETED) {
    throw new S3Error('MalformedXML')
  }
  return {
    quiet: textOf(tree, 'Quiet')?.trim() === 'true',
    entries: entries.map((entry) => {
      const key = textOf(entry, 'Key')
      if (!key) {
        throw new S3Error('MalformedXML')
      }
      return { key, version: textOf(entry, 'VersionId'), entry }
    }),
  }
}

/** The conditions of a DeleteObject. Throws NotImplemented, InvalidArgument. */
export function readHeaderCondition({ header }: S3Request): DeleteCondition {
  if (header('if-none-match') !== undefined || header('if-unmodified-since') !== undefined) {
    throw new S3Error('NotImplemented', 'A deletion knows of these conditions only If-Match.')
  }
  return readDeleteCondition({
    etag: header('if-match'),
    modified: header('x-amz-if-match-last-modified-time'),
    size: header('x-amz-if-match-size'),
  })
}

function readEntryCondition(entry: XmlElement): DeleteCondition {
  return readDeleteCondition({
    etag: textOf(entry, 'ETag'),
    modified: textOf(entry, 'LastModifiedTime'),
    size: textOf(entry, 'Size'),
  })
}
