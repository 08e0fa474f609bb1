import type { IncomingMessage } from 'node:http'
import { S3Error } from '../s3-errors.ts'
import type { Signature } from '../signature/verify-signature.ts'
import { algorithmNames, checksumHeader } from './checksums.ts'

/** Where a request points: `/<bucket>` or `/<bucket>/<key>`, with its path as received for the signature. */
export type Target = {
  path: string
  bucket: string
  /** Empty for the bucket itself. */
  key: string
  query: readonly (readonly [string, string])[]
}

/** A request whose signature is valid. */
export type S3Request = {
  method: string
  /** Empty for the bucket itself, or the store. */
  key: string
  query: ReadonlyMap<string, string>
  /** The value of a header, or what a presigned address carries in its place. */
  header(name: string): string | undefined
  /** The names that `header` may know, in lower case. */
  headerNames(): Iterable<string>
  signature: Signature
  /** Sends 100 Continue to a client that waits for it with its body. */
  sendContinue(): void
  incoming: IncomingMessage
}

/** Bytes are sent block by block, each when the one before has gone. */
export type S3Response = {
  status: number
  headers?: Record<string, string>
  xml?: string
  /** A length that isn't known before the end is absent. */
  bytes?: { length: number | undefined; send: (write: (block: Buffer) => Promise<void>) => Promise<void> }
  /** The failure of a part of the work, when the rest is done: for the operator, since the answer is no error. */
  failures?: readonly unknown[]
  /** The keys that this has removed, and those that were refused to their sender although the rest is done. */
  removed?: readonly string[]
  refused?: readonly string[]
}

/** Takes the raw address apart below `prefix`. Throws InvalidURI and KeyTooLongError. */
export function readTarget(url: string, prefix: string): Target {
  const cut = url.indexOf('?')
  const path = cut === -1 ? url : url.slice(0, cut)
  const below = path.slice(prefix.length + 1)
  const slash = below.indexOf('/')
  const bucket = decode(slash === -1 ? below : below.slice(0, slash))
  const key = slash === -1 ? '' : decode(below.slice(slash + 1))
  checkKey(key)
  const query =
    cut === -1
      ? []
      : url
          .slice(cut + 1)
          .split('&')
          .filter(Boolean)
          .map(readPair)
  return { path, bucket, key, query }
}

function readPair(pair: string): [string, string] {
  const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
  return [decode(name), decode(rest.join('='))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new S3Error('InvalidURI', undefined, {}, { cause })
  }
}

// A presigner moves the checksum of the empty body that it saw into the address; it says nothing of what
// will be uploaded.
const NEVER_FROM_QUERY = new Set(algorithmNames().map(checksumHeader))

export function buildRequest(
  incoming: IncomingMessage,
  target: Target,
  signature: Signature,
  sendContinue: () => void,
): S3Request {
  const query = new Map(target.query)
  // Header values are Latin-1 to Node: the bytes of the text in UTF-8.
  const hoisted = new Map(
    target.query.map(([name, value]) => [name.toLowerCase(), Buffer.from(value).toString('latin1')]),
  )
  return {
    method: incoming.method ?? '',
    key: target.key,
    query,
    header(name) {
      const value = incoming.headers[name]
      if (value !== undefined) {
        return Array.isArray(value) ? value.join(',') : value
      }
      return name.startsWith('x-amz-') && !NEVER_FROM_QUERY.has(name) ? hoisted.get(name) : undefined
    },
    headerNames: () => new Set([...Object.keys(incoming.headers), ...hoisted.keys()]),
    signature,
    sendContinue,
    incoming,
  }
}

/** A whole number from the query within its bounds, or `fallback` without one. Throws InvalidArgument. */
export function readWhole(
  request: S3Request,
  name: string,
  bounds: { min: number; max: number; fallback: number },
): number {
  return parseWhole(request.query.get(name), name, bounds)
}

/** The same from any text that a client gave. Throws InvalidArgument. */
export function parseWhole(
  text: string | undefined,
  name: string,
  bounds: { min: number; max: number; fallback: number },
): number {
  if (text === undefined) {
    return bounds.fallback
  }
  if (!/^\d{1,10}$/.test(text) || Number(text) < bounds.min || Number(text) > 2_147_483_647) {
    throw new S3Error('InvalidArgument', `${name} must be a whole number from ${bounds.min}.`)
  }
  return Math.min(Number(text), bounds.max)
}

/**
 * Refuses a key that S3 refuses, and also what a browser or a file system would read as another one: dot
 * segments, control characters and what XML can't carry.
 */
export function checkKey(key: string): void {
  if (Buffer.byteLength(key) > 1024) {
    throw new S3Error('KeyTooLongError')
  }
  const dotted = key.split('/').some((segment) => segment === '.' || segment === '..')
  if (dotted || [...key].some(isForbidden)) {
    throw new S3Error('InvalidURI', 'The key has a dot segment or a character that is not allowed.')
  }
}

function isForbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe
}
