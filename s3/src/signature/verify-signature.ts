import type { Credential, FindCredential } from '../access.ts'
import { S3Error } from '../s3-errors.ts'
import type { Clock } from '../store.ts'
import { type Claim, readClaim } from './read-signature.ts'
import { isSignedWith, type SignedRequest, sameTextInConstantTime, signingKey } from './signature-v4.ts'

/** What is known once a signature has proved valid: who signed, and what is needed to check the body. */
export type Signature = {
  credential: Credential
  /** Whose request it is: the same for all keys of somebody who is signed in. */
  person: string
  /** Looks up the key again, since a request with a long body may end only if its right lasts. Throws AccessDenied. */
  confirm(): Promise<void>
  /** The value of x-amz-content-sha256 that was signed. */
  payload: string
  key: Buffer
  signature: string
  date: string
  scope: string
}

const MAX_SKEW = 15 * 60 * 1000

/**
 * Checks a Signature V4, in the Authorization header or in the query of a presigned address. The secret is
 * looked up at every request, so that a revoked key stops working at once. Throws S3Error.
 */
export async function verifySignature(
  request: SignedRequest,
  options: { region: string; clock: Clock; findCredential: FindCredential; prefix: string },
): Promise<Signature> {
  const claim = readClaim(request, options.region)
  const credential = await options.findCredential(claim.accessKeyId)
  if (!credential) {
    throw new S3Error('InvalidAccessKeyId')
  }
  checkCoverage(request, claim)
  const key = signingKey(credential.secretAccessKey, claim.scope)
  const signed =
    isSignedWith(key, request, claim) ||
    (credential.everyBucket && isSignedWith(key, movePrefix(request, options.prefix), claim))
  if (!signed) {
    throw new S3Error('SignatureDoesNotMatch')
  }
  checkTime(claim, options.clock.now())
  checkSession(claim, credential, options.clock.now())
  await credential.recordUse?.()
  return {
    credential,
    person: credential.person ?? claim.accessKeyId,
    confirm: async () => confirmAccess(credential, await options.findCredential(claim.accessKeyId)),
    payload: claim.payload,
    key,
    signature: claim.signature,
    date: claim.date,
    scope: claim.scope,
  }
}

function confirmAccess(before: Credential, now: Credential | undefined): void {
  const lasts =
    now?.access === before.access &&
    now.everyBucket === before.everyBucket &&
    before.prefixes.every((prefix) => now.prefixes.includes(prefix))
  if (!lasts) {
    throw new S3Error('AccessDenied', 'The right to do this was taken meanwhile. Nothing was changed.')
  }
}

/** s3cmd signs like this: the path of the service counts as the end of its host. It says no less. */
function movePrefix(request: SignedRequest, prefix: string): SignedRequest {
  return {
    ...request,
    path: request.path.slice(prefix.length) || '/',
    headers: { ...request.headers, host: `${request.headers.host}${prefix}` },
  }
}

function checkCoverage(request: SignedRequest, claim: Claim): void {
  // In a presigned address, the hash is part of the canonical request itself.
  const signed =
    claim.form === 'query' ? [...claim.signedHeaders, 'x-amz-content-sha256'] : claim.signedHeaders
  if (unsignedHeaders(request, signed).length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed.')
  }
}

function checkTime(claim: Claim, now: number): void {
  if (claim.form === 'header') {
    if (Math.abs(now - claim.signedAt) > MAX_SKEW) {
      throw new S3Error('RequestTimeTooSkewed')
    }
    return
  }
  if (claim.signedAt - now > MAX_SKEW) {
    throw new S3Error('AccessDenied', 'Request is not yet valid')
  }
  if (now > claim.signedAt + claim.validFor) {
    throw new S3Error('AccessDenied', 'Request has expired')
  }
}

function checkSession(claim: Claim, credential: Credential, now: number): void {
  if (!sameTextInConstantTime(claim.sessionToken ?? '', credential.sessionToken ?? '')) {
    throw new S3Error('InvalidToken')
  }
  if (credential.expires !== undefined && now >= credential.expires) {
    throw new S3Error('ExpiredToken')
  }
}

/** Headers that browsers' clients and proxies add on the way, and that are never read here. */
const MAY_BE_UNSIGNED = new Set(['x-amz-user-agent', 'x-amz-cf-id'])

/** The headers that change what is done and are not under the signature: anyone on the way could have added them. */
function unsignedHeaders(request: SignedRequest, signed: readonly string[]): string[] {
  const matter = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !MAY_BE_UNSIGNED.has(name),
  )
  return ['host', ...matter].filter((name) => !signed.includes(name))
}
