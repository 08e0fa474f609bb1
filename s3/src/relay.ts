import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { getBucketLocation, headBucket } from './bucket-operations.ts'
import { deleteObject, deleteObjects, readDeletions, readHeaderCondition } from './delete-operations.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  readManifest,
  uploadPart,
} from './multipart-operations.ts'
import { readKeptHeaders } from './object-headers.ts'
import { listObjects } from './object-lists.ts'
import { getObject, putObject } from './object-operations.ts'
import { textOf } from './read-xml.ts'
import { announcedLength, freeAtOnce, receivePayload, receiveText } from './received-payload.ts'
import { namesOwner } from './request-wishes.ts'
import { StorageError } from './storage-errors.ts'
import { admitOperation } from './storage-operations.ts'
import { mayChange } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'
import { listMultipartUploads, listParts } from './upload-lists.ts'
import type { Upstream, UpstreamBody, UpstreamCall } from './upstream.ts'

type Carried = Pick<UpstreamCall, 'headers' | 'body'>

/** The operations that are relayed, and what each carries to the other store beside its address. */
const CARRIED = new Map<unknown, (request: StorageRequest) => Promise<Carried>>([
  [
    getObject,
    async (request) => ({ headers: { ...conditions(request), ...given(request, ['range', 'if-range']) } }),
  ],
  [
    putObject,
    async (request) => ({
      headers: { ...readKeptHeaders(request), ...conditions(request) },
      body: bodyOf(request),
    }),
  ],
  [deleteObject, deletionOf],
  [createMultipartUpload, async (request) => ({ headers: readKeptHeaders(request) })],
  [uploadPart, async (request) => ({ headers: {}, body: bodyOf(request) })],
  [
    completeMultipartUpload,
    async (request) => ({ headers: conditions(request), ...(await manifestOf(request)) }),
  ],
  [deleteObjects, deletionsOf],
  ...[abortMultipartUpload, listParts, listObjects, listMultipartUploads, getBucketLocation, headBucket].map(
    (operation) => [operation, async () => ({ headers: {} })] as const,
  ),
])

/** Of the address. Stores have calls of their own behind other names, which nobody has looked at here. */
const PASSED_ON = new Set(
  `continuation-token delete delimiter encoding-type fetch-owner key-marker list-type location max-keys max-parts
   max-uploads part-number-marker partNumber prefix response-cache-control response-content-disposition
   response-content-encoding response-content-language response-content-type response-expires start-after
   upload-id-marker uploadId uploads versionId`.split(/\s+/),
)

const LONGEST_ANSWER = 16 * 1024 * 1024

/**
 * Passes a request on that may be made here, as the server's own. Lengths, hashes and checksums of what
 * streams through are held against what the client says of them before the other store gets the last byte.
 */
export async function relay(
  upstream: Upstream,
  request: StorageRequest,
  bucket: string,
): Promise<StorageAnswer> {
  const carried = CARRIED.get(admitOperation(request, bucket))
  if (!carried || namesOwner(request)) {
    throw new StorageError('NotImplemented')
  }
  const answer = await upstream.send({
    method: request.method,
    key: request.key,
    query: [...request.query].filter(([name]) => PASSED_ON.has(name)),
    client: request.incoming.socket,
    ...(await carried(request)),
  })
  const status = answer.statusCode ?? 500
  const headers = tellable(answer)
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    answer.resume()
    refuseStrangers(status, '')
    const length = Number(answer.headers['content-length'] ?? 0)
    return {
      status,
      headers,
      ...(request.method === 'HEAD' && { bytes: { length, send: async () => undefined } }),
    }
  }
  if (status < 300 && request.method === 'GET' && request.key !== '' && !request.query.has('uploadId')) {
    return { status, headers, bytes: bytesOf(upstream, answer) }
  }
  const text = await readText(upstream, answer)
  refuseStrangers(status, text)
  return { status, headers, ...(text !== '' && { xml: text }) }
}

