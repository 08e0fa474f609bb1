import { z } from 'zod'
import type { Person } from './core/people.ts'
import { FULL_SCOPE, isIn } from './core/sessions.ts'
import { CognitoError, staleSignIn } from './errors.ts'
import type { CognitoParts } from './parts.ts'

export const AccessToken = z.string().max(8192)

/** How long after signing in somebody may change what signs them in, in milliseconds. */
export const RECENT = 10 * 60_000

/** An access token that is good, but not for this. */
export class MissingScope extends CognitoError {
  constructor() {
    super('NotAuthorizedException', 'Access Token does not have required scopes')
  }
}

type Admitted = { person: Person; originJti: string; authTime: number; scope: string }

/** Whose access token it is; throws NotAuthorizedException when it is not, or no longer, good, or not for this. */
export async function admit(parts: CognitoParts, accessToken: string, scope = FULL_SCOPE): Promise<Admitted> {
  const claims = await parts.tokens.read(accessToken, 'access')
  if (claims === 'expired') {
    throw new CognitoError('NotAuthorizedException', 'Access Token has expired')
  }
  if (claims === 'invalid') {
    throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
  }
  const person = await parts.sessions.holder(claims.originJti)
  if (!person || person.sub !== claims.sub) {
    throw new CognitoError('NotAuthorizedException', 'Access Token has been revoked')
  }
  if (!isIn(scope, claims.scope)) {
    throw new MissingScope()
  }
  return { person, originJti: claims.originJti, authTime: claims.authTime * 1000, scope: claims.scope }
}

/**
 * The same for what would outlive the token, such as a passkey: whoever finds an unlocked telephone or copies a token
 * must not stay in by it. Throws ForbiddenException when the sign-in is not recent.
 */
export async function admitRecent(parts: CognitoParts, accessToken: string): Promise<Admitted> {
  const admitted = await admit(parts, accessToken)
  requireRecent(parts, admitted.authTime)
  return admitted
}

/** Throws ForbiddenException for a sign-in of too long ago. */
export function requireRecent({ clock }: CognitoParts, authTime: number): void {
  if (clock.now() - authTime > RECENT) {
    throw staleSignIn()
  }
}
