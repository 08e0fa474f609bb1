import { StorageError, type StorageErrorCode } from './storage-errors.ts'
import type { StorageParts } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { writeXml, type XmlTree } from './storage-xml.ts'

/** Everything in this store belongs to the server. */
export const OWNER = { ID: 'vestry', DisplayName: 'vestry' }

/** How S3 answers for a bucket on which nothing was ever set: with a plain document, or with an error. */
const OF_BUCKET: Record<string, { root: string; tree: XmlTree } | StorageErrorCode> = {
  accelerate: { root: 'AccelerateConfiguration', tree: {} },
  cors: 'NoSuchCORSConfiguration',
  encryption: 'ServerSideEncryptionConfigurationNotFoundError',
  lifecycle: 'NoSuchLifecycleConfiguration',
  logging: { root: 'BucketLoggingStatus', tree: {} },
  notification: { root: 'NotificationConfiguration', tree: {} },
  'object-lock': 'ObjectLockConfigurationNotFoundError',
  ownershipControls: {
    root: 'OwnershipControls',
    tree: { Rule: { ObjectOwnership: 'BucketOwnerEnforced' } },
  },
  policy: 'NoSuchBucketPolicy',
  policyStatus: 'NoSuchBucketPolicy',
  publicAccessBlock: 'NoSuchPublicAccessBlockConfiguration',
  replication: 'ReplicationConfigurationNotFoundError',
  requestPayment: { root: 'RequestPaymentConfiguration', tree: { Payer: 'BucketOwner' } },
  tagging: 'NoSuchTagSet',
  versioning: { root: 'VersioningConfiguration', tree: {} },
  website: 'NoSuchWebsiteConfiguration',
}

export const BUCKET_PROPERTIES: readonly string[] = Object.keys(OF_BUCKET)

/** What tools ask of a bucket before they work with it. */
export async function getBucketProperty(_: StorageParts, request: StorageRequest): Promise<StorageAnswer> {
  const answer = [...request.query.keys()].map((name) => OF_BUCKET[name]).find((found) => found !== undefined)
  if (answer === undefined || typeof answer === 'string') {
    throw new StorageError(answer ?? 'NotImplemented')
  }
  return { status: 200, xml: writeXml(answer.root, answer.tree) }
}

/** The owner may do everything, and nobody else anything: the only access list that there is. */
export async function getAcl({ objects }: StorageParts, { key }: StorageRequest): Promise<StorageAnswer> {
  if (key !== '' && !objects.find(key)) {
    throw new StorageError('NoSuchKey')
  }
  const grantee = `<Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>${OWNER.ID}</ID><DisplayName>${OWNER.DisplayName}</DisplayName></Grantee>`
  const empty = writeXml('AccessControlPolicy', { Owner: OWNER, AccessControlList: { Grant: {} } })
  const xml = empty.replace('<Grant>', `<Grant>${grantee}<Permission>FULL_CONTROL</Permission>`)
  return { status: 200, xml }
}

/** Objects have no tags here. */
export async function getTagging({ objects }: StorageParts, { key }: StorageRequest): Promise<StorageAnswer> {
  if (!objects.find(key)) {
    throw new StorageError('NoSuchKey')
  }
  return { status: 200, xml: writeXml('Tagging', { TagSet: '' }) }
}
