import { OWNER } from '../access.ts'
import { S3Error } from '../s3-errors.ts'
import type { S3Request } from './s3-request.ts'

/** Headers, by the beginning of their names, that would promise something that this store doesn't do. */
const UNSUPPORTED = [
  'x-amz-bypass-governance-retention',
  'x-amz-copy-source-server-side-encryption',
  'x-amz-grant-',
  'x-amz-if-match-initiated-time',
  'x-amz-mfa',
  'x-amz-object-lock-',
  'x-amz-server-side-encryption',
  'x-amz-tagging',
  'x-amz-website-redirect-location',
  'x-amz-write-offset-bytes',
]

/** Headers that ask for what is done here anyway. Tags are refused elsewhere: there are none to copy or replace. */
const ONLY_DEFAULTS = new Map([
  ['x-amz-acl', ['private']],
  ['x-amz-bucket-object-lock-enabled', ['false']],
  ['x-amz-object-ownership', ['BucketOwnerEnforced']],
  ['x-amz-storage-class', ['STANDARD']],
  ['x-amz-tagging-directive', ['COPY', 'REPLACE']],
])

const OWNERS = ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner']

/** Refuses a header that would otherwise be silently ignored. Throws NotImplemented. */
export function refuseUnsupportedHeaders(request: S3Request): void {
  for (const name of request.headerNames()) {
    const allowed = ONLY_DEFAULTS.get(name)
    if (allowed && !allowed.includes(request.header(name) ?? '')) {
      throw new S3Error('NotImplemented', `This store supports ${name} only as ${allowed.join(' or ')}.`)
    }
    if (!allowed && UNSUPPORTED.some((prefix) => name.startsWith(prefix))) {
      throw new S3Error('NotImplemented', `This store does not support ${name}.`)
    }
  }
}

/** Whether a bucket is expected to be somebody's. */
export function namesBucketOwner(request: S3Request): boolean {
  return OWNERS.some((name) => request.header(name) !== undefined)
}

/** Throws AccessDenied when a bucket is expected to be somebody else's. */
export function refuseOtherOwners(request: S3Request): void {
  if (OWNERS.some((name) => (request.header(name) ?? OWNER.ID) !== OWNER.ID)) {
    throw new S3Error('AccessDenied', 'The bucket belongs to another owner than the expected one.')
  }
}
