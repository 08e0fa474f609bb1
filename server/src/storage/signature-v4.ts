import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../clock.ts'
import type { FindCredential, StorageCredential } from './credentials.ts'
import { encodePath, encodeStrictly } from './object-key.ts'
import { type Claim, readClaim } from './signature-claim.ts'
import { StorageError } from './storage-errors.ts'

/** A request as it came in: the path undecoded, the query decoded into pairs in the order received. */
export type SignedRequest = {
  method: string
  path: string
  query: readonly (readonly [string, string])[]
  headers: IncomingHttpHeaders
}

/** What a good signature leaves behind: who signed, and what is needed to check the body against it. */
export type Signature = {
  credential: StorageCredential
  /** The value of x-amz-content-sha256 that was signed. */
  payload: string
  key: Buffer
  signature: string
  date: string
  scope: string
}

const MOST_SKEW = 15 * 60 * 1000
/** Added on the way by browsers' clients and proxies, and never read here. */
const MAY_BE_UNSIGNED = new Set(['x-amz-user-agent', 'x-amz-cf-id'])

/**
 * Checks a Signature V4, in the Authorization header or in the query of a presigned address. The secret is
 * looked up at every call, so that a key taken back stops working at once. Throws StorageError.
 */
export async function verifySignature(
  request: SignedRequest,
  terms: { region: string; clock: Clock; findCredential: FindCredential },
): Promise<Signature> {
  const claim = readClaim(request, terms.region)
  const credential = await terms.findCredential(claim.accessKeyId)
  if (!credential) {
    throw new StorageError('InvalidAccessKeyId')
  }
  checkCoverage(request, claim)
  const key = signingKey(credential.secretAccessKey, claim.scope)
  // Clients differ in what they leave unencoded in the path; both forms mean the same key.
  const paths = new Set([encodePath(decodeURIComponent(request.path)), request.path])
  const good = [...paths].some((path) => {
    const text = ['AWS4-HMAC-SHA256', claim.date, claim.scope, sha256(canonicalRequest(request, claim, path))]
    return sameText(hmac(key, text.join('\n')).toString('hex'), claim.signature)
  })
  if (!good) {
    throw new StorageError('SignatureDoesNotMatch')
  }
  checkTime(claim, terms.clock.now())
  checkSession(claim, credential, terms.clock.now())
  return {
    credential,
    payload: claim.payload,
    key,
    signature: claim.signature,
    date: claim.date,
    scope: claim.scope,
  }
}

/** Compares in a time that does not depend on where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer
}

/** A header that changes what is done must be under the signature, or anyone on the way could add it. */
function checkCoverage(request: SignedRequest, claim: Claim): void {
  const unsigned = Object.keys(request.headers).filter(
    (name) =>
      name.startsWith('x-amz-') &&
      !MAY_BE_UNSIGNED.has(name) &&
      !claim.signedHeaders.includes(name) &&
      // In a presigned address the hash is part of the canonical request itself.
      !(claim.form === 'query' && name === 'x-amz-content-sha256'),
  )
  if (unsigned.length > 0 || !claim.signedHeaders.includes('host')) {
    throw new StorageError('AccessDenied', 'There were headers present in the request which were not signed.')
  }
}

function canonicalRequest(request: SignedRequest, claim: Claim, path: string): string {
  const query = request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&')
  const headers = claim.signedHeaders.map((name) => `${name}:${canonicalValue(request.headers[name])}\n`)
  return [request.method, path, query, headers.join(''), claim.signedHeaders.join(';'), claim.payload].join(
    '\n',
  )
}

function canonicalValue(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  // Node reads headers as Latin-1; what was signed are the bytes as UTF-8.
  return Buffer.from(text, 'latin1').toString('utf8').trim().replace(/ +/g, ' ')
}

function checkTime(claim: Claim, now: number): void {
  if (claim.form === 'header') {
    if (Math.abs(now - claim.signedAt) > MOST_SKEW) {
      throw new StorageError('RequestTimeTooSkewed')
    }
    return
  }
  if (claim.signedAt - now > MOST_SKEW) {
    throw new StorageError('AccessDenied', 'Request is not yet valid')
  }
  if (now > claim.signedAt + claim.validFor) {
    throw new StorageError('AccessDenied', 'Request has expired')
  }
}

function checkSession(claim: Claim, credential: StorageCredential, now: number): void {
  if (!sameText(claim.sessionToken ?? '', credential.sessionToken ?? '')) {
    throw new StorageError('InvalidToken')
  }
  if (credential.expires !== undefined && now >= credential.expires) {
    throw new StorageError('ExpiredToken')
  }
}
