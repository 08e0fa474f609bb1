import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
} from './bucket-operations.ts'
import { BUCKET_PROPERTIES, getAcl, getBucketProperty, getTagging } from './bucket-properties.ts'
import { copyObject, uploadPartCopy } from './copy-operations.ts'
import { deleteObject, deleteObjects } from './delete-operations.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts'
import { getObjectAttributes } from './object-attributes.ts'
import { listObjects, listObjectsByMarker, listObjectVersions } from './object-lists.ts'
import { getObject, putObject } from './object-operations.ts'
import { refuseOtherOwners, refuseUnknownWishes } from './request-wishes.ts'
import { StorageError } from './storage-errors.ts'
import { mayChange, mayOpen, mayTouch, type StorageParts, type WholeStore } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { listMultipartUploads, listParts } from './upload-lists.ts'

type Run = (parts: StorageParts, request: StorageRequest) => Promise<StorageAnswer>

/**
 * What a credential's prefixes are held against: the key, the prefix of a list, or nothing, because the call
 * tells nothing of what is stored or looks at each of its keys itself. `owner` calls need a key to every bucket.
 */
type Guard = 'key' | 'prefix' | 'none' | 'owner'

type Operation = {
  on: 'store' | 'bucket' | 'object'
  method: string
  query: readonly string[]
  /** Whether it takes its bytes from `x-amz-copy-source`. */
  copies?: true
  guard: Guard
  run: Run
}

/** Every call that the store understands: a row matches when the query has all of its names. */
const OPERATIONS: readonly Operation[] = [
  { on: 'object', method: 'PUT', query: ['uploadId', 'partNumber'], guard: 'key', run: uploadPart },
  {
    on: 'object',
    method: 'PUT',
    query: ['uploadId', 'partNumber'],
    copies: true,
    guard: 'key',
    run: uploadPartCopy,
  },
  { on: 'object', method: 'PUT', query: [], guard: 'key', run: putObject },
  { on: 'object', method: 'PUT', query: [], copies: true, guard: 'key', run: copyObject },
  { on: 'object', method: 'GET', query: ['attributes'], guard: 'key', run: getObjectAttributes },
  { on: 'object', method: 'GET', query: ['partNumber'], guard: 'key', run: getObject },
  { on: 'object', method: 'HEAD', query: ['partNumber'], guard: 'key', run: getObject },
  { on: 'object', method: 'GET', query: ['acl'], guard: 'owner', run: getAcl },
  { on: 'object', method: 'GET', query: ['tagging'], guard: 'owner', run: getTagging },
  { on: 'object', method: 'GET', query: ['uploadId'], guard: 'key', run: listParts },
  { on: 'object', method: 'GET', query: [], guard: 'key', run: getObject },
  { on: 'object', method: 'HEAD', query: [], guard: 'key', run: getObject },
  { on: 'object', method: 'DELETE', query: ['uploadId'], guard: 'key', run: abortMultipartUpload },
  { on: 'object', method: 'DELETE', query: [], guard: 'key', run: deleteObject },
  { on: 'object', method: 'POST', query: ['uploads'], guard: 'key', run: createMultipartUpload },
  { on: 'object', method: 'POST', query: ['uploadId'], guard: 'key', run: completeMultipartUpload },
  { on: 'bucket', method: 'GET', query: [], guard: 'prefix', run: listObjectsByMarker },
  { on: 'bucket', method: 'GET', query: ['list-type'], guard: 'prefix', run: listObjects },
  { on: 'bucket', method: 'GET', query: ['versions'], guard: 'prefix', run: listObjectVersions },
  { on: 'bucket', method: 'GET', query: ['uploads'], guard: 'prefix', run: listMultipartUploads },
  { on: 'bucket', method: 'GET', query: ['location'], guard: 'none', run: getBucketLocation },
  { on: 'bucket', method: 'HEAD', query: [], guard: 'none', run: headBucket },
  { on: 'bucket', method: 'POST', query: ['delete'], guard: 'none', run: deleteObjects },
  { on: 'bucket', method: 'PUT', query: [], guard: 'owner', run: createBucket },
  { on: 'bucket', method: 'DELETE', query: [], guard: 'owner', run: deleteBucket },
  { on: 'bucket', method: 'GET', query: ['acl'], guard: 'owner', run: getAcl },
  ...BUCKET_PROPERTIES.map(
    (name): Operation => ({
      on: 'bucket',
      method: 'GET',
      query: [name],
      guard: 'owner',
      run: getBucketProperty,
    }),
  ),
  { on: 'store', method: 'GET', query: [], guard: 'owner', run: listBuckets },
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
  store: WholeStore,
  request: StorageRequest,
  bucket: string,
): Promise<StorageAnswer> {
  const run = admitOperation(request, bucket)
  // To others than owners there is no bucket but the server's.
  const named = bucket !== '' && run !== createBucket
  if (named && !mayOpen(request.signature.credential, store, bucket)) {
    throw new StorageError('NoSuchBucket')
  }
  refuseOtherOwners(request)
  return await run({ ...store, ...store.catalogue.of(bucket), bucket }, request)
}

/** Finds the call that a request makes and checks that its key may make it. Throws NotImplemented, AccessDenied. */
export function admitOperation(request: StorageRequest, bucket: string): Run {
  refuseUnknownWishes(request)
  const on = bucket === '' ? 'store' : request.key === '' ? 'bucket' : 'object'
  const copies = request.header('x-amz-copy-source') === undefined ? undefined : true
  // Each object has this one version.
  const isOnly = (name: string) => name === 'versionId' && request.query.get(name) === 'null'
  const writes = request.method === 'PUT' || request.method === 'POST'
  const special = [...request.query.keys()].filter(
    (name) => SUB_RESOURCES.has(name) && (writes || !isOnly(name)),
  )
  const row = OPERATIONS.find(
    (operation) =>
      operation.on === on &&
      operation.method === request.method &&
      operation.copies === copies &&
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
  if (row.guard === 'owner' && !credential.everyBucket) {
    throw new StorageError('AccessDenied')
  }
  const guarded = row.guard === 'key' ? request.key : (request.query.get('prefix') ?? '')
  if ((row.guard === 'key' || row.guard === 'prefix') && !mayTouch(credential, guarded)) {
    throw new StorageError('AccessDenied')
  }
  if (row.guard === 'key' && !['GET', 'HEAD'].includes(row.method) && !mayChange(credential, request.key)) {
    throw new StorageError('AccessDenied', 'This is the poster of the server itself.')
  }
  return row.run
}
