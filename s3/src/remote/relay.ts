import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { canChange } from '../access.ts'
import { readDeletions, readHeaderCondition } from '../operations/delete-operations.ts'
import { readManifest } from '../operations/multipart-operations.ts'
import { authorizeOperation } from '../operations/operation-table.ts'
import { readObjectHeaders } from '../request/object-headers.ts'
import { declaredLength, freeBuffer, receiveBody, receiveText } from '../request/receive-body.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { namesBucketOwner } from '../request/unsupported-headers.ts'
import { textOf, writeXml } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import type { Upstream, UpstreamBody, UpstreamCall } from './upstream.ts'

type Forwarded = Pick<UpstreamCall, 'headers' | 'body'>
type IsProtected = (key: string) => boolean

const nothing = async () => ({ headers: {} })
const readObject = async (request: S3Request) => ({
  headers: { ...conditions(request), ...given(request, ['range', 'if-range']) },
})

/** The operations that are relayed, and what each forwards to the remote store beside its address. */
const RELAYED: Record<string, (request: S3Request, isProtected: IsProtected) => Promise<Forwarded>> = {
  GetObject: readObject,
  HeadObject: readObject,
  PutObject: async (request) => ({
    headers: { ...readObjectHeaders(request), ...conditions(request) },
    body: bodyOf(request),
  }),
  DeleteObject: deletionOf,
  DeleteObjects: deletionsOf,
  CreateMultipartUpload: async (request) => ({ headers: readObjectHeaders(request) }),
  UploadPart: async (request) => ({ headers: {}, body: bodyOf(request) }),
  CompleteMultipartUpload: async (request) => ({
    headers: conditions(request),
    ...(await manifestOf(request)),
  }),
  AbortMultipartUpload: nothing,
  ListParts: nothing,
  ListObjectsV2: nothing,
  ListMultipartUploads: nothing,
  GetBucketLocation: nothing,
  HeadBucket: nothing,
}

/** Of the query. Stores have operations of their own behind other names, which nobody has looked at here. */
const FORWARDED_QUERY = new Set(
  `continuation-token delete delimiter encoding-type fetch-owner key-marker list-type location max-keys max-parts
   max-uploads part-number-marker partNumber prefix response-cache-control response-content-disposition
   response-content-encoding response-content-language response-content-type response-expires start-after
   upload-id-marker uploadId uploads versionId`.split(/\s+/),
)

const MAX_XML = 16 * 1024 * 1024

/**
 * Forwards a request that is allowed here, signed with the server's own key. Lengths, hashes and checksums of what
 * streams through are checked against what the client says of them before the remote store gets the last byte.
 */
export async function relay(
  upstream: Upstream,
  request: S3Request,
  bucket: string,
  isProtected: IsProtected,
): Promise<S3Response> {
  const forward = RELAYED[authorizeOperation(request, bucket, isProtected).name]
  if (!forward || namesBucketOwner(request)) {
    throw new S3Error('NotImplemented')
  }
  const response = await upstream.send({
    method: request.method,
    key: request.key,
    query: [...request.query].filter(([name]) => FORWARDED_QUERY.has(name)),
    client: request.incoming.socket,
    ...(await forward(request, isProtected)),
  })
  const status = response.statusCode ?? 500
  const headers = forwardedHeaders(response)
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    response.resume()
    refuseForeignErrors(status, '')
    const length = Number(response.headers['content-length'] ?? 0)
    return {
      status,
      headers,
      ...(request.method === 'HEAD' && { bytes: { length, send: async () => undefined } }),
    }
  }
  if (status < 300 && request.method === 'GET' && request.key !== '' && !request.query.has('uploadId')) {
    return { status, headers, bytes: bytesOf(upstream, response) }
  }
  const text = await readText(upstream, response)
  refuseForeignErrors(status, text)
  return { status, headers, ...(text !== '' && { xml: text }) }
}

