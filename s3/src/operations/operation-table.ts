import { canAccess, canChange } from '../access.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { refuseOtherOwners, refuseUnsupportedHeaders } from '../request/unsupported-headers.ts'
import { S3Error, type S3ErrorCode } from '../s3-errors.ts'
import {
  BUCKET_PROPERTIES,
  createBucket,
  deleteBucket,
  getBucketAcl,
  getBucketLocation,
  getBucketProperty,
  headBucket,
  listBuckets,
} from './bucket-operations.ts'
import { type Context, canOpen, type Disk } from './context.ts'
import { copyObject, uploadPartCopy } from './copy-operations.ts'
import { deleteObject, deleteObjects } from './delete-operations.ts'
import { listObjects, listObjectsV2, listObjectVersions } from './list-objects.ts'
import { listMultipartUploads, listParts } from './list-uploads.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts'
import { getObjectAttributes } from './object-attributes.ts'
import { getObject, getObjectAcl, getObjectTagging, putObject } from './object-operations.ts'

/**
 * What a credential's prefixes are held against: the key, the prefix of a list, or nothing, because the operation
 * reveals nothing of what is stored or looks at each of its keys itself. `owner` needs a credential for every bucket.
 */
type Guard = 'key' | 'prefix' | 'none' | 'owner'

type Operation = {
  /** As S3 calls it. */
  name: string
  on: 'service' | 'bucket' | 'object'
  method: string
  query: readonly string[]
  /** Whether it takes its bytes from `x-amz-copy-source`. */
  copies?: true
  guard: Guard
  run: (context: Context, request: S3Request) => Promise<S3Response>
  /** What `run` may be refused with. Any other error is a fault of the store, and answered as one. */
  errors: readonly S3ErrorCode[]
}

/** What a body may be refused with, whatever it is for. */
export const BODY_ERRORS = [
  'BadDigest',
  'EntityTooLarge',
  'IncompleteBody',
  'InvalidArgument',
  'InvalidDigest',
  'InvalidRequest',
  'MalformedTrailerError',
  'MissingContentLength',
  'NotImplemented',
  'SignatureDoesNotMatch',
  'XAmzContentSHA256Mismatch',
] as const satisfies S3ErrorCode[]

const SOURCE_ERRORS = [
  'AccessDenied',
  'InvalidArgument',
  'InvalidURI',
  'KeyTooLongError',
  'NoSuchBucket',
  'NoSuchKey',
  'NotImplemented',
  'PreconditionFailed',
] as const satisfies S3ErrorCode[]

const READ_ERRORS = [
  'InvalidArgument',
  'InvalidPartNumber',
  'InvalidRange',
  'InvalidRequest',
  'NoSuchKey',
  'PreconditionFailed',
] as const satisfies S3ErrorCode[]

const get = (name: string, method: string, query: readonly string[]): Operation => ({
  name,
  on: 'object',
  method,
  query,
  guard: 'key',
  run: getObject,
  errors: READ_ERRORS,
})

