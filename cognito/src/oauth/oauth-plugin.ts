import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { claimsOf } from '../core/tokens/signed-tokens.ts'
import type { CognitoParts } from '../parts.ts'
import { createRunAfterResponse } from '../run-after-response.ts'
import { createAuthorizationCodes } from './authorization-codes.ts'
import { addAuthorizeEndpoint } from './authorize-endpoint.ts'
import { RefusedRequest, UntrustedRequest } from './authorize-request.ts'
import { authenticateBearer, bearerOf } from './bearer.ts'
import { addLogoutEndpoint } from './logout-endpoint.ts'
import { isDeclared, OAuthError, type OAuthErrorCode } from './oauth-errors.ts'
import { PATHS } from './oauth-paths.ts'
import { addTokenEndpoints } from './token-endpoint.ts'

const BODY_LIMIT = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** OAuth's endpoints: OAuth 2.0 and OpenID Connect, the code flow with PKCE and nothing else. */
export function oauthPlugin(parts: CognitoParts) {
  const { protocol, hostname } = new URL(parts.publicUrl)
  // Without https no code may go over the line; a browser's own machine has no line.
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' })
    })
    app.addHook('preHandler', async () => {
      if (!isSafe) {
        throw new OAuthError('invalid_request', 'This needs https.')
      }
    })
    app.setErrorHandler((error, request, reply) => sendError(parts, toKnown(error, request), request, reply))
    const codes = createAuthorizationCodes(parts)
    addAuthorizeEndpoint(app, parts, codes)
    addTokenEndpoints(app, parts, { codes, later: createRunAfterResponse(app) })
    addUserInfoEndpoint(app, parts)
    addLogoutEndpoint(app, parts)
  }
}

function toKnown(error: unknown, request: FastifyRequest): OAuthError | RefusedRequest {
  const known = namedError(error)
  if (known && isDeclared(request.routeOptions.url, known.code)) {
    return known
  }
  request.log.error({ err: error, req: request }, 'An OAuth request failed.')
  return new OAuthError('server_error', 'Something went wrong on our side. Try again in a moment.')
}

function namedError(error: unknown): OAuthError | RefusedRequest | undefined {
  if (error instanceof OAuthError || error instanceof RefusedRequest) {
    return error
  }
  if (error instanceof UntrustedRequest) {
    return new OAuthError('invalid_client', error.message)
  }
  if (((error as FastifyError).statusCode ?? 500) < 500) {
    return new OAuthError('invalid_request', 'The request must be a form of no more than 64 KiB.')
  }
  return undefined
}

/**
 * RFC 6749, 4.1.2.1 and 5.2; RFC 6750, 3; Cognito's own clients read `error_message`. When no app can be told, the user
 * is led to the sign-in page, which says it.
 */
function sendError(
  { signInPage }: CognitoParts,
  error: OAuthError | RefusedRequest,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof RefusedRequest) {
    return reply.redirect(error.location, 302)
  }
  const { code, message } = error
  if ([PATHS.authorize, PATHS.logout].some((path) => url.startsWith(path))) {
    return reply.redirect(`${signInPage}#error=${code}`, 302)
  }
  if (url.startsWith(PATHS.userInfo)) {
    reply.header('www-authenticate', `Bearer realm="Vestry", error="${code}", error_description="${message}"`)
  } else if (code === 'invalid_client' && headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="Vestry"')
  }
  return reply
    .code(STATUS_OF[code] ?? 400)
    .send({ error: code, error_description: message, error_message: message })
}

const STATUS_OF: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
}

/** OpenID Connect Core, 5.3: who the bearer of an access token is, as far as its scopes allow. */
function addUserInfoEndpoint(app: FastifyInstance, parts: CognitoParts) {
  app.route({
    method: ['GET', 'POST'],
    url: PATHS.userInfo,
    handler: async (request) => {
      const { user, scope } = await authenticateBearer(parts, tokenOf(request), 'openid')
      return { sub: user.sub, username: user.sub, ...claimsOf(user, scope) }
    },
  })
}

/** RFC 6750, 2.1 and 2.2: in the header or in a form, and not in both. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = bearerOf(request)
  const field = request.body instanceof URLSearchParams ? request.body.get('access_token') : null
  if (header !== undefined && field !== null) {
    throw new OAuthError('invalid_request', 'The access token is given more than once.')
  }
  return header ?? field ?? undefined
}