function given(request: S3Request, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.header(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function conditions(request: S3Request) {
  return given(request, ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
}

function bodyOf(request: S3Request): UpstreamBody {
  return {
    length: declaredLength(request),
    fill: (sink) => receiveBody(request, sink, { ownChecksum: true }),
  }
}

/** The parts by their numbers and ETags: checksums went no further than here. */
async function manifestOf(request: S3Request): Promise<{ body: string }> {
  const parts = readManifest(await receiveText(request, { ownChecksum: false }))
  const xml = writeXml('CompleteMultipartUpload', {
    Part: parts.map((part) => ({ PartNumber: textOf(part, 'PartNumber'), ETag: textOf(part, 'ETag') })),
  })
  return { body: xml }
}

/** Not every store knows conditions of deletions, and one that doesn't would delete. */
const ONLY_BY_KEY = 'Objects are deleted by their keys alone.'

async function deletionOf(request: S3Request): Promise<Forwarded> {
  if (Object.keys(readHeaderCondition(request)).length > 0) {
    throw new S3Error('NotImplemented', ONLY_BY_KEY)
  }
  return { headers: {} }
}

async function deletionsOf(request: S3Request, isProtected: IsProtected): Promise<Forwarded> {
  const { quiet, entries } = readDeletions(await receiveText(request, { ownChecksum: true }))
  const keys = entries.map(({ key, entry }) => {
    if (entry.children.length > 1) {
      throw new S3Error('NotImplemented', ONLY_BY_KEY)
    }
    if (!canChange(request.signature.credential, key, isProtected)) {
      throw new S3Error('AccessDenied')
    }
    return { Key: key }
  })
  const body = writeXml('Delete', { Quiet: quiet, Object: keys })
  return { headers: { 'content-md5': createHash('md5').update(body).digest('base64') }, body }
}

const FORWARDED_HEADERS = new Set(
  `accept-ranges cache-control content-disposition content-encoding content-language content-range content-type
   etag expires last-modified x-amz-bucket-region x-amz-delete-marker x-amz-id-2 x-amz-missing-meta
   x-amz-mp-parts-count x-amz-request-id x-amz-version-id`.split(/\s+/),
)

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (FORWARDED_HEADERS.has(name) || name.startsWith('x-amz-meta-'))
        ? [[name, value]]
        : [],
    ),
  )
}

function bytesOf(upstream: Upstream, response: IncomingMessage): NonNullable<S3Response['bytes']> {
  const length = response.headers['content-length']
  return {
    length: length === undefined ? undefined : Number(length),
    async send(write) {
      for await (const block of upstream.read(response)) {
        await write(block)
        freeBuffer(block)
      }
    },
  }
}

async function readText(upstream: Upstream, response: IncomingMessage): Promise<string> {
  const blocks: Buffer[] = []
  let size = 0
  for await (const block of upstream.read(response)) {
    size += block.length
    if (size > MAX_XML) {
      throw new S3Error('ServiceUnavailable')
    }
    blocks.push(block)
  }
  return Buffer.concat(blocks).toString('utf8')
}

/** Errors that concern the server's own key, clock or region: nothing that the client can fix. */
const SERVER_FAULTS = new Set(
  `AuthorizationHeaderMalformed ExpiredToken InvalidAccessKeyId InvalidToken NoSuchBucket PermanentRedirect
   RequestTimeTooSkewed SignatureDoesNotMatch TemporaryRedirect TokenRefreshRequired`.split(/\s+/),
)

function refuseForeignErrors(status: number, text: string): void {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
  const redirects = status >= 300 && status < 400 && status !== 304
  const isXml = text === '' || /^\s*<(\?xml|\w)/.test(text)
  if (
    redirects ||
    status === 401 ||
    SERVER_FAULTS.has(code) ||
    !isXml ||
    /^\s*<(!doctype|html)/i.test(text)
  ) {
    throw new S3Error(
      'ServiceUnavailable',
      undefined,
      {},
      {
        cause: new Error(`The remote store answered ${status} ${code}.`),
      },
    )
  }
}
