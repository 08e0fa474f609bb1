import type { FastifyInstance } from 'fastify'
import { UntrustedRequest } from './authorize-request.ts'
import type { BrowserSessions } from './browser-sessions.ts'
import { AT, type HostedParts } from './hosted-parts.ts'

/** Ends the browser's session and goes to an address of the client's, or to signing in again, as Cognito does. */
export function addLogoutEndpoint(app: FastifyInstance, parts: HostedParts, sessions: BrowserSessions) {
  app.get(AT.logout, async (request, reply) => {
    const given = new URLSearchParams(request.url.split('?')[1])
    const target = targetOf(parts, given)
    await sessions.end(request, reply)
    return reply.redirect(target, 302)
  })
}

function targetOf({ ids, logoutUris, redirectUris }: HostedParts, given: URLSearchParams): string {
  const [client, ...clients] = given.getAll('client_id')
  // OpenID Connect has another name for Cognito's, and gives a state back (RP-Initiated Logout, 3).
  const [logoutUri, ...logouts] = [...given.getAll('logout_uri'), ...given.getAll('post_logout_redirect_uri')]
  const state = given.has('post_logout_redirect_uri') ? (given.get('state') ?? '') : ''
  const [redirectUri, ...redirects] = given.getAll('redirect_uri')
  if (client === ids.userPoolClientId && clients.length === 0) {
    if (logoutUri !== undefined && logouts.length === 0 && logoutUris.includes(logoutUri)) {
      return state === ''
        ? logoutUri
        : `${logoutUri}${logoutUri.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`
    }
    if (
      logoutUri === undefined &&
      redirectUri !== undefined &&
      redirects.length === 0 &&
      redirectUris.includes(redirectUri)
    ) {
      return `${AT.authorize}?${given}`
    }
  }
  throw new UntrustedRequest('The client or the address to go to is not known here.')
}
