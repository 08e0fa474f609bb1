import { OWNER } from '../access.ts'
import { receiveText } from '../request/receive-body.ts'
import { readWhole, type S3Request, type S3Response } from '../request/s3-request.ts'
import { readXml, textOf, writeXml, type XmlTree } from '../request/xml.ts'
import { S3Error, type S3ErrorCode } from '../s3-errors.ts'
import type { Context } from './context.ts'

export async function headBucket({ region }: Context): Promise<S3Response> {
  return { status: 200, headers: { 'x-amz-bucket-region': region } }
}

/** S3 means its first region when it names none. */
export async function getBucketLocation({ region }: Context): Promise<S3Response> {
  return { status: 200, xml: writeXml('LocationConstraint', region === 'us-east-1' ? '' : region) }
}

/** In the order of their names: a token is the last name of the page before. */
export async function listBuckets({ catalogue, region }: Context, request: S3Request): Promise<S3Response> {
  const { query } = request
  const prefix = query.get('prefix')
  const after = query.get('continuation-token') ?? ''
  const max = readWhole(request, 'max-buckets', { min: 1, max: 10_000, fallback: 10_000 })
  const inRegion = query.get('bucket-region') ?? region
  const rest = catalogue.buckets
    .list()
    .filter(({ name }) => inRegion === region && name.startsWith(prefix ?? '') && name > after)
  const page = rest.slice(0, max)
  const xml = writeXml('ListAllMyBucketsResult', {
    Owner: OWNER,
    Buckets: {
      Bucket: page.map(({ name, created }) => ({
        Name: name,
        CreationDate: new Date(created).toISOString(),
        BucketRegion: region,
      })),
    },
    ContinuationToken: rest.length > page.length ? page.at(-1)?.name : undefined,
    Prefix: prefix,
  })
  return { status: 200, xml }
}

export async function createBucket(
  { bucket, region, catalogue, clock }: Context,
  request: S3Request,
): Promise<S3Response> {
  const text = await receiveText(request, { ownChecksum: true })
  const constraint = text && textOf(readXml(text, 'CreateBucketConfiguration'), 'LocationConstraint')
  if (constraint && constraint !== region) {
    throw new S3Error('IllegalLocationConstraintException')
  }
  checkBucketName(bucket)
  catalogue.buckets.create({ name: bucket, created: clock.now() })
  return { status: 200, headers: { location: `/${bucket}` } }
}

export async function deleteBucket({
  catalogue,
  bucket,
  defaultBucket,
  files,
}: Context): Promise<S3Response> {
  if (bucket === defaultBucket) {
    throw new S3Error('AccessDenied', 'The default bucket can not be removed.')
  }
  await files.discard(catalogue.removeBucket(bucket))
  return { status: 204 }
}

/** S3's own rules. Throws InvalidBucketName. */
function checkBucketName(name: string): void {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..') || isAddress) {
    throw new S3Error('InvalidBucketName')
  }
}

/** The owner may do everything, and nobody else anything: the only access list that there is. */
export async function getBucketAcl(): Promise<S3Response> {
  const grantee = `<Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>${OWNER.ID}</ID><DisplayName>${OWNER.DisplayName}</DisplayName></Grantee>`
  const empty = writeXml('AccessControlPolicy', { Owner: OWNER, AccessControlList: { Grant: {} } })
  const xml = empty.replace('<Grant>', `<Grant>${grantee}<Permission>FULL_CONTROL</Permission>`)
  return { status: 200, xml }
}

type BucketProperty = { name: string; query: string } & (
  | { root: string; tree: XmlTree }
  | { error: S3ErrorCode }
)

const property = (name: string, query: string, root: string, tree: XmlTree = {}): BucketProperty => ({
  name,
  query,
  root,
  tree,
})
const absent = (name: string, query: string, error: S3ErrorCode): BucketProperty => ({ name, query, error })

/**
 * What tools ask about a bucket before they work with it. The answers are S3's for one on which nothing was ever set: a
 * plain document, or an error.
 */
export const BUCKET_PROPERTIES: readonly BucketProperty[] = [
  property('GetBucketAccelerateConfiguration', 'accelerate', 'AccelerateConfiguration'),
  absent('GetBucketCors', 'cors', 'NoSuchCORSConfiguration'),
  absent('GetBucketEncryption', 'encryption', 'ServerSideEncryptionConfigurationNotFoundError'),
  absent('GetBucketLifecycleConfiguration', 'lifecycle', 'NoSuchLifecycleConfiguration'),
  property('GetBucketLogging', 'logging', 'BucketLoggingStatus'),
  property('GetBucketNotificationConfiguration', 'notification', 'NotificationConfiguration'),
  absent('GetObjectLockConfiguration', 'object-lock', 'ObjectLockConfigurationNotFoundError'),
  property('GetBucketOwnershipControls', 'ownershipControls', 'OwnershipControls', {
    Rule: { ObjectOwnership: 'BucketOwnerEnforced' },
  }),
  absent('GetBucketPolicy', 'policy', 'NoSuchBucketPolicy'),
  absent('GetBucketPolicyStatus', 'policyStatus', 'NoSuchBucketPolicy'),
  absent('GetPublicAccessBlock', 'publicAccessBlock', 'NoSuchPublicAccessBlockConfiguration'),
  absent('GetBucketReplication', 'replication', 'ReplicationConfigurationNotFoundError'),
  property('GetBucketRequestPayment', 'requestPayment', 'RequestPaymentConfiguration', {
    Payer: 'BucketOwner',
  }),
  absent('GetBucketTagging', 'tagging', 'NoSuchTagSet'),
  property('GetBucketVersioning', 'versioning', 'VersioningConfiguration'),
  absent('GetBucketWebsite', 'website', 'NoSuchWebsiteConfiguration'),
]

export async function getBucketProperty(property: BucketProperty): Promise<S3Response> {
  if ('error' in property) {
    throw new S3Error(property.error)
  }
  return { status: 200, xml: writeXml(property.root, property.tree) }
}
