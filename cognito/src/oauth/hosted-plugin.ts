import fastifyCookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openLater } from '../run-later.ts'
import { createAuthorizationCodes } from './authorization-codes.ts'
import { RefusedRequest, UntrustedRequest } from './authorize-request.ts'
import { createBrowserSessions } from './browser-sessions.ts'
import { sendProblemPage, servePageFiles } from './draw-page.ts'
import { AT, type HostedParts } from './hosted-parts.ts'
import { type HostedWord, languageOf } from './hosted-words.ts'
import { addLogoutEndpoint } from './logout-endpoint.ts'
import { OAuthError } from './oauth-errors.ts'
import { addSignInPages } from './sign-in-pages.ts'
import { addTokenEndpoints } from './token-endpoint.ts'
import { addUserInfoEndpoint } from './user-info-endpoint.ts'

const BODY_LIMIT = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** The hosted pages and OAuth's endpoints: OAuth 2.0 and OpenID Connect, the code flow with PKCE and nothing else. */
export function hostedPlugin(parts: HostedParts) {
  const { protocol, hostname } = new URL(parts.publicUrl)
  // Without https neither a password nor a code may go over the line; a browser's own machine has no line.
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(fastifyCookie)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    })
    app.addHook('preHandler', async (request, reply) => {
      if (!isSafe) {
        return isForPeople(request)
          ? sendProblemPage(reply, { language: preferred(request), word: 'needsHttps', status: 400 })
          : sendError(reply, new OAuthError('invalid_request', 'This needs https.'))
      }
    })
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
    servePageFiles(app)
    const given = {
      codes: createAuthorizationCodes(parts),
      sessions: createBrowserSessions(parts),
      later: openLater(app),
    }
    addSignInPages(app, parts, given)
    addTokenEndpoints(app, parts, given)
    addUserInfoEndpoint(app, parts)
    addLogoutEndpoint(app, parts, given.sessions)
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RefusedRequest) {
    return reply.redirect(error.location, 302)
  }
  const status = (error as FastifyError).statusCode ?? 500
  if (error instanceof OAuthError && !isForPeople(request)) {
    return sendError(reply, error)
  }
  const isOurs = status >= 500 && !(error instanceof UntrustedRequest) && !(error instanceof OAuthError)
  if (isOurs) {
    request.log.error({ err: error, req: request }, 'A hosted page failed.')
  }
  if (isForPeople(request)) {
    const word: HostedWord = isOurs
      ? 'unavailable'
      : error instanceof UntrustedRequest
        ? 'untrusted'
        : 'broken'
    return sendProblemPage(reply, { language: preferred(request), word, status: isOurs ? 500 : 400 })
  }
  return sendError(
    reply,
    isOurs
      ? new OAuthError('server_error', 'Something went wrong on our side. Try again in a moment.')
      : new OAuthError('invalid_request', 'The request must be a form of no more than 64 KiB.'),
  )
}

/** RFC 6749, 5.2 and RFC 6750, 3; Cognito's own clients read `error_message`. */
function sendError(reply: FastifyReply, { code, message }: OAuthError): FastifyReply {
  const { url } = reply.request
  if (url.startsWith(AT.userInfo)) {
    reply.header('www-authenticate', `Bearer realm="Vestry", error="${code}", error_description="${message}"`)
  } else if (code === 'invalid_client' && reply.request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="Vestry"')
  }
  return reply
    .code(STATUS_OF[code] ?? 400)
    .send({ error: code, error_description: message, error_message: message })
}

const STATUS_OF: Record<string, number> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
}

function isForPeople({ url }: FastifyRequest): boolean {
  return [AT.authorize, AT.signIn, AT.logout].some((path) => url.startsWith(path))
}

function preferred(request: FastifyRequest) {
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  return languageOf(String(lang ?? '')) ?? languageOf(request.headers['accept-language'] ?? '') ?? 'en'
}
