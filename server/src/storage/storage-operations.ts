import { deleteObjects, getBucketLocation, headBucket, listObjects } from './bucket-operations.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts'
import { refuseUnknownWishes } from './object-headers.ts'
import { deleteObject, getObject, putObject } from './object-operations.ts'
import { StorageError } from './storage-errors.ts'
import { mayTouch, type StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { listMultipartUploads, listParts } from './upload-lists.ts'

type Run = (parts: StorageParts, request: StorageRequest) => Promise<StorageAnswer>

/**
 * What a credential's prefixes are held against: the key, the prefix of a list, or nothing, because the call
 * tells nothing of what is stored or looks at each of its keys itself.
 */
type Guard = 'key' | 'prefix' | 'none'

type Operation = { on: 'bucket' | 'object'; method: string; query: readonly string[]; guard: Guard; run: Run }

/** Every call that the store understands: a row matches when the query has all of its names. */
const OPERATIONS: readonly Operation[] = [
  { on: 'object', method: 'PUT', query: ['uploadId', 'partNumber'], guard: 'key', run: uploadPart },
  { on: 'object', method: 'PUT', query: [], guard: 'key', run: putObject },
  { on: 'object', method: 'GET', query: ['uploadId'], guard: 'key', run: listParts },
  { on: 'object', method: 'GET', query: [], guard: 'key', run: getObject },
  { on: 'object', method: 'HEAD', query: [], guard: 'key', run: getObject },
  { on: 'object', method: 'DELETE', query: ['uploadId'], guard: 'key', run: abortMultipartUpload },
  { on: 'object', method: 'DELETE', query: [], guard: 'key', run: deleteObject },
  { on: 'object', method: 'POST', query: ['uploads'], guard: 'key', run: createMultipartUpload },
  { on: 'object', method: 'POST', query: ['uploadId'], guard: 'key', run: completeMultipartUpload },
  { on: 'bucket', method: 'GET', query: ['list-type'], guard: 'prefix', run: listObjects },
  { on: 'bucket', method: 'GET', query: ['uploads'], guard: 'prefix', run: listMultipartUploads },
  { on: 'bucket', method: 'GET', query: ['location'], guard: 'none', run: getBucketLocation },
  { on: 'bucket', method: 'HEAD', query: [], guard: 'none', run: headBucket },
  { on: 'bucket', method: 'POST', query: ['delete'], guard: 'none', run: deleteObjects },
]

/** Names in a query that turn a call into another one. A row that doesn't name it must not answer it. */
const SUB_RESOURCES = new Set(
  `abac accelerate acl analytics annotation append attributes cors delete encryption intelligent-tiering
   inventory legal-hold lifecycle list-type location logging metadataConfiguration metadataTable metrics
   notification object-lock ownershipControls partNumber policy policyStatus publicAccessBlock renameObject
   replication requestPayment restore retention select select-type session tagging torrent uploadId uploads
   versionId versioning versions website`.split(/\s+/),
)

/** Answers from the store of our own. Throws StorageError. */
export async function answerFrom(
  parts: StorageParts,
  request: StorageRequest,
  bucket: string,
): Promise<StorageAnswer> {
  if (bucket !== parts.bucket) {
    throw new StorageError(bucket === '' ? 'NotImplemented' : 'NoSuchBucket')
  }
  return await findOperation(request)(parts, request)
}

/** Finds the row of a request and checks that its key may do it. Throws NotImplemented, AccessDenied. */
export function findOperation(request: StorageRequest): Run {
  refuseUnknownWishes(request)
  const on = request.key === '' ? 'bucket' : 'object'
  const special = [...request.query.keys()].filter((name) => SUB_RESOURCES.has(name))
  const row = OPERATIONS.find(
    (operation) =>
      operation.on === on &&
      operation.method === request.method &&
      operation.query.length === special.length &&
      operation.query.every((name) => special.includes(name)),
  )
  if (!row || (row.run === listObjects && request.query.get('list-type') !== '2')) {
    throw new StorageError('NotImplemented')
  }
  const { credential } = request.signature
  if (credential.access === 'read' && row.run !== getObject) {
    throw new StorageError('AccessDenied')
  }
  const guarded = row.guard === 'key' ? request.key : (request.query.get('prefix') ?? '')
  if (row.guard !== 'none' && !mayTouch(credential, guarded)) {
    throw new StorageError('AccessDenied')
  }
  return row.run
}
