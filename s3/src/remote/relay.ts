import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { canChange } from '../access.ts'
import { readDeletions, readHeaderCondition } from '../operations/delete-operations.ts'
import { keepFromRemoval, keepFromWrite } from '../operations/keep-objects.ts'
import { readManifest } from '../operations/multipart-operations.ts'
import { authorizeOperation } from '../operations/operation-table.ts'
import { readWriteCondition } from '../request/conditions.ts'
import { readObjectHeaders } from '../request/object-headers.ts'
import { declaredLength, freeBuffer, receiveBody, receiveText } from '../request/receive-body.ts'
import type { S3Request, S3Response } from '../request/s3-request.ts'
import { namesBucketOwner } from '../request/unsupported-headers.ts'
import { UPLOADER, uploaderOf } from '../request/uploader.ts'
import { textOf, writeXml } from '../request/xml.ts'
import { S3Error } from '../s3-errors.ts'
import type { ProtocolOptions } from '../store.ts'
import type { UploadIds } from './upload-ids.ts'
import type { Upstream, UpstreamBody, UpstreamCall } from './upstream.ts'

/** `removes`: the keys that are gone when it succeeds. */
type Forwarded = Pick<UpstreamCall, 'headers' | 'body'> & { removes?: string[] }

/** What the program around the store says about it. */
export type RelayRules = Pick<ProtocolOptions, 'keeper'> & {
  isProtected: (key: string) => boolean
  uploadIds: UploadIds
  /** Whether the remote store knows conditions of writes. */
  knowsConditions: () => boolean
}

/** A request on its way to the remote store. */
type Relayed = { upstream: Upstream; request: S3Request; rules: RelayRules }

const nothing = async () => ({ headers: {} })
const readObject = async ({ request }: Relayed) => ({
  headers: { ...conditions(request), ...given(request, ['range', 'if-range']) },
})

/** The operations that are relayed, and what each forwards to the remote store beside its address. */
const RELAYED: Record<string, (relayed: Relayed) => Promise<Forwarded>> = {
  GetObject: readObject,
  HeadObject: readObject,
  PutObject: async (relayed) => ({
    headers: { ...readObjectHeaders(relayed.request), ...(await writeConditions(relayed)) },
    body: bodyOf(relayed.request, () => writeConditions(relayed)),
  }),
  DeleteObject: deletionOf,
  DeleteObjects: deletionsOf,
  CreateMultipartUpload: async ({ request }) => ({ headers: readObjectHeaders(request) }),
  UploadPart: async ({ request }) => ({ headers: {}, body: bodyOf(request, request.signature.confirm) }),
  CompleteMultipartUpload: async (relayed) => ({
    ...(await manifestOf(relayed.request)),
    headers: await writeConditions(relayed),
  }),
  AbortMultipartUpload: nothing,
  ListParts: nothing,
  ListObjectsV2: nothing,
  ListMultipartUploads: nothing,
  GetBucketLocation: nothing,
  HeadBucket: nothing,
}

/** Names in the query. Stores have operations of their own behind other names, which nobody has checked here. */
const FORWARDED_QUERY = new Set(
  `continuation-token delete delimiter encoding-type fetch-owner key-marker list-type location max-keys max-parts
   max-uploads part-number-marker partNumber prefix response-cache-control response-content-disposition
   response-content-encoding response-content-language response-content-type response-expires start-after
   upload-id-marker uploadId uploads versionId`.split(/\s+/),
)

const MAX_XML = 16 * 1024 * 1024

/**
 * Forwards a request that is allowed here, signed with the server's own key. Lengths, hashes and checksums of the
 * stream are checked against what the client says before the remote store gets the last byte.
 */
export async function relay(
  upstream: Upstream,
  request: S3Request,
  bucket: string,
  rules: RelayRules,
): Promise<S3Response> {
  const { name } = authorizeOperation(request, bucket, rules.isProtected)
  const forward = RELAYED[name]
  if (!forward || namesBucketOwner(request)) {
    throw new S3Error('NotImplemented')
  }
  // The remote store doesn't know to whom its uploads belong.
  if (name === 'ListMultipartUploads' && !request.signature.credential.everyBucket) {
    throw new S3Error('AccessDenied')
  }
  const uploadId = rules.uploadIds.read(request)
  const { removes = [], ...forwarded } = await forward({ upstream, request, rules })
  const response = await upstream.send({
    method: request.method,
    key: request.key,
    query: [...request.query]
      .filter(([name]) => FORWARDED_QUERY.has(name))
      .map(([name, value]) => [name, name === 'uploadId' ? uploadId : value]),
    client: request.incoming.socket,
    ...forwarded,
  })
  const status = response.statusCode ?? 500
  const headers = forwardedHeaders(response)
  const removed = status < 300 ? removes : []
  const note = (text: string) =>
    status < 300 ? noteUpload(name, request, rules, { uploadId, text }) : undefined
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    response.resume()
    refuseForeignErrors(status, '')
    await note('')
    const length = Number(response.headers['content-length'] ?? 0)
    return {
      status,
      headers,
      removed,
      ...(request.method === 'HEAD' && { bytes: { length, send: async () => undefined } }),
    }
  }
  if (status < 300 && request.method === 'GET' && request.key !== '' && !request.query.has('uploadId')) {
    return { status, headers, bytes: bytesOf(upstream, response) }
  }
  const text = await readText(upstream, response)
  refuseForeignErrors(status, text)
  await note(text)
  return { status, headers, removed, ...(text !== '' && { xml: rules.uploadIds.show(request, text) }) }
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

