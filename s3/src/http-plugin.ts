import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { corsHeaders, preflightHeaders } from './request/cors.ts'
import { buildRequest, readTarget, type S3Request, type S3Response } from './request/s3-request.ts'
import { writeXml } from './request/xml.ts'
import { ObjectKept, S3Error, toS3Error } from './s3-errors.ts'
import { verifySignature } from './signature/verify-signature.ts'
import type { Clock, ProtocolOptions } from './store.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']

/** As what a browser may load an object: never as a script, a style, or a page of its own. */
const LOADED_AS = new Set(['empty', 'image', 'audio', 'video', 'track'])

/** Errors that the operator should know of. */
const LOGGED = new Set(['InternalError', 'InsufficientCapacity', 'ServiceUnavailable'])

/** How much of a refused body is read and dropped, so that a client that doesn't wait gets its response. */
const MAX_DROPPED = 64 * 1024 * 1024

/**
 * How long a client that goes on sending has to read why it was refused: closing the connection at once would lose the
 * response.
 */
const TIME_TO_READ = 2000

/** Performs a request whose signature is valid. `bucket` is empty when the request names none. */
type Perform = (request: S3Request, bucket: string) => Promise<S3Response>

/**
 * The S3 protocol on HTTP, below the prefix it is registered with. It takes every request away from Fastify before
 * a parser or a limit for bodies sees it, and reads and answers it as a stream.
 */
export function httpPlugin(
  options: ProtocolOptions & { clock: Clock },
  perform: Perform,
): FastifyPluginAsync {
  return async (http) => {
    const awaiting100 = new WeakSet<IncomingMessage>()
    // Without a listener Node would ask for every body, even one without a valid signature.
    http.server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
      if (incoming.url?.startsWith(`${http.prefix}/`)) {
        awaiting100.add(incoming)
      } else {
        response.writeContinue()
      }
      http.server.emit('request', incoming, response)
    })
    http.addHook('onRequest', async (request, reply) => {
      reply.hijack()
      await serve({ options, perform, prefix: http.prefix, request, awaiting100 }, reply.raw)
    })
    // Never reached: the hook has the request by then. It is what makes the hook apply.
    http.setNotFoundHandler(() => undefined)
  }
}

type Exchange = {
  options: ProtocolOptions & { clock: Clock }
  perform: Perform
  prefix: string
  request: FastifyRequest
  /** Requests whose clients send the body only after 100 Continue. */
  awaiting100: WeakSet<IncomingMessage>
}

async function serve(exchange: Exchange, response: ServerResponse): Promise<void> {
  const { request } = exchange
  const incoming = request.raw
  const send = (content: S3Response) => sendResponse(exchange, response, content)
  try {
    const content = await respond(exchange, () => {
      if (exchange.awaiting100.delete(incoming)) {
        response.writeContinue()
      }
    })
    for (const failure of content.failures ?? []) {
      report(exchange, failure)
    }
    await send(content)
  } catch (error) {
    // The client has gone: there is nobody to answer, and nothing to log.
    if (response.destroyed || (incoming.destroyed && !incoming.complete)) {
      return
    }
    const { code, message, status, headers } = report(exchange, error)
    if (response.headersSent) {
      response.destroy()
      return
    }
    const Resource = (incoming.url ?? '').split('?')[0] ?? ''
    const tree = { Code: code, Message: message, Resource, RequestId: request.id }
    await send({ status, headers, xml: writeXml('Error', tree, '') })
  } finally {
    // The rest of a refused body is read and dropped, so that the client gets to the response.
    incoming.resume()
  }
}

function report({ options, request }: Exchange, error: unknown): S3Error {
  const known = toS3Error(error)
  options.onError?.(request, known.code)
  if (LOGGED.has(known.code)) {
    request.log.error({ err: error, req: request }, 'The object store failed.')
  }
  return known
}

