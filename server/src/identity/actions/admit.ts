import { z } from 'zod'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import { FULL_SCOPE, isIn } from '../tokens/families.ts'

export const AccessToken = z.string().max(8192)

/** Whose access token it is; throws NotAuthorizedException when it is not, or no longer, good, or not for this. */
export async function admit(
  parts: IdentityParts,
  accessToken: string,
  scope = FULL_SCOPE,
): Promise<{ person: Person; originJti: string; scope: string }> {
  const claims = await parts.tokens.read(accessToken, 'access')
  if (claims === 'expired') {
    throw new IdentityError('NotAuthorizedException', 'Access Token has expired')
  }
  if (claims === 'invalid') {
    throw new IdentityError('NotAuthorizedException', 'Invalid Access Token')
  }
  const person = await parts.families.holder(claims.originJti)
  if (!person || person.sub !== claims.sub) {
    throw new IdentityError('NotAuthorizedException', 'Access Token has been revoked')
  }
  if (!isIn(scope, claims.scope)) {
    throw new IdentityError('NotAuthorizedException', 'Access Token does not have required scopes')
  }
  return { person, originJti: claims.originJti, scope: claims.scope }
}