/** Has the program remember whose upload was begun until it has ended. Owners need no such guard. */
async function noteUpload(
  operation: string,
  { key, signature }: S3Request,
  { keeper }: RelayRules,
  { uploadId, text }: { uploadId: string; text: string },
): Promise<void> {
  const begun = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
  if (!keeper || signature.credential.everyBucket) {
    return
  }
  if (operation === 'CreateMultipartUpload' && begun !== undefined) {
    await keeper.uploads.begin(key, begun, uploaderOf(signature))
  } else if (
    operation === 'AbortMultipartUpload' ||
    (operation === 'CompleteMultipartUpload' && isDone(text))
  ) {
    await keeper.uploads.end(key, uploadId)
  }
}

/** Whether an upload was completed: a store may find out that it can't be after it has said 200. */
function isDone(text: string): boolean {
  return !text.includes('<Error>')
}

/** The remote store gets the last byte only if `confirm` finds that it may have it. */
function bodyOf(request: S3Request, confirm: () => Promise<unknown>): UpstreamBody {
  return {
    length: declaredLength(request),
    async fill(sink) {
      await receiveBody(request, sink, { ownChecksum: true })
      await confirm()
    },
  }
}

/**
 * A person who isn't an owner replaces nothing that a record or somebody else needs. Throws AccessDenied,
 * PreconditionFailed.
 */
async function writeConditions({ upstream, request, rules }: Relayed): Promise<Record<string, string>> {
  const { keeper, knowsConditions } = rules
  const given = conditions(request)
  await request.signature.confirm()
  if (!keeper || request.signature.credential.everyBucket) {
    return given
  }
  const condition = readWriteCondition(request.header)
  const headers = await findHeaders(upstream, request, request.key)
  if (headers && condition.mustBeNew) {
    throw new S3Error('PreconditionFailed')
  }
  const isAwaited = await keeper.uploads.isOfAnother(request.key, uploaderOf(request.signature))
  await keepFromWrite(keeper, request, condition, { object: headers && { headers }, isAwaited })
  const isNew = !headers && condition.mustMatch === undefined
  return isNew && knowsConditions() ? { 'if-none-match': '*' } : given
}

/** The metadata of an object of the remote store, or `undefined` when there is none. */
async function findHeaders(upstream: Upstream, { incoming }: S3Request, key: string) {
  const response = await upstream.send({
    method: 'HEAD',
    key,
    query: [],
    headers: {},
    client: incoming.socket,
  })
  response.resume()
  if (response.statusCode === 404) {
    return undefined
  }
  if (response.statusCode !== 200) {
    throw new S3Error('ServiceUnavailable')
  }
  const uploader = response.headers[UPLOADER]
  return typeof uploader === 'string' ? { [UPLOADER]: uploader } : {}
}

/** Those of the objects to be removed that exist, now that they may be. Throws AccessDenied. */
async function findRemovable({ upstream, request, rules }: Relayed, keys: string[]): Promise<string[]> {
  const { keeper } = rules
  if (!keeper) {
    return keys
  }
  const present: string[] = []
  for (const key of keys) {
    const headers = await findHeaders(upstream, request, key)
    const isAwaited = await keeper.uploads.isOfAnother(key, uploaderOf(request.signature))
    const state = { object: headers && { headers }, isAwaited }
    await keepFromRemoval(keeper, request, key, state, async () => {
      if (headers) {
        present.push(key)
      }
    })
  }
  return present
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

async function deletionOf(relayed: Relayed): Promise<Forwarded> {
  const { request } = relayed
  if (Object.keys(readHeaderCondition(request)).length > 0) {
    throw new S3Error('NotImplemented', ONLY_BY_KEY)
  }
  return { headers: {}, removes: await findRemovable(relayed, [request.key]) }
}

async function deletionsOf(relayed: Relayed): Promise<Forwarded> {
  const { request, rules } = relayed
  const { quiet, entries } = readDeletions(await receiveText(request, { ownChecksum: true }))
  const keys = entries.map(({ key, entry }) => {
    if (entry.children.length > 1) {
      throw new S3Error('NotImplemented', ONLY_BY_KEY)
    }
    if (!canChange(request.signature.credential, key, rules.isProtected)) {
      throw new S3Error('AccessDenied')
    }
    return { Key: key }
  })
  await request.signature.confirm()
  const removes = await findRemovable(
    relayed,
    entries.map(({ key }) => key),
  )
  const body = writeXml('Delete', { Quiet: quiet, Object: keys })
  return { headers: { 'content-md5': createHash('md5').update(body).digest('base64') }, body, removes }
}

const FORWARDED_HEADERS = new Set(
  `accept-ranges cache-control content-disposition content-encoding content-language content-range content-type
   etag expires last-modified x-amz-bucket-region x-amz-delete-marker x-amz-id-2 x-amz-missing-meta
   x-amz-mp-parts-count x-amz-request-id x-amz-version-id`.split(/\s+/),
)

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      (FORWARDED_HEADERS.has(name) || (name.startsWith('x-amz-meta-') && name !== UPLOADER))
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

/** Errors about the server's own key, clock or region, which the client can't fix. */
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
