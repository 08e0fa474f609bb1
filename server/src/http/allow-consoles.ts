import type { FastifyInstance } from 'fastify'
import { pathOf } from './create-http.ts'
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const EXPOSED = 'Content-Disposition, Date, Retry-After, X-Amzn-ErrorType, X-Amzn-RequestId, X-Request-Id'
/** What a console of another origin needs of us; the store answers such pages by itself. */
const OPEN =
  /^\/(api\/|config\.json$|cognito-idp(\/|$)|cognito-identity(\/|$)|oauth2\/|[^/]+\/\.well-known\/)/

/** Lets the pages of listed origins call the API and the identity service, and read what they answer, errors too. */
export function allowConsoles(http: FastifyInstance, consoleOrigins: readonly string[]) {
  http.addHook('onRequest', async (request, reply) => {
    if (!OPEN.test(pathOf(request.url))) {
      return
    }
    reply.headers(crossOriginHeaders(consoleOrigins, request.headers.origin, EXPOSED))
    const preflight = preflightHeaders(consoleOrigins, request.raw, METHODS)
    if (preflight) {
      return reply.code(204).headers(preflight).send()
    }
  })
}
