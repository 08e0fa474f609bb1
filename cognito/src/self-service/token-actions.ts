import { z } from 'zod'
import { type ActionTable, action, NoSecret, type RequestContext } from '../action.ts'
import { AccessToken, admit } from '../admit.ts'
import { checkClient } from '../check-client.ts'
import { auditActor } from '../core/audit-events.ts'
import type { Person } from '../core/people.ts'
import { sendNotice } from '../core/send-code.ts'
import { RefreshTokenReused, type Session } from '../core/sessions.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Exchanges a refresh token for its successor; a copy that comes back is written down and its owner told by letter. */
export async function exchangeToken(
  parts: CognitoParts,
  refreshToken: string,
  context: RequestContext,
  deviceKey?: string,
): Promise<{ person: Person; session: Session & { refreshToken: string } }> {
  const session = await parts.sessions.rotate(refreshToken, deviceKey).catch(async (error: unknown) => {
    if (error instanceof RefreshTokenReused && error.holder) {
      const subject = auditActor(error.holder)
      await parts.auditLog.record({ kind: 'refresh_token_reused', subject, address: context.address })
      sendNotice(parts, error.holder, 'token-reused', context)
    }
    throw error
  })
  const person = await parts.sessions.holder(session.originJti)
  if (!person) {
    throw new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked')
  }
  return { person, session }
}

/** New tokens for a refresh token. */
export async function refreshTokens(
  parts: CognitoParts,
  refreshToken: string,
  context: RequestContext,
  deviceKey?: string,
): Promise<object> {
  const { person, session } = await exchangeToken(parts, refreshToken, context, deviceKey)
  return { AuthenticationResult: parts.tokens.issue(person, session) }
}

/** Ends the sign-in of a refresh token. RFC 7009: one that is not known (any more) is no error. */
export async function revokeToken(
  parts: CognitoParts,
  refreshToken: string,
  context: RequestContext,
): Promise<void> {
  const person = await parts.sessions.endByToken(refreshToken)
  if (person) {
    const self = auditActor(person)
    await parts.auditLog.record({ kind: 'sign_out', actor: self, subject: self, address: context.address })
  }
}

export function tokenActions(parts: CognitoParts): ActionTable {
  return {
    GetTokensFromRefreshToken: action(
      z.object({
        ClientId: z.string(),
        RefreshToken: z.string().max(4096),
        DeviceKey: z.string().max(64).optional(),
        ClientSecret: NoSecret,
      }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        return refreshTokens(parts, input.RefreshToken, context, input.DeviceKey)
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
      async (input, context) => {
        checkClient(parts, input.ClientId)
        if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(input.Token)) {
          throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.')
        }
        await revokeToken(parts, input.Token, context)
        return {}
      },
    ),

    GlobalSignOut: action(z.object({ AccessToken }), async (input, context) => {
      const { person } = await admit(parts, input.AccessToken)
      const self = auditActor(person)
      const entry = { actor: self, subject: self, address: context.address }
      await parts.database.sql.transaction().execute(async (transaction) => {
        await parts.sessions.endAll(person.sub, undefined, transaction)
        await parts.auditLog.record({ kind: 'sign_out_everywhere', ...entry }, transaction)
      })
      parts.sessions.forget()
      return {}
    }),
  }
}
