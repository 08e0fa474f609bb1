import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { ApiError } from './api-errors.ts'
import { ANSWER_HEADERS, addSecurityHeaders } from './security-headers.ts'

const BODY_LIMIT = 256 * 1024
/** A part of a recording may take long on a slow line; a whole request that takes longer is given up. */
const REQUEST_TIMEOUT = 60 * 60_000

export type HttpOptions = {
  /** Takes one JSON line an event, such as the process's standard error; without it nothing is logged. */
  log: { write(line: string): void } | undefined
  /** `warn` for a person at a terminal, who wants to hear of trouble only; `info` for a log that is kept. */
  logLevel?: 'info' | 'warn'
  /** Paths of the certificate and its key; without them it is plain HTTP. */
  tls: { cert: string; key: string } | undefined
  /** The proxies whose word is taken for where a request comes from; nobody's by default. */
  trustProxy?: readonly string[]
}

/** The bare server that all protocols are mounted on: logging, request ids, limits, security headers. */
export function createHttp({ log, logLevel = 'info', tls, trustProxy = [] }: HttpOptions): FastifyInstance {
  const http = Fastify({
    logger: log !== undefined && {
      level: logLevel,
      stream: log,
      serializers: { req: requestForLog, res: (reply) => ({ status: reply.statusCode }) },
      redact: REDACTED,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nameRequests(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => {
      const { status, answer } = new ApiError('invalid_request', 'The address is not well formed.')
      // The router gave up before any hook ran, so the reply has no serializer either.
      ;(reply as FastifyReply)
        .code(status)
        .headers(ANSWER_HEADERS)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answer))
    },
    ...(tls && { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } }),
  }) as unknown as FastifyInstance
  addSecurityHeaders(http, { tls: tls !== undefined })
  http.addHook('onResponse', logResponse)
  return http
}

/** Ids that differ from those of every other start, and grow. */
function nameRequests() {
  const start = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

/** Never the query string: it may hold a signature or a code. Never a header. */
function requestForLog(request: FastifyRequest) {
  return { method: request.method, path: pathOf(request.url), address: request.ip }
}

/** The path of a request's address, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

const SECRETS = ['password', 'Password', 'secret', 'token', 'Session', 'signature', 'authorization']
/** PostgreSQL tells in the detail of an error which row it is about, with the names in it. */
const REDACTED = [
  ...SECRETS,
  ...SECRETS.map((name) => `*.${name}`),
  'err.parameters',
  'err.config',
  'err.detail',
]

/** Stands for an address where the server asks itself something. */
export const ITSELF = 'itself'

/** Reading leaves no line unless it fails; what changes something leaves one, where it came in from outside. */
function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const reading = request.method === 'GET' || request.method === 'HEAD'
  if ((!reading && request.ip !== ITSELF) || reply.statusCode >= 500) {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
  }
  done()
}
