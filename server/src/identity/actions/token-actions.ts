import { z } from 'zod'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { type ActionTable, action } from './action.ts'
import { AccessToken, admit } from './admit.ts'
import { checkClient } from './check-client.ts'

/** New tokens for a refresh token, which is exchanged for its successor. */
export async function refreshTokens(
  parts: IdentityParts,
  refreshToken: string,
  deviceKey?: string,
): Promise<object> {
  const family = await parts.families.rotate(refreshToken, deviceKey)
  const person = await parts.families.holder(family.originJti)
  if (!person) {
    throw new IdentityError('NotAuthorizedException', 'Refresh Token has been revoked')
  }
  return { AuthenticationResult: parts.tokens.issue(person, family) }
}

export function tokenActions(parts: IdentityParts): ActionTable {
  return {
    GetTokensFromRefreshToken: action(
      z.object({
        ClientId: z.string(),
        RefreshToken: z.string().max(4096),
        DeviceKey: z.string().max(64).optional(),
      }),
      async (input) => {
        checkClient(parts, input.ClientId)
        return refreshTokens(parts, input.RefreshToken, input.DeviceKey)
      },
    ),

    /** RFC 7009: a token that is not known (any more) is answered as if it had just been revoked. */
    RevokeToken: action(z.object({ ClientId: z.string(), Token: z.string().max(4096) }), async (input) => {
      checkClient(parts, input.ClientId)
      await parts.families.endByToken(input.Token)
      return {}
    }),

    GlobalSignOut: action(z.object({ AccessToken }), async (input) => {
      const { person } = await admit(parts, input.AccessToken)
      await parts.families.endAll(person.sub)
      return {}
    }),
  }
}