function given(request: StorageRequest, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.header(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function conditions(request: StorageRequest) {
  return given(request, ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
}

function bodyOf(request: StorageRequest): UpstreamBody {
  return {
    length: announcedLength(request),
    fill: (sink) => receivePayload(request, sink, { ownChecksum: true }),
  }
}

/** The parts by their numbers and ETags: checksums went no further than here. */
async function manifestOf(request: StorageRequest): Promise<{ body: string }> {
  const parts = readManifest(await receiveText(request, { ownChecksum: false }))
  const xml = writeXml('CompleteMultipartUpload', {
    Part: parts.map((part) => ({ PartNumber: textOf(part, 'PartNumber'), ETag: textOf(part, 'ETag') })),
  })
  return { body: xml }
}

/** Not every store knows conditions of deletions, and one that doesn't would delete. */
const ONLY_BY_KEY = 'Objects are deleted by their keys alone.'

async function deletionOf(request: StorageRequest): Promise<Carried> {
  if (Object.keys(readHeaderCondition(request)).length > 0) {
    throw new StorageError('NotImplemented', ONLY_BY_KEY)
  }
  return { headers: {} }
}

async function deletionsOf(request: StorageRequest): Promise<Carried> {
  const { quiet, entries } = readDeletions(await receiveText(request, { ownChecksum: true }))
  const keys = entries.map(({ key, entry }) => {
    if (entry.children.length > 1) {
      throw new StorageError('NotImplemented', ONLY_BY_KEY)
    }
    if (!mayChange(request.signature.credential, key)) {
      throw new StorageError('AccessDenied')
    }
    return { Key: key }
  })
  const body = writeXml('Delete', { Quiet: quiet, Object: keys })
  return { headers: { 'content-md5': createHash('md5').update(body).digest('base64') }, body }
}

const TELLABLE = new Set(
  `accept-ranges cache-control content-disposition content-encoding content-language content-range content-type
   etag expires last-modified x-amz-bucket-region x-amz-delete-marker x-amz-id-2 x-amz-missing-meta
   x-amz-mp-parts-count x-amz-request-id x-amz-version-id`.split(/\s+/),
)

function tellable({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (TELLABLE.has(name) || name.startsWith('x-amz-meta-'))
        ? [[name, value]]
        : [],
    ),
  )
}

function bytesOf(upstream: Upstream, answer: IncomingMessage): NonNullable<StorageAnswer['bytes']> {
  const length = answer.headers['content-length']
  return {
    length: length === undefined ? undefined : Number(length),
    async send(write) {
      for await (const block of upstream.read(answer)) {
        await write(block)
        freeAtOnce(block)
      }
    },
  }
}

async function readText(upstream: Upstream, answer: IncomingMessage): Promise<string> {
  const blocks: Buffer[] = []
  let size = 0
  for await (const block of upstream.read(answer)) {
    size += block.length
    if (size > LONGEST_ANSWER) {
      throw new StorageError('ServiceUnavailable')
    }
    blocks.push(block)
  }
  return Buffer.concat(blocks).toString('utf8')
}

/** What the other store has against the server's own key, clock or region is nothing that the client can mend. */
const OURS_TO_MEND = new Set(
  `AuthorizationHeaderMalformed ExpiredToken InvalidAccessKeyId InvalidToken NoSuchBucket PermanentRedirect
   RequestTimeTooSkewed SignatureDoesNotMatch TemporaryRedirect TokenRefreshRequired`.split(/\s+/),
)

function refuseStrangers(status: number, text: string): void {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
  const redirects = status >= 300 && status < 400 && status !== 304
  const isXml = text === '' || /^\s*<(\?xml|\w)/.test(text)
  if (redirects || status === 401 || OURS_TO_MEND.has(code) || !isXml || /^\s*<(!doctype|html)/i.test(text)) {
    throw new StorageError(
      'ServiceUnavailable',
      undefined,
      {},
      {
        cause: new Error(`The other store answered ${status} ${code}.`),
      },
    )
  }
}
