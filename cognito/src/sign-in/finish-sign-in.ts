import type { RequestContext } from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import type { ChallengeResult } from '../core/factors/challenges.ts'
import { checkDevice, newDeviceFor, recordSignIn } from '../core/factors/known-devices.ts'
import { lockIfUnchanged, type User } from '../core/users/users-sql.ts'
import { CognitoError, invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { locationOf, type Outcome, type Reached } from './sign-in.ts'

/**
 * Whether the account of somebody who has proved who they are is open, and the device is theirs. Throws for an unknown
 * device; the client then sends the same again without it.
 */
export async function checkAccount(parts: CognitoParts, { user, signIn }: Reached): Promise<Outcome> {
  const error = signInError(user, parts.clock.now())
  return error
    ? { error }
    : { proved: 'account', user, signIn: { ...signIn, deviceKey: await checkDevice(parts, signIn) } }
}

function signInError(user: User, now: number): CognitoError | undefined {
  if (!user.enabled) {
    return new CognitoError('NotAuthorizedException', 'User is disabled.')
  }
  if (user.status === 'UNCONFIRMED') {
    return new CognitoError('UserNotConfirmedException', 'User is not confirmed.')
  }
  if (user.status === 'RESET_REQUIRED') {
    return new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  if (user.temporaryUntil !== undefined && user.temporaryUntil <= now) {
    return new CognitoError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
  }
  return undefined
}

/**
 * Tokens of a new session, as the last answer of a sign-in; none once the password was changed or reset, or the account
 * has ended.
 */
export function issueTokens(
  parts: CognitoParts,
  { user, signIn }: Reached,
  context: RequestContext,
): ChallengeResult {
  const { sessions, tokens, auditLog, attemptLimiter, clock } = parts
  const error = signInError(user, clock.now())
  if (error) {
    return { error }
  }
  const session = sessions.prepare(user.sub, { deviceKey: signIn.deviceKey })
  const newDevice = newDeviceFor(parts, signIn, session.originJti)
  return {
    answer: {
      ChallengeParameters: {},
      AuthenticationResult: {
        ...tokens.issue(user, { ...session, deviceKey: signIn.deviceKey ?? newDevice?.DeviceKey }),
        ...(newDevice && { NewDeviceMetadata: newDevice }),
      },
    },
    async write(sql) {
      if (!(await lockIfUnchanged(sql, user, ['encryptedVerifier', 'enabled', 'status']))) {
        throw invalidSession()
      }
      await session.write(sql)
      await recordSignIn(parts, sql, signIn.deviceKey, context.address)
      await attemptLimiter.remember(user.sub, locationOf(context, signIn.deviceKey), sql)
      const self = auditActor(user)
      const factors = [signIn.firstFactor, signIn.secondFactor].filter((factor) => factor !== undefined)
      const entry = { actor: self, subject: self, address: context.address, parts: { factors } }
      await auditLog.record({ kind: 'sign_in', ...entry }, sql)
    },
  }
}
