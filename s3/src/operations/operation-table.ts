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
import {
  getObject,
  getObjectAcl,
  getObjectAttributes,
  getObjectTagging,
  putObject,
} from './object-operations.ts'

/**
 * What a credential's prefixes are compared with: the key, the prefix of a list, or nothing, because the operation
 * reveals nothing of what is stored or checks each of its keys itself. `owner` needs a credential for every bucket.
 */
type Guard = 'key' | 'prefix' | 'none' | 'owner'

type Run = (context: Context, request: S3Request) => Promise<S3Response>

/** A row of the table: `request` is a method and what it is for, with the names in the query that make it this one. */
function operation(name: string, request: string, guard: Guard, run: Run, errors: readonly S3ErrorCode[]) {
  const [method = '', target = ''] = request.split(' ')
  const [on = '', query] = target.split('?')
  return { name, method, on, query: query?.split('&') ?? [], guard, run, errors }
}

/** The errors with which any body may be refused. */
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

/**
 * Every request that the store understands, by its name in S3. The errors are those with which it may be refused once
 * it is allowed; any other one is a fault of the store, and answered as such. `x-amz-copy-source` is a header.
 */
export const OPERATIONS = [
  operation('GetObject', 'GET object', 'key', getObject, READ_ERRORS),
  operation('GetObject', 'GET object?partNumber', 'key', getObject, READ_ERRORS),
  operation('HeadObject', 'HEAD object', 'key', getObject, READ_ERRORS),
  operation('HeadObject', 'HEAD object?partNumber', 'key', getObject, READ_ERRORS),
  operation('GetObjectAttributes', 'GET object?attributes', 'key', getObjectAttributes, [
    'InvalidArgument',
    'NoSuchKey',
  ]),
  operation('GetObjectAcl', 'GET object?acl', 'owner', getObjectAcl, ['NoSuchKey']),
  operation('GetObjectTagging', 'GET object?tagging', 'owner', getObjectTagging, ['NoSuchKey']),
  operation('PutObject', 'PUT object', 'key', putObject, [
    ...BODY_ERRORS,
    'ConditionalRequestConflict',
    'MetadataTooLarge',
    'NoSuchBucket',
    'NoSuchKey',
    'PreconditionFailed',
  ]),
  operation('CopyObject', 'PUT object?x-amz-copy-source', 'key', copyObject, [
    ...SOURCE_ERRORS,
    'InvalidRequest',
    'MetadataTooLarge',
  ]),
  operation('DeleteObject', 'DELETE object', 'key', deleteObject, [
    'InvalidArgument',
    'NotImplemented',
    'PreconditionFailed',
  ]),
  operation('DeleteObjects', 'POST bucket?delete', 'none', deleteObjects, [...BODY_ERRORS, 'MalformedXML']),
  operation('CreateMultipartUpload', 'POST object?uploads', 'key', createMultipartUpload, [
    'InvalidArgument',
    'InvalidRequest',
    'MetadataTooLarge',
    'QuotaExceeded',
  ]),
  operation('UploadPart', 'PUT object?uploadId&partNumber', 'key', uploadPart, [
    ...BODY_ERRORS,
    'NoSuchUpload',
    'QuotaExceeded',
  ]),
  operation('UploadPartCopy', 'PUT object?uploadId&partNumber&x-amz-copy-source', 'key', uploadPartCopy, [
    ...SOURCE_ERRORS,
    'NoSuchUpload',
    'QuotaExceeded',
  ]),
  operation('CompleteMultipartUpload', 'POST object?uploadId', 'key', completeMultipartUpload, [
    ...BODY_ERRORS,
    'EntityTooSmall',
    'InvalidPart',
    'InvalidPartOrder',
    'MalformedXML',
    'NoSuchKey',
    'NoSuchUpload',
    'PreconditionFailed',
  ]),
  operation('AbortMultipartUpload', 'DELETE object?uploadId', 'key', abortMultipartUpload, ['NoSuchUpload']),
  operation('ListParts', 'GET object?uploadId', 'key', listParts, ['InvalidArgument', 'NoSuchUpload']),
  operation('ListObjects', 'GET bucket', 'prefix', listObjects, ['InvalidArgument']),
  operation('ListObjectsV2', 'GET bucket?list-type', 'prefix', listObjectsV2, ['InvalidArgument']),
  operation('ListObjectVersions', 'GET bucket?versions', 'prefix', listObjectVersions, ['InvalidArgument']),
  operation('ListMultipartUploads', 'GET bucket?uploads', 'prefix', listMultipartUploads, [
    'InvalidArgument',
  ]),
  operation('HeadBucket', 'HEAD bucket', 'none', headBucket, []),
  operation('GetBucketLocation', 'GET bucket?location', 'none', getBucketLocation, []),
  operation('GetBucketAcl', 'GET bucket?acl', 'owner', getBucketAcl, []),
  operation('CreateBucket', 'PUT bucket', 'owner', createBucket, [
    ...BODY_ERRORS,
    'BucketAlreadyOwnedByYou',
    'IllegalLocationConstraintException',
    'InvalidBucketName',
    'MalformedXML',
    'TooManyBuckets',
  ]),
  operation('DeleteBucket', 'DELETE bucket', 'owner', deleteBucket, ['AccessDenied', 'BucketNotEmpty']),
  ...BUCKET_PROPERTIES.map((property) =>
    operation(
      property.name,
      `GET bucket?${property.query}`,
      'owner',
      () => getBucketProperty(property),
      'error' in property ? [property.error] : [],
    ),
  ),
  operation('ListBuckets', 'GET service', 'owner', listBuckets, ['InvalidArgument']),
]

const COPY_SOURCE = 'x-amz-copy-source'

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
  // For anybody but owners there is only the default bucket.
  if (needsBucket && !canOpen(request.signature.credential, disk, bucket)) {
    throw new S3Error('NoSuchBucket')
  }
  refuseOtherOwners(request)
  try {
    const keeper = bucket === disk.defaultBucket ? disk.keeper : undefined
    return await operation.run({ ...disk, ...disk.catalogue.of(bucket), keeper, bucket }, request)
  } catch (error) {
    // Any request may be answered with the refusal that its sender may not do it.
    const declared = error instanceof S3Error && ['AccessDenied', ...operation.errors].includes(error.code)
    if (error instanceof S3Error && !declared) {
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
): (typeof OPERATIONS)[number] {
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

function findOperation(request: S3Request, bucket: string): (typeof OPERATIONS)[number] {
  const on = bucket === '' ? 'service' : request.key === '' ? 'bucket' : 'object'
  // Each object has this one version.
  const isOnlyVersion = (name: string) => name === 'versionId' && request.query.get(name) === 'null'
  const writes = request.method === 'PUT' || request.method === 'POST'
  const special = [...request.query.keys()].filter(
    (name) => SUB_RESOURCES.has(name) && (writes || !isOnlyVersion(name)),
  )
  if (request.header(COPY_SOURCE) !== undefined) {
    special.push(COPY_SOURCE)
  }
  const operation = OPERATIONS.find(
    (row) =>
      row.on === on &&
      row.method === request.method &&
      row.query.length === special.length &&
      row.query.every((name) => special.includes(name)),
  )
  if (!operation || (operation.name === 'ListObjectsV2' && request.query.get('list-type') !== '2')) {
    throw new S3Error('NotImplemented')
  }
  return operation
}
