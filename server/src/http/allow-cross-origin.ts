import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { pathOf } from './create-http.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const EXPOSED = 'Content-Disposition, Date, Retry-After, X-Amzn-ErrorType, X-Amzn-RequestId, X-Request-Id'
/** The paths that a console on another origin calls; the store has CORS headers of its own. */
const CROSS_ORIGIN_PATHS =
  /^\/(api\/|config\.json$|cognito-idp(\/|$)|cognito-identity(\/|$)|oauth2\/|[^/]+\/\.well-known\/)/
/** How long a browser may cache a preflight response, in seconds; Chromium does so for two hours at most. */
const MAX_AGE = '7200'

/** Lets pages of the listed origins call the API and the identity service and read the responses, also errors. */
export function allowCrossOrigin(http: FastifyInstance, consoleOrigins: readonly string[]) {
  http.addHook('onRequest', async (request, reply) => {
    if (!CROSS_ORIGIN_PATHS.test(pathOf(request.url))) {
      return
    }
    reply.headers(crossOriginHeaders(consoleOrigins, request.headers.origin))
    const preflight = preflightHeaders(consoleOrigins, request.raw)
    if (preflight) {
      return reply.code(204).headers(preflight).send()
    }
  })
}

/**
 * The headers that let a page of a listed origin read a response; they are sent with errors too, or the page could not
 * read those.
 */
function crossOriginHeaders(allowed: readonly string[], origin: string | undefined): Record<string, string> {
  if (allowed.length === 0) {
    return {}
  }
  return origin !== undefined && allowed.includes(origin)
    ? { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
    : { vary: 'Origin' }
}

/**
 * The headers of the response to a preflight of a listed origin, besides `crossOriginHeaders`; `undefined` for any
 * other request. Every header that the browser asks for may be sent: cookies are never allowed, and what a request may
 * do depends on its token or signature alone.
 */
function preflightHeaders(
  allowed: readonly string[],
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): Record<string, string> | undefined {
  const asked = headers['access-control-request-headers'] ?? ''
  if (
    method !== 'OPTIONS' ||
    headers['access-control-request-method'] === undefined ||
    !allowed.includes(headers.origin ?? '') ||
    !/^[\w\-, ]*$/.test(asked)
  ) {
    return undefined
  }
  return {
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-allow-headers': asked,
    'access-control-max-age': MAX_AGE,
  }
}
