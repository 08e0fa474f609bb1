import { childrenOf, readXml, textOf, type XmlElement } from './read-xml.ts'
import { receiveText } from './received-payload.ts'
import { type DeleteCondition, readDeleteCondition } from './request-conditions.ts'
import { StorageError, toStorageError } from './storage-errors.ts'
import { mayChange, type StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { writeXml, type XmlTree } from './storage-xml.ts'

const MAX_DELETED = 1000

/** Deleting what isn't there is no error, as in S3. */
export async function deleteObject(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const freed = parts.objects.remove(request.key, readHeaderCondition(request))
  await parts.files.discard(freed ?? [])
  return { status: 204 }
}

/** Each deletion by itself: that one is refused keeps none of the others. */
export async function deleteObjects(parts: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const { quiet, entries } = readDeletions(await receiveText(request, { ownChecksum: true }))
  const deleted: XmlTree[] = []
  const errors: XmlTree[] = []
  for (const { key, version, entry } of entries) {
    const named = { Key: key, VersionId: version }
    try {
      if (!mayChange(request.signature.credential, key)) {
        throw new StorageError('AccessDenied')
      }
      if (version !== undefined && version !== 'null') {
        throw new StorageError('NoSuchVersion')
      }
      await parts.files.discard(parts.objects.remove(key, readEntryCondition(entry)) ?? [])
      deleted.push(named)
    } catch (error) {
      const { code, message } = toStorageError(error)
      errors.push({ ...named, Code: code, Message: message })
    }
  }
  return { status: 200, xml: writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) }
}

export type Deletion = { key: string; version: string | undefined; entry: XmlElement }

/** What a DeleteObjects names. Throws MalformedXML. */
export function readDeletions(text: string): { quiet: boolean; entries: Deletion[] } {
  const tree = readXml(text, 'Delete')
  const entries = childrenOf(tree, 'Object')
  if (entries.length === 0 || entries.length > MAX_DELETED) {
    throw new StorageError('MalformedXML')
  }
  return {
    quiet: textOf(tree, 'Quiet')?.trim() === 'true',
    entries: entries.map((entry) => {
      const key = textOf(entry, 'Key')
      if (!key) {
        throw new StorageError('MalformedXML')
      }
      return { key, version: textOf(entry, 'VersionId'), entry }
    }),
  }
}

/** The conditions of a DeleteObject. Throws NotImplemented, InvalidArgument. */
export function readHeaderCondition({ header }: StorageRequest): DeleteCondition {
  if (header('if-none-match') !== undefined || header('if-unmodified-since') !== undefined) {
    throw new StorageError('NotImplemented', 'A deletion knows of these conditions only If-Match.')
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
