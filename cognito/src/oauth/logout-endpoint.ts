import type { FastifyInstance } from 'fastify'
import type { CognitoParts } from '../parts.ts'
import { UntrustedRequest } from './authorize-request.ts'
import { PATHS, queryOf } from './oauth-paths.ts'
import { signInPageFor } from './sign-in-request.ts'

/**
 * Leads by way of the sign-in page to an address of the client's, or to signing in again, as Cognito does. The page
 * asks whether its own sign-in should end, too: any link can lead here (OpenID Connect RP-Initiated Logout, 2).
 */
export function addLogoutEndpoint(app: FastifyInstance, parts: CognitoParts) {
  app.get(PATHS.logout, async (request, reply) => reply.redirect(targetOf(parts, queryOf(request.url)), 302))
}

function targetOf(parts: CognitoParts, given: URLSearchParams): string {
  const { ids, logoutUris, redirectUris } = parts
  const [client, ...clients] = given.getAll('client_id')
  // OpenID Connect has another name for Cognito's, and gives a state back (RP-Initiated Logout, 3).
  const [logoutUri, ...logouts] = [...given.getAll('logout_uri'), ...given.getAll('post_logout_redirect_uri')]
  const state = given.has('post_logout_redirect_uri') ? (given.get('state') ?? '') : ''
  const [redirectUri, ...redirects] = given.getAll('redirect_uri')
  if (client === ids.userPoolClientId && clients.length === 0) {
    if (logoutUri !== undefined && logouts.length === 0 && logoutUris.includes(logoutUri)) {
      const signOut =
        state === ''
          ? logoutUri
          : `${logoutUri}${logoutUri.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`
      return signInPageFor(parts, { signOut })
    }
    if (
      logoutUri === undefined &&
      redirectUri !== undefined &&
      redirects.length === 0 &&
      redirectUris.includes(redirectUri)
    ) {
      given.set('prompt', 'login')
      return `${PATHS.authorize}?${given}`
    }
  }
  throw new UntrustedRequest('The client or the address to go to is not known here.')
}
