import { OWNER } from './bucket-properties.ts'
import { StorageError } from './storage-errors.ts'
import type { StorageRequest } from './storage-request.ts'

/** What would promise something that this store doesn't do, by how its name begins. */
const REFUSED = [
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

/** What may be wished for as it is here anyway. Tags are refused by themselves: there are none to copy or replace. */
const ONLY: Record<string, readonly string[]> = {
  'x-amz-acl': ['private'],
  'x-amz-bucket-object-lock-enabled': ['false'],
  'x-amz-object-ownership': ['BucketOwnerEnforced'],
  'x-amz-storage-class': ['STANDARD'],
  'x-amz-tagging-directive': ['COPY', 'REPLACE'],
}

const OWNERS = ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner']

/** Refuses a header whose meaning would otherwise be lost in silence. Throws NotImplemented. */
export function refuseUnknownWishes(request: StorageRequest): void {
  for (const name of request.headerNames()) {
    const usual = ONLY[name]
    if (usual && !usual.includes(request.header(name) ?? '')) {
      throw new StorageError('NotImplemented', `This store knows ${name} only as ${usual.join(' or ')}.`)
    }
    if (!usual && REFUSED.some((refused) => name.startsWith(refused))) {
      throw new StorageError('NotImplemented', `This store does not have what ${name} asks for.`)
    }
  }
}

/** Whether a bucket is expected to be somebody's. */
export function namesOwner(request: StorageRequest): boolean {
  return OWNERS.some((name) => request.header(name) !== undefined)
}

/** Everything here is the server's. Throws AccessDenied where a bucket is expected to be somebody else's. */
export function refuseOtherOwners(request: StorageRequest): void {
  if (OWNERS.some((name) => (request.header(name) ?? OWNER.ID) !== OWNER.ID)) {
    throw new StorageError('AccessDenied', 'The bucket belongs to another owner than the expected one.')
  }
}
