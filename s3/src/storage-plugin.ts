import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../server/src/clock.ts'
import { crossOriginHeaders, preflightHeaders } from '../../server/src/http/cross-origin.ts'
import { spareTransfer } from '../../server/src/http/limit-connections.ts'
import type { FindCredential } from './credentials.ts'
import { verifySignature } from './signature-v4.ts'
import { StorageError, toStorageError } from './storage-errors.ts'
import { buildRequest, readTarget, type StorageAnswer, type StorageRequest } from './storage-request.ts'
import { writeXml } from './storage-xml.ts'

/** What a browser may want an object for: never as a script, a style, or a page of its own. */
const SHOWN_AS = new Set(['empty', 'image', 'audio', 'video', 'track'])

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']

/** Answers that the operator should know of. */
const COMPLAINTS = new Set(['InternalError', 'InsufficientCapacity', 'ServiceUnavailable'])

/**
 * Whatever somebody uploads lies on the origin of the console: opened as a page it runs no script, loads
 * nothing but itself and has an origin of its own. As the source of an element it is not affected.
 */
const LOADS_NOTHING = "default-src 'none'; img-src 'self'; media-src 'self'"

const FILM_OR_SOUND = /^(audio|video)\/[\w.+-]+$/
/** An SVG is a document that may hold scripts. */
const PICTURE = /^image\/(?!svg)[\w.+-]+$/

/** Whatever a browser might run or take for a page is to be kept as a file; its name stays, if it was given one. */
function dispositionFor(headers: Record<string, string> = {}): Record<string, string> {
  const { 'content-type': type = '', 'content-disposition': given } = headers
  return FILM_OR_SOUND.test(type) || PICTURE.test(type)
    ? {}
    : { 'content-disposition': `attachment${/;.*/s.exec(given ?? '')?.[0] ?? ''}` }
}

/** A browser's own player can't load what it plays from inside a sandbox, and runs no script anyway. */
function policyFor(contentType: string | undefined): string {
  return FILM_OR_SOUND.test(contentType ?? '') ? LOADS_NOTHING : `sandbox; ${LOADS_NOTHING}`
}

/** What a console that is served elsewhere may read of an answer. */
const EXPOSED = `Accept-Ranges, Content-Length, Content-Range, Date, ETag, Last-Modified, x-amz-meta-upload,
  x-amz-mp-parts-count, x-amz-request-id`.replace(/\s+/g, ' ')

/** What stands behind the protocol: a store of our own, or one to which requests are relayed. */
export type StorageDoor = {
  region: string
  clock: Clock
  findCredential: FindCredential
  /** The origins of consoles that are served elsewhere and may use the store. */
  consoleOrigins: readonly string[]
  /** Answers a request whose signature is good. `bucket` is empty when the request names none. */
  answer(request: StorageRequest, bucket: string): Promise<StorageAnswer>
}

/**
 * The store on HTTP, below the prefix it is registered with. It takes every request away from Fastify before
 * a parser or a limit for bodies sees it, and reads and answers it as a stream.
 */
export function storagePlugin(door: StorageDoor): FastifyPluginAsync {
  return async (http) => {
    const waiting = new WeakSet<IncomingMessage>()
    // Without a listener Node would invite every body, also one that nobody has a key for.
    http.server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
      if (incoming.url?.startsWith(`${http.prefix}/`)) {
        waiting.add(incoming)
      } else {
        response.writeContinue()
      }
      http.server.emit('request', incoming, response)
    })
    http.addHook('onRequest', async (request, reply) => {
      reply.hijack()
      const log = (error: unknown) =>
        request.log.error({ err: error, req: request }, 'The object store failed.')
      const told = (code: string) => {
        request.failure = code
      }
      const setting = { door, prefix: http.prefix, requestId: request.id, log, told, waiting }
      await serve(setting, request.raw, reply.raw)
    })
    // Never reached: the hook has the request by then. It is what makes the hook apply.
    http.setNotFoundHandler(() => undefined)
  }
}

type Setting = {
  door: StorageDoor
  prefix: string
  requestId: string
  log: (error: unknown) => void
  told: (code: string) => void
  /** Requests whose clients send the body when they are told to go on. */
  waiting: WeakSet<IncomingMessage>
}

