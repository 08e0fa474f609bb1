import { z } from 'zod'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import { sendNotice } from '../people/send-code.ts'
import { type Family, RefreshTokenReused } from '../tokens/families.ts'
import { type ActionTable, type Asker, action, NoSecret } from './action.ts'
import { AccessToken, admit } from './admit.ts'
import { checkClient } from './check-client.ts'
import { partyOf } from './finish-sign-in.ts'

/** Exchanges a refresh token for its successor; a copy that comes back is written down and its owner told by letter. */
export async function exchangeToken(
  parts: IdentityParts,
  refreshToken: string,
  asker: Asker,
  deviceKey?: string,
): Promise<{ person: Person; family: Family & { refreshToken: string } }> {
  const family = await parts.families.rotate(refreshToken, deviceKey).catch(async (error: unknown) => {
    if (error instanceof RefreshTokenReused && error.holder) {
      const subject = partyOf(error.holder)
      await parts.journal.record({ kind: 'refresh_token_reused', subject, address: asker.address })
      sendNotice(parts, error.holder, 'token-reused', asker)
    }
    throw error
  })
  const person = await parts.families.holder(family.originJti)
  if (!person) {
    throw new IdentityError('NotAuthorizedException', 'Refresh Token has been revoked')
  }
  return { person, family }
}

/** New tokens for a refresh token. */
export async function refreshTokens(
  parts: IdentityParts,
  refreshToken: string,
  asker: Asker,
  deviceKey?: string,
): Promise<object> {
  const { person, family } = await exchangeToken(parts, refreshToken, asker, deviceKey)
  return { AuthenticationResult: parts.tokens.issue(person, family) }
}

/** Ends the sign-in of a refresh token. RFC 7009: one that is not known (any more) is no error. */
export async function revokeToken(parts: IdentityParts, refreshToken: string, asker: Asker): Promise<void> {
  const person = await parts.families.endByToken(refreshToken)
  if (person) {
    const self = partyOf(person)
    await parts.journal.record({ kind: 'sign_out', actor: self, subject: self, address: asker.address })
  }
}

export function tokenActions(parts: IdentityParts): ActionTable {
  return {
    GetTokensFromRefreshToken: action(
      z.object({
        ClientId: z.string(),
        RefreshToken: z.string().max(4096),
        DeviceKey: z.string().max(64).optional(),
        ClientSecret: NoSecret,
      }),
      async (input, asker) => {
        checkClient(parts, input.ClientId)
        return refreshTokens(parts, input.RefreshToken, asker, input.DeviceKey)
      },
    ),

    RevokeToken: action(
      z.object({
        ClientId: z.string(),
        Token: z.string().max(4096),
        ClientSecret: NoSecret,
        RevokeAssociatedSessions: z
          .string()
          .refine((which) => which === 'NONE', 'Associated sessions cannot be revoked: it must be NONE.')
          .optional(),
      }),
      async (input, asker) => {
        checkClient(parts, input.ClientId)
        if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(input.Token)) {
          throw new IdentityError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.')
        }
        await revokeToken(parts, input.Token, asker)
        return {}
      },
    ),

    GlobalSignOut: action(z.object({ AccessToken }), async (input, asker) => {
      const { person } = await admit(parts, input.AccessToken)
      const self = partyOf(person)
      const entry = { actor: self, subject: self, address: asker.address }
      await parts.database.sql.transaction().execute(async (transaction) => {
        await parts.families.endAll(person.sub, undefined, transaction)
        await parts.journal.record({ kind: 'sign_out_everywhere', ...entry }, transaction)
      })
      parts.families.forget()
      return {}
    }),
  }
}
