import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as it came in: the path undecoded, the query decoded into pairs in the order received. */
export type SignedRequest = {
  method: string
  path: string
  query: readonly (readonly [string, string])[]
  headers: IncomingHttpHeaders
}

/** What a request says about its own Signature V4, as far as the signature itself is concerned. */
export type SignatureClaim = {
  /** `<day>/<region>/<service>/aws4_request` */
  scope: string
  signedHeaders: readonly string[]
  signature: string
  /** As sent: 20260731T101500Z. */
  date: string
  /** What the signature says about the body. */
  payload: string
}

export const SIGNATURE_ALGORITHM = 'AWS4-HMAC-SHA256'

/** The key that a secret and a scope give. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer
}

/** Whether the signature was made over this very request with this key. */
export function isSignedWith(key: Buffer, request: SignedRequest, claim: SignatureClaim): boolean {
  // Clients differ in what they leave unencoded in the path; both forms mean the same path.
  const paths = new Set([encodePath(decodeURIComponent(request.path)), request.path])
  return [...paths].some((path) => {
    const text = [
      SIGNATURE_ALGORITHM,
      claim.date,
      claim.scope,
      sha256(canonicalRequest(request, claim, path)),
    ]
    return sameTextInConstantTime(hmac(key, text.join('\n')).toString('hex'), claim.signature)
  })
}

/** The Authorization header that signs a request with all of its headers. */
export function signRequest(
  request: SignedRequest,
  key: { accessKeyId: string; secretAccessKey: string },
  { scope, date, payload }: Pick<SignatureClaim, 'scope' | 'date' | 'payload'>,
): string {
  const signedHeaders = Object.keys(request.headers).sort()
  const claim = { scope, date, payload, signedHeaders, signature: '' }
  const text = [SIGNATURE_ALGORITHM, date, scope, sha256(canonicalRequest(request, claim, request.path))]
  const signature = hmac(signingKey(key.secretAccessKey, scope), text.join('\n')).toString('hex')
  return `${SIGNATURE_ALGORITHM} Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
}

/** A time as Signature V4 writes it: 20260731T101500Z. */
export function signatureDate(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function canonicalRequest(request: SignedRequest, claim: SignatureClaim, path: string): string {
  const query = request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
    .join('&')
  const headers = claim.signedHeaders.map((name) => `${name}:${canonicalValue(headerOf(request, name))}\n`)
  return [request.method, path, query, headers.join(''), claim.signedHeaders.join(';'), claim.payload].join(
    '\n',
  )
}

/** The order of their bytes; both are ASCII. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The signer names the headers, and may name a property that every object has and no request, such as `constructor`.
 */
function headerOf({ headers }: SignedRequest, name: string) {
  return Object.hasOwn(headers, name) ? headers[name] : undefined
}

function canonicalValue(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  // Node reads headers as Latin-1; the signature is over the bytes as UTF-8.
  return Buffer.from(text, 'latin1').toString('utf8').trim().replace(/ +/g, ' ')
}

/** RFC 3986 as Signature V4 wants it: all but letters, digits and `-._~` is percent-encoded. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** `encodeStrictly` for a path or key, with its slashes kept. */
export function encodePath(path: string): string {
  return encodeStrictly(path).replaceAll('%2F', '/')
}

/** Compares in a time that does not depend on where two texts differ. */
export function sameTextInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