async function serve(setting: Setting, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { door, log, told, requestId } = setting
  const common = {
    'x-content-type-options': 'nosniff',
    'x-amz-request-id': requestId,
    date: new Date(door.clock.now()).toUTCString(),
    server: 'Vestry',
    ...crossOriginHeaders(door.consoleOrigins, incoming.headers.origin, EXPOSED),
  }
  try {
    const answer = await answerOf(setting, incoming, () => {
      if (setting.waiting.delete(incoming)) {
        response.writeContinue()
      }
    })
    await send(incoming, response, answer, { ...common, ...closing(setting, incoming) })
  } catch (error) {
    // The client has gone: there is nobody to answer, and nothing to complain of.
    if (response.destroyed || (incoming.destroyed && !incoming.complete)) {
      return
    }
    const refusal = toStorageError(error)
    told(refusal.code)
    if (COMPLAINTS.has(refusal.code)) {
      log(error)
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { code, message, status, headers } = refusal
    const resource = (incoming.url ?? '').split('?')[0] ?? ''
    const tree = { Code: code, Message: message, Resource: resource, RequestId: requestId }
    const xml = writeXml('Error', tree, '')
    await send(incoming, response, { status, headers, xml }, { ...common, ...closing(setting, incoming) })
  } finally {
    // What is left of a refused body is read and dropped, so that the client gets round to the answer.
    incoming.resume()
  }
}

/** Of a body that nobody wants so much is read and dropped, so that a client that doesn't wait gets its answer. */
const MAX_DROPPED = 64 * 1024 * 1024

/** The connection ends with the answer when what is left of the body never comes, or may never end. */
function closing({ waiting }: Setting, incoming: IncomingMessage): Record<string, string> {
  const endless =
    incoming.headers['transfer-encoding'] !== undefined ||
    Number(incoming.headers['content-length'] ?? 0) > MAX_DROPPED
  return !incoming.complete && (endless || waiting.has(incoming)) ? { connection: 'close' } : {}
}

async function answerOf(
  { door, prefix }: Setting,
  incoming: IncomingMessage,
  invite: () => void,
): Promise<StorageAnswer> {
  const method = incoming.method ?? ''
  const preflight = preflightHeaders(door.consoleOrigins, incoming, METHODS)
  if (preflight) {
    return { status: 204, headers: preflight }
  }
  if (!METHODS.includes(method)) {
    throw new StorageError('MethodNotAllowed')
  }
  if (!SHOWN_AS.has(incoming.headers['sec-fetch-dest']?.toString() ?? 'empty')) {
    throw new StorageError('AccessDenied', 'The store serves no scripts and no pages.')
  }
  const target = readTarget(incoming.url ?? '', prefix)
  const signature = await verifySignature(
    { method, path: target.path, query: target.query, headers: incoming.headers },
    { ...door, prefix },
  )
  if (signature.credential.access === 'write') {
    spareTransfer(incoming, signature.person)
  }
  return await door.answer(buildRequest(incoming, target, signature, invite), target.bucket)
}

async function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: StorageAnswer,
  common: Record<string, string>,
): Promise<void> {
  const { status, headers, xml, bytes } = answer
  const text = xml === undefined ? undefined : Buffer.from(xml)
  const length = bytes?.length ?? text?.length
  response.writeHead(status, {
    ...common,
    ...headers,
    ...(bytes && dispositionFor(headers)),
    ...(text && { 'content-type': 'application/xml' }),
    ...(length !== undefined
      ? { 'content-length': length }
      : !bytes && status !== 204 && status !== 304 && { 'content-length': 0 }),
    'content-security-policy': policyFor(text ? undefined : headers?.['content-type']),
  })
  if (bytes && incoming.method !== 'HEAD') {
    await bytes.send((block) => writeBlock(response, block))
    response.end()
  } else {
    response.end(incoming.method === 'HEAD' ? undefined : text)
  }
}

/** Done when the block has left this process, so that its memory may be used again. */
function writeBlock(response: ServerResponse, block: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The client has gone.'))
    response.once('close', fail)
    response.write(block, (error) => {
      response.off('close', fail)
      if (error) {
        reject(error)
      } else {
        resolve()
      }
    })
  })
}