async function respond({ options, perform, prefix, request }: Exchange, sendContinue: () => void) {
  const incoming = request.raw
  const method = incoming.method ?? ''
  const preflight = preflightHeaders(options.origins, incoming, METHODS)
  if (preflight) {
    return { status: 204, headers: preflight }
  }
  if (!METHODS.includes(method)) {
    throw new S3Error('MethodNotAllowed')
  }
  if (!LOADED_AS.has(incoming.headers['sec-fetch-dest']?.toString() ?? 'empty')) {
    throw new S3Error('AccessDenied', 'The store serves no scripts and no pages.')
  }
  const target = readTarget(incoming.url ?? '', prefix)
  const signature = await verifySignature(
    { method, path: target.path, query: target.query, headers: incoming.headers },
    { ...options, prefix },
  )
  const { person, credential } = signature
  options.onAuthenticated?.(incoming, { person, access: credential.access })
  const tell = async (removed: readonly string[], refused: readonly string[]) => {
    // A guest's key belongs to nobody in particular.
    const isSomebody = credential.everyBucket || credential.person !== undefined
    if (isSomebody && removed.length + refused.length > 0) {
      await options.onChange?.(request, { person, name: credential.name, removed, refused })
    }
  }
  try {
    const content = await perform(buildRequest(incoming, target, signature, sendContinue), target.bucket)
    await tell(content.removed ?? [], content.refused ?? [])
    return content
  } catch (error) {
    if (toS3Error(error).code === 'AccessDenied') {
      const key = error instanceof ObjectKept ? error.key : target.key
      await tell([], key === '' ? [] : [key])
    }
    throw error
  }
}

async function sendResponse(
  { options, request, awaiting100 }: Exchange,
  response: ServerResponse,
  { status, headers, xml, bytes }: S3Response,
): Promise<void> {
  const incoming = request.raw
  const text = xml === undefined ? undefined : Buffer.from(xml)
  const length = bytes?.length ?? text?.length
  const closes = mustClose(incoming, awaiting100)
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    'x-amz-request-id': request.id,
    date: new Date(options.clock.now()).toUTCString(),
    server: 'Vestry',
    ...corsHeaders(options.origins, incoming.headers.origin),
    ...(closes && { connection: 'close' }),
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
  } else if (closes && text !== undefined && !awaiting100.has(incoming)) {
    response.write(text)
    await bodyOver(incoming)
    response.end()
  } else {
    response.end(incoming.method === 'HEAD' ? undefined : text)
  }
}

/** Reads and drops a body until it ends, its client has gone, or the time to read the response is over. */
async function bodyOver(incoming: IncomingMessage): Promise<void> {
  incoming.resume()
  await once(incoming, 'close', { signal: AbortSignal.timeout(TIME_TO_READ) }).catch(() => undefined)
}

/** Whether the rest of the body never comes, or may never end. */
function mustClose(incoming: IncomingMessage, awaiting100: WeakSet<IncomingMessage>): boolean {
  const isEndless =
    incoming.headers['transfer-encoding'] !== undefined ||
    Number(incoming.headers['content-length'] ?? 0) > MAX_DROPPED
  return !incoming.complete && (isEndless || awaiting100.has(incoming))
}

const AUDIO_OR_VIDEO = /^(audio|video)\/[\w.+-]+$/i
/** An SVG is a document that may hold scripts. */
const IMAGE = /^image\/(?!svg)[\w.+-]+$/i

/** A file that a browser might run or take for a page is to be saved; its name stays, if it was given one. */
function dispositionFor(headers: Record<string, string> = {}): Record<string, string> {
  const { 'content-type': type = '', 'content-disposition': given } = headers
  return AUDIO_OR_VIDEO.test(type) || IMAGE.test(type)
    ? {}
    : { 'content-disposition': `attachment${/;.*/s.exec(given ?? '')?.[0] ?? ''}` }
}

/**
 * Uploads may be on the origin of an application: opened as a page they run no script, load nothing but themselves and
 * have an origin of their own. They are not affected as the source of an element.
 */
const LOADS_NOTHING = "default-src 'none'; img-src 'self'; media-src 'self'"

/** A browser's own player can't load media from inside a sandbox, and runs no script anyway. */
function policyFor(contentType: string | undefined): string {
  return AUDIO_OR_VIDEO.test(contentType ?? '') ? LOADS_NOTHING : `sandbox; ${LOADS_NOTHING}`
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
