import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { deleteObjects, getBucketLocation, headBucket } from './bucket-operations.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts'
import { readKeptHeaders } from './object-headers.ts'
import { listObjects } from './object-lists.ts'
import { deleteObject, getObject, putObject } from './object-operations.ts'
import { announcedLength, freeAtOnce, receivePayload, receiveText } from './received-payload.ts'
import { StorageError } from './storage-errors.ts'
import { admitOperation } from './storage-operations.ts'
import { mayChange } from './storage-parts.ts'
import type { StorageAnswer, StorageRequest } from './storage-request.ts'
import { readEntries, readXml, writeXml } from './storage-xml.ts'
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
  [deleteObject, async (request) => ({ headers: conditions(request) })],
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
   upload-id-marker uploadId uploads`.split(/\s+/),
)

const LONGEST_CALL = 8 * 1024 * 1024
const MOST_DELETED = 1000
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
  if (!carried) {
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
  const text = await receiveText(request, { ownChecksum: false, most: LONGEST_CALL })
  const parts = readEntries(readXml(text, 'CompleteMultipartUpload'), 'Part')
  const xml = writeXml('CompleteMultipartUpload', {
    Part: parts.map(({ PartNumber, ETag }) => ({ PartNumber: String(PartNumber), ETag: String(ETag) })),
  })
  return { body: xml }
}

async function deletionsOf(request: StorageRequest): Promise<Carried> {
  const tree = readXml(await receiveText(request, { ownChecksum: true, most: LONGEST_CALL }), 'Delete')
  const keys = readEntries(tree, 'Object').map(({ Key, ...more }) => {
    if (typeof Key !== 'string' || Key === '' || Object.keys(more).length > 0) {
      throw new StorageError('MalformedXML')
    }
    if (!mayChange(request.signature.credential, Key)) {
      throw new StorageError('AccessDenied')
    }
    return { Key }
  })
  if (keys.length === 0 || keys.length > MOST_DELETED) {
    throw new StorageError('MalformedXML')
  }
  const body = writeXml('Delete', { Quiet: tree.Quiet === 'true', Object: keys })
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
