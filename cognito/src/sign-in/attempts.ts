import type { RequestContext } from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import { networkOf } from '../core/requests/source-network.ts'
import {
  PASSWORDS_FROM_ADDRESS,
  SIGN_IN_CODES_FROM_ADDRESS,
  SIGN_IN_CODES_SENT,
  SIGN_IN_CODES_TRIED,
} from '../core/requests/throttle.ts'
import type { User } from '../core/users/users-sql.ts'
import { type CognitoError, tooManyCodes, wrongPassword } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { locationOf, type SignIn } from './sign-in.ts'

/**
 * Records a wrong proof and answers with the one error that all of them get. A password was counted before it was
 * checked; anything else counts against the address now.
 */
export async function rejectProof(
  parts: CognitoParts,
  user: User | undefined,
  proof: 'password' | 'passkey' | 'device' | 'custom',
  context: RequestContext,
): Promise<{ error: CognitoError }> {
  if (proof !== 'password') {
    await parts.throttle.count(PASSWORDS_FROM_ADDRESS, networkOf(context.address))
  }
  await recordFailure(parts, user, proof, context)
  return { error: wrongPassword() }
}

export async function recordFailure(
  { auditLog }: CognitoParts,
  user: User | undefined,
  factor: string,
  { address }: RequestContext,
): Promise<void> {
  const subject = user && auditActor(user)
  await auditLog.record({ kind: 'sign_in_failed', subject, address, parts: { factor } })
}

/** The limits of somebody's codes, over all sign-ins. Each throws LimitExceededException. */
export function codeLimits(
  { attemptLimiter }: CognitoParts,
  factor: 'first' | 'second',
  { sub, deviceKey }: SignIn,
  context: RequestContext,
) {
  const location = locationOf(context, deviceKey)
  const [sent, tried] = [SIGN_IN_CODES_SENT[factor], SIGN_IN_CODES_TRIED[factor]]
  const check = (isAllowed: boolean) => {
    if (!isAllowed) {
      throw tooManyCodes()
    }
  }
  return {
    countSent: async () => {
      const ofAddress = factor === 'first' ? SIGN_IN_CODES_FROM_ADDRESS : undefined
      check(await attemptLimiter.countCodeSent(sub, location, sent, ofAddress))
    },
    /** Counts a code before it is checked. */
    countTried: async () => check(await attemptLimiter.countCode(sub, location, tried)),
    /** Takes back the count for a code that was right. */
    async refund() {
      await attemptLimiter.refundCode(sub, location, tried)
      await attemptLimiter.refundCodeSent(sub, location, sent)
    },
  }
}
