import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { ApiError } from './api-errors.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './limit-connections.ts'
import { refuseWhileStopping } from './refuse-while-stopping.ts'
import { logOptions, logResponses, QuietLogController } from './request-log.ts'
import { addSecurityHeaders, RESPONSE_HEADERS } from './security-headers.ts'
import { proxyMatcher, removeForwardedPorts } from './trusted-proxies.ts'
import { type CertificateFiles, readCertificate } from './watch-certificate.ts'

const BODY_LIMIT = 256 * 1024

/**
 * The ids that another program may give a request: without any character that could begin a line or a field of a log.
 */
const GOOD_ID = /^[\w.:=+/-]{1,64}$/

/** The Host header is checked together with the limits, so that a flood of requests without it is limited too. */
const NODE_OPTIONS = { requireHostHeader: false }

export type HttpOptions = {
  /** Receives one line of JSON for each event, such as the process's standard error; without it nothing is logged. */
  log: { write(line: string): void } | undefined
  /** `warn` for a person at a terminal; `info` for a log that is kept. */
  logLevel?: 'info' | 'warn'
  /** Without it, it is plain HTTP. */
  tls: CertificateFiles | undefined
  /** Whether browsers are to ask over TLS alone from now on. */
  strictTransport?: boolean
  /** The proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustProxy?: readonly string[]
  limits?: ConnectionLimits
}

/** The bare server that all protocols are mounted on: logging, request ids, limits, security headers. */
export function createHttp({
  log,
  logLevel = 'info',
  tls,
  strictTransport = tls !== undefined,
  trustProxy = [],
  limits = CONNECTION_LIMITS,
}: HttpOptions): FastifyInstance {
  const http = Fastify({
    logger: logOptions(log, logLevel),
    logController: new QuietLogController(),
    genReqId: requestIdGenerator(trustProxy),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: BODY_LIMIT,
    // Node itself cuts off slow headers; bodies get the time that their purpose needs.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: (request) => toRoutableUrl(request),
    frameworkErrors: (_error, request, reply) => {
      if (request.raw.url?.startsWith('/s3/')) {
        refuseStoreAddress(request.id, reply as FastifyReply)
        return
      }
      const { status, answer } = new ApiError('invalid_request', 'The address is not well formed.')
      // The router gave up before any hook ran, so the reply has no serializer either.
      ;(reply as FastifyReply)
        .code(status)
        .headers({ ...RESPONSE_HEADERS, 'x-request-id': request.id })
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answer))
    },
    ...(tls ? { https: { ...readCertificate(tls), ...NODE_OPTIONS } } : { http: NODE_OPTIONS }),
  }) as unknown as FastifyInstance
  if (trustProxy.length > 0) {
    http.addHook('onRequest', ({ raw }, _reply, done) => {
      removeForwardedPorts(raw)
      done()
    })
  }
  addSecurityHeaders(http, { strictTransport })
  limitConnections(http, limits, trustProxy)
  refuseWhileStopping(http)
  http.decorateRequest('action', undefined)
  http.decorateRequest('failure', undefined)
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  logResponses(http)
  return http
}

/** Answers as the store would, which such a request never reaches. */
function refuseStoreAddress(id: string, reply: FastifyReply): void {
  reply
    .code(400)
    .headers({ ...RESPONSE_HEADERS, 'x-amz-request-id': id })
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InvalidURI</Code><Message>The address is not valid.</Message><RequestId>${id}</RequestId></Error>`,
    )
}

/** Whether a person opens an address; otherwise it is a script, a picture or a program. */
export function isPageRequest({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

/**
 * The address that a request is routed by. The router refuses one that can't be decoded; a person who opens one gets
 * the page for what is not found, while the API and the store answer with errors of their own.
 */
function toRoutableUrl(request: IncomingMessage): string {
  const { url = '/' } = request
  const isPage = isPageRequest(request) && !/^\/(api|s3)\//.test(url)
  return isPage && !isDecodable(pathOf(url)) ? '/not-found' : url
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The path of a request's address, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/**
 * Makes the id of each request: it differs from the ids of every other start, and grows. The `X-Request-Id` of a
 * trusted proxy is taken over, so that its log and ours name the same request.
 */
function requestIdGenerator(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyMatcher(trustProxy)
  const start = randomBytes(4).toString('hex')
  let count = 0
  return (request) => {
    count += 1
    const given = request.headers['x-request-id']
    return typeof given === 'string' && GOOD_ID.test(given) && isTrusted(request.socket.remoteAddress)
      ? given
      : `${start}-${count.toString(36)}`
  }
}
