import type { FastifyInstance } from 'fastify'
import { RECENT_SIGN_IN } from '../authenticate.ts'
import { FULL_SCOPE, hasScope } from '../core/tokens/sessions.ts'
import type { CognitoParts } from '../parts.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import {
  type AuthorizeRequest,
  errorOf,
  RefusedRequest,
  readAuthorizeRequest,
  redirectWith,
  UntrustedRequest,
} from './authorize-request.ts'
import { authenticateBearer, bearerOf } from './bearer.ts'
import { OAuthError, required } from './oauth-errors.ts'
import { PATHS, queryOf } from './oauth-paths.ts'
import { readSignInRequest, type SignInRequest, signInPageFor } from './sign-in-request.ts'

/** How long after a sign-in an app gets it without a new one, if the app asks only who somebody is. */
const SINGLE_SIGN_ON = 60 * 60_000

/**
 * The authorization endpoint (RFC 6749, 3.1). Users sign in on one page, which may be elsewhere: they are led to it
 * with an encrypted request; the page asks what that is about, and answers it with the access token of the person who
 * has signed in there. No cookie takes part, so no other site can answer in somebody's name.
 */
export function addAuthorizeEndpoint(app: FastifyInstance, parts: CognitoParts, codes: AuthorizationCodes) {
  app.route({
    method: ['GET', 'POST'],
    url: PATHS.authorize,
    handler: async ({ method, url, body }, reply) => {
      const given = method === 'POST' ? formOf(body) : queryOf(url)
      readAuthorizeRequest(parts, given)
      return reply.redirect(signInPageFor(parts, { authorize: given.toString() }), 303)
    },
  })

  /** `leave` is where to go without a sign-in; `silent` forbids to ask for one (OpenID Connect Core, 3.1.2.1). */
  app.post(PATHS.request, async ({ body }) => {
    const request = readSignInRequest(parts, required(formOf(body), 'request'))
    if ('signOut' in request) {
      return { kind: 'sign_out', app: new URL(request.signOut).host, leave: request.signOut }
    }
    const asked = readAgain(parts, request.authorize)
    const isSilent = asked.prompt === 'none'
    const why = isSilent
      ? new OAuthError('login_required', 'Nobody is signed in here.')
      : new OAuthError('access_denied', 'The user went back without signing in.')
    return {
      kind: isSilent ? 'silent' : 'sign_in',
      app: new URL(asked.redirectUri).host,
      leave: redirectWith(parts, asked, errorOf(why)),
    }
  })

  /** Returns where to go with the code. The token comes in a header, which no form of another site can send. */
  app.post(PATHS.accept, async (request) => {
    const accepted = readSignInRequest(parts, required(formOf(request.body), 'request'))
    if ('signOut' in accepted) {
      throw new OAuthError('invalid_request', 'The request is not for a sign-in.')
    }
    const asked = readAgain(parts, accepted.authorize)
    const { user, originJti } = await authenticateBearer(parts, bearerOf(request), FULL_SCOPE)
    const signIn = await parts.database.sql
      .selectFrom('identity_session')
      .select('auth_time')
      .where('origin_jti', '=', originJti)
      .executeTakeFirst()
    const authTime = signIn?.auth_time ?? 0
    if (!isFresh(parts, { request: accepted, asked, authTime, email: user.email })) {
      throw new OAuthError('login_required', 'A recent sign-in is required.')
    }
    const { redirectUri, scope, codeChallenge, nonce } = asked
    const grant = { originJti, authTime, redirectUri, scope, codeChallenge, nonce }
    return { location: redirectWith(parts, asked, { code: await codes.make(accepted.id, grant) }) }
  })
}

/** This was fine when the app asked, and may no longer be: addresses can be taken off the list. */
function readAgain(parts: CognitoParts, query: string): AuthorizeRequest {
  try {
    return readAuthorizeRequest(parts, new URLSearchParams(query))
  } catch (error) {
    throw error instanceof UntrustedRequest || error instanceof RefusedRequest
      ? new OAuthError('invalid_request', 'The request is no longer allowed.')
      : error
  }
}

/**
 * Whether a sign-in is recent enough. What an app gets outlives the token used to ask for it, so that a copied token
 * must not buy it; and if another person is meant, they sign in again.
 */
function isFresh(
  { clock }: CognitoParts,
  given: { request: SignInRequest; asked: AuthorizeRequest; authTime: number; email: string },
): boolean {
  const { request, asked, authTime, email } = given
  const age = clock.now() - authTime
  const isForThis = authTime >= request.made
  const mustBeForThis =
    asked.prompt === 'login' ||
    (asked.maxAge !== undefined && age > asked.maxAge * 1000) ||
    (asked.loginHint !== undefined && asked.loginHint.toLowerCase() !== email.toLowerCase())
  return (
    age <= (hasScope(FULL_SCOPE, asked.scope) ? RECENT_SIGN_IN : SINGLE_SIGN_ON) &&
    (isForThis || !mustBeForThis)
  )
}

/** A form's fields; a request without any has none. */
function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}