/** Every request that the store understands: a row matches when the query has all of its names. */
export const OPERATIONS: readonly Operation[] = [
  get('GetObject', 'GET', []),
  get('GetObject', 'GET', ['partNumber']),
  get('HeadObject', 'HEAD', []),
  get('HeadObject', 'HEAD', ['partNumber']),
  {
    name: 'GetObjectAttributes',
    on: 'object',
    method: 'GET',
    query: ['attributes'],
    guard: 'key',
    run: getObjectAttributes,
    errors: ['InvalidArgument', 'NoSuchKey'],
  },
  {
    name: 'GetObjectAcl',
    on: 'object',
    method: 'GET',
    query: ['acl'],
    guard: 'owner',
    run: getObjectAcl,
    errors: ['NoSuchKey'],
  },
  {
    name: 'GetObjectTagging',
    on: 'object',
    method: 'GET',
    query: ['tagging'],
    guard: 'owner',
    run: getObjectTagging,
    errors: ['NoSuchKey'],
  },
  {
    name: 'PutObject',
    on: 'object',
    method: 'PUT',
    query: [],
    guard: 'key',
    run: putObject,
    errors: [...BODY_ERRORS, 'MetadataTooLarge', 'NoSuchBucket', 'NoSuchKey', 'PreconditionFailed'],
  },
  {
    name: 'CopyObject',
    on: 'object',
    method: 'PUT',
    query: [],
    copies: true,
    guard: 'key',
    run: copyObject,
    errors: [...SOURCE_ERRORS, 'InvalidRequest', 'MetadataTooLarge'],
  },
  {
    name: 'DeleteObject',
    on: 'object',
    method: 'DELETE',
    query: [],
    guard: 'key',
    run: deleteObject,
    errors: ['InvalidArgument', 'NotImplemented', 'PreconditionFailed'],
  },
  {
    name: 'DeleteObjects',
    on: 'bucket',
    method: 'POST',
    query: ['delete'],
    guard: 'none',
    run: deleteObjects,
    errors: [...BODY_ERRORS, 'AccessDenied', 'MalformedXML', 'NoSuchVersion', 'PreconditionFailed'],
  },
  {
    name: 'CreateMultipartUpload',
    on: 'object',
    method: 'POST',
    query: ['uploads'],
    guard: 'key',
    run: createMultipartUpload,
    errors: ['InvalidArgument', 'InvalidRequest', 'MetadataTooLarge', 'QuotaExceeded'],
  },
  {
    name: 'UploadPart',
    on: 'object',
    method: 'PUT',
    query: ['uploadId', 'partNumber'],
    guard: 'key',
    run: uploadPart,
    errors: [...BODY_ERRORS, 'NoSuchUpload', 'QuotaExceeded'],
  },
  {
    name: 'UploadPartCopy',
    on: 'object',
    method: 'PUT',
    query: ['uploadId', 'partNumber'],
    copies: true,
    guard: 'key',
    run: uploadPartCopy,
    errors: [...SOURCE_ERRORS, 'NoSuchUpload', 'QuotaExceeded'],
  },
  {
    name: 'CompleteMultipartUpload',
    on: 'object',
    method: 'POST',
    query: ['uploadId'],
    guard: 'key',
    run: completeMultipartUpload,
    errors: [
      ...BODY_ERRORS,
      'EntityTooSmall',
      'InvalidPart',
      'InvalidPartOrder',
      'MalformedXML',
      'NoSuchKey',
      'NoSuchUpload',
      'PreconditionFailed',
    ],
  },
  {
    name: 'AbortMultipartUpload',
    on: 'object',
    method: 'DELETE',
    query: ['uploadId'],
    guard: 'key',
    run: abortMultipartUpload,
    errors: ['NoSuchUpload'],
  },
  {
    name: 'ListParts',
    on: 'object',
    method: 'GET',
    query: ['uploadId'],
    guard: 'key',
    run: listParts,
    errors: ['InvalidArgument', 'NoSuchUpload'],
  },
  ...(
    [
      ['ListObjects', [], listObjects],
      ['ListObjectsV2', ['list-type'], listObjectsV2],
      ['ListObjectVersions', ['versions'], listObjectVersions],
      ['ListMultipartUploads', ['uploads'], listMultipartUploads],
    ] as const
  ).map(
    ([name, query, run]): Operation => ({
      name,
      on: 'bucket',
      method: 'GET',
      query,
      guard: 'prefix',
      run,
      errors: ['InvalidArgument'],
    }),
  ),
  { name: 'HeadBucket', on: 'bucket', method: 'HEAD', query: [], guard: 'none', run: headBucket, errors: [] },
  {
    name: 'GetBucketLocation',
    on: 'bucket',
    method: 'GET',
    query: ['location'],
    guard: 'none',
    run: getBucketLocation,
    errors: [],
  },
  {
    name: 'CreateBucket',
    on: 'bucket',
    method: 'PUT',
    query: [],
    guard: 'owner',
    run: createBucket,
    errors: [
      ...BODY_ERRORS,
      'BucketAlreadyOwnedByYou',
      'IllegalLocationConstraintException',
      'InvalidBucketName',
      'MalformedXML',
      'TooManyBuckets',
    ],
  },
  {
    name: 'DeleteBucket',
    on: 'bucket',
    method: 'DELETE',
    query: [],
    guard: 'owner',
    run: deleteBucket,
    errors: ['AccessDenied', 'BucketNotEmpty'],
  },
  {
    name: 'GetBucketAcl',
    on: 'bucket',
    method: 'GET',
    query: ['acl'],
    guard: 'owner',
    run: getBucketAcl,
    errors: [],
  },
  ...BUCKET_PROPERTIES.map(
    (property): Operation => ({
      name: property.name,
      on: 'bucket',
      method: 'GET',
      query: [property.query],
      guard: 'owner',
      run: () => getBucketProperty(property),
      errors: 'error' in property ? [property.error] : [],
    }),
  ),
  {
    name: 'ListBuckets',
    on: 'service',
    method: 'GET',
    query: [],
    guard: 'owner',
    run: listBuckets,
    errors: ['InvalidArgument'],
  },
]

