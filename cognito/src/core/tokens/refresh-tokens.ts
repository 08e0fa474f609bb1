import { CognitoError } from '../../errors.ts'
import { type AuditLog, auditActor } from '../audit-events.ts'
import type { Deliver } from '../factors/delivery.ts'
import { sendNotice } from '../factors/send-code.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { User } from '../users/users-sql.ts'
import { type RefreshTerms, RefreshTokenReused, type Session, type Sessions } from './sessions.ts'
import type { SignedTokens } from './signed-tokens.ts'

type RefreshParts = {
  sessions: Sessions
  tokens: SignedTokens
  auditLog: AuditLog
  deliver: Deliver
  locale: string
}

/** Exchanges a refresh token for its successor; a copy that comes back is recorded, and its owner notified by email. */
export async function exchangeToken(
  parts: RefreshParts,
  refreshToken: string,
  context: RequestContext,
  terms?: RefreshTerms,
): Promise<{ user: User; session: Session & { refreshToken: string } }> {
  const session = await parts.sessions.rotate(refreshToken, terms).catch(async (error: unknown) => {
    if (error instanceof RefreshTokenReused && error.holder) {
      const subject = auditActor(error.holder)
      await parts.auditLog.record({ kind: 'refresh_token_reused', subject, address: context.address })
      sendNotice(parts, error.holder, 'token-reused', context)
    }
    throw error
  })
  const user = await parts.sessions.holder(session.originJti)
  if (!user) {
    throw new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked')
  }
  return { user, session }
}

/** New tokens for a refresh token. */
export async function refreshTokens(
  parts: RefreshParts,
  refreshToken: string,
  context: RequestContext,
  deviceKey?: string,
): Promise<object> {
  const { user, session } = await exchangeToken(parts, refreshToken, context, { deviceKey })
  return { AuthenticationResult: parts.tokens.issue(user, session) }
}

/** Ends the sign-in of a refresh token. RFC 7009: one that is not known, or no longer, is no error. */
export async function revokeToken(
  { sessions, auditLog }: Pick<RefreshParts, 'sessions' | 'auditLog'>,
  refreshToken: string,
  { address }: RequestContext,
): Promise<void> {
  const user = await sessions.endByToken(refreshToken)
  if (user) {
    const self = auditActor(user)
    await auditLog.record({ kind: 'sign_out', actor: self, subject: self, address })
  }
}
