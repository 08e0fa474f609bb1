import { z } from 'zod'
import { FULL_SCOPE, hasScope } from './core/tokens/sessions.ts'
import type { User } from './core/users/users-sql.ts'
import { CognitoError, staleSignIn } from './errors.ts'
import type { CognitoParts } from './parts.ts'

export const AccessToken = z.string().max(8192)

/** How long after a sign-in somebody may change the means by which they sign in, in milliseconds. */
export const RECENT_SIGN_IN = 10 * 60_000

/** A valid access token without the scope that the action needs. */
export class MissingScope extends CognitoError {
  constructor() {
    super('NotAuthorizedException', 'Access Token does not have required scopes')
  }
}

type Authenticated = { user: User; originJti: string; authTime: number; scope: string }

/** The user and the session of an access token. Throws NotAuthorizedException for a token that is invalid, expired or revoked, or lacks the scope. */
export async function authenticate(
  parts: CognitoParts,
  accessToken: string,
  scope = FULL_SCOPE,
): Promise<Authenticated> {
  const claims = await parts.tokens.read(accessToken, 'access')
  if (claims === 'expired') {
    throw new CognitoError('NotAuthorizedException', 'Access Token has expired')
  }
  if (claims === 'invalid') {
    throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
  }
  const user = await parts.sessions.holder(claims.originJti)
  if (!user || user.sub !== claims.sub) {
    throw new CognitoError('NotAuthorizedException', 'Access Token has been revoked')
  }
  if (!hasScope(scope, claims.scope)) {
    throw new MissingScope()
  }
  return { user, originJti: claims.originJti, authTime: claims.authTime * 1000, scope: claims.scope }
}

/**
 * The same for a change that outlasts the token, such as a new passkey: an unlocked telephone or a stolen token must not
 * be enough for it. Throws ForbiddenException when the sign-in is not recent.
 */
export async function authenticateRecent(parts: CognitoParts, accessToken: string): Promise<Authenticated> {
  const authenticated = await authenticate(parts, accessToken)
  requireRecent(parts, authenticated.authTime)
  return authenticated
}

/** Throws ForbiddenException when the sign-in is not recent. */
export function requireRecent({ clock }: CognitoParts, authTime: number): void {
  if (clock.now() - authTime > RECENT_SIGN_IN) {
    throw staleSignIn()
  }
}
