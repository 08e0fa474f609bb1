import { z } from 'zod'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'

export const AccessToken = z.string().max(8192)

/** Whose access token it is; throws NotAuthorizedException when it is not, or no longer, good. */
export async function admit(
  parts: IdentityParts,
  accessToken: string,
): Promise<{ person: Person; originJti: string }> {
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
  return { person, originJti: claims.originJti }
}