/** Names in a query that turn a request into another operation. A row that doesn't name it must not answer it. */
const SUB_RESOURCES = new Set(
  `abac accelerate acl analytics annotation append attributes cors delete encryption intelligent-tiering
   inventory legal-hold lifecycle list-type location logging metadataConfiguration metadataTable metrics
   notification object-lock ownershipControls partNumber policy policyStatus publicAccessBlock renameObject
   replication requestPayment restore retention select select-type session tagging torrent uploadId uploads
   versionId versioning versions website`.split(/\s+/),
)

/** Performs a request in the store on the disk. Throws S3Error. */
export async function runOperation(disk: Disk, request: S3Request, bucket: string): Promise<S3Response> {
  const operation = authorizeOperation(request, bucket, disk.isProtected)
  const needsBucket = bucket !== '' && operation.name !== 'CreateBucket'
  // To others than owners there is no bucket but the default one.
  if (needsBucket && !canOpen(request.signature.credential, disk, bucket)) {
    throw new S3Error('NoSuchBucket')
  }
  refuseOtherOwners(request)
  try {
    return await operation.run({ ...disk, ...disk.catalogue.of(bucket), bucket }, request)
  } catch (error) {
    if (error instanceof S3Error && !operation.errors.includes(error.code)) {
      throw new Error(`${operation.name} does not declare ${error.code}.`, { cause: error })
    }
    throw error
  }
}

/** Finds the operation that a request means and checks that its key may do it. Throws NotImplemented, AccessDenied. */
export function authorizeOperation(
  request: S3Request,
  bucket: string,
  isProtected: (key: string) => boolean,
): Operation {
  refuseUnsupportedHeaders(request)
  const operation = findOperation(request, bucket)
  const { name, guard, method } = operation
  const { credential } = request.signature
  const readsObject = name === 'GetObject' || name === 'HeadObject'
  if ((credential.access === 'read' && !readsObject) || (guard === 'owner' && !credential.everyBucket)) {
    throw new S3Error('AccessDenied')
  }
  const guarded = guard === 'key' ? request.key : (request.query.get('prefix') ?? '')
  if ((guard === 'key' || guard === 'prefix') && !canAccess(credential, guarded)) {
    throw new S3Error('AccessDenied')
  }
  const changes = guard === 'key' && method !== 'GET' && method !== 'HEAD'
  if (changes && !canChange(credential, request.key, isProtected)) {
    throw new S3Error('AccessDenied', 'This key is protected: only an owner may write or remove it.')
  }
  return operation
}

function findOperation(request: S3Request, bucket: string): Operation {
  const on = bucket === '' ? 'service' : request.key === '' ? 'bucket' : 'object'
  const copies = request.header('x-amz-copy-source') === undefined ? undefined : true
  // Each object has this one version.
  const isOnlyVersion = (name: string) => name === 'versionId' && request.query.get(name) === 'null'
  const writes = request.method === 'PUT' || request.method === 'POST'
  const special = [...request.query.keys()].filter(
    (name) => SUB_RESOURCES.has(name) && (writes || !isOnlyVersion(name)),
  )
  const operation = OPERATIONS.find(
    (row) =>
      row.on === on &&
      row.method === request.method &&
      row.copies === copies &&
      row.query.length === special.length &&
      row.query.every((name) => special.includes(name)),
  )
  if (!operation || (operation.name === 'ListObjectsV2' && request.query.get('list-type') !== '2')) {
    throw new S3Error('NotImplemented')
  }
  return operation
}
