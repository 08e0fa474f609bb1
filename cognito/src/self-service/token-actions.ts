import { z } from 'zod'
import { type ActionTable, action, NoSecret } from '../action.ts'
import { AccessToken, authenticate } from '../authenticate.ts'
import { auditActor } from '../core/audit-events.ts'
import { refreshTokens, revokeToken } from '../core/tokens/refresh-tokens.ts'
import { checkClient } from '../core/users/pool-ids.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

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
      const { user } = await authenticate(parts, input.AccessToken)
      const self = auditActor(user)
      const entry = { actor: self, subject: self, address: context.address }
      await parts.database.sql.transaction().execute(async (transaction) => {
        await parts.sessions.endAll(user.sub, transaction)
        await parts.auditLog.record({ kind: 'sign_out_everywhere', ...entry }, transaction)
      })
      return {}
    }),
  }
}
