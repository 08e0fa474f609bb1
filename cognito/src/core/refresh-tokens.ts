import { CognitoError } from '../errors.ts'
import { type AuditLog, auditActor } from './audit-events.ts'
import type { Deliver } from './delivery.ts'
import type { Person } from './people.ts'
import type { RequestContext } from './request-context.ts'
import { sendNotice } from './send-code.ts'
import { RefreshTokenReused, type Session, type Sessions } from './sessions.ts'
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
  parts: RefreshParts,
  refreshToken: string,
  context: RequestContext,
  deviceKey?: string,
): Promise<object> {
  const { person, session } = await exchangeToken(parts, refreshToken, context, deviceKey)
  return { AuthenticationResult: parts.tokens.issue(person, session) }
}

/** Ends the sign-in of a refresh token. RFC 7009: one that is not known (any more) is no error. */
export async function revokeToken(
  { sessions, auditLog }: Pick<RefreshParts, 'sessions' | 'auditLog'>,
  refreshToken: string,
  { address }: RequestContext,
): Promise<void> {
  const person = await sessions.endByToken(refreshToken)
  if (person) {
    const self = auditActor(person)
    await auditLog.record({ kind: 'sign_out', actor: self, subject: self, address })
  }
}
