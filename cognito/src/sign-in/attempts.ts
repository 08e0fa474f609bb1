import type { RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import { auditActor } from '../core/audit-events.ts'
import type { Person } from '../core/people.ts'
import { networkOf } from '../core/source-network.ts'
import { PASSWORDS_FROM_ADDRESS, SIGN_IN_CODES_SENT, SIGN_IN_CODES_TRIED } from '../core/throttle.ts'
import { type CognitoError, tooManyCodes, wrongPassword } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/**
 * Records a wrong proof and answers with the one error that all of them get. A password was counted before it was
 * looked at; anything else counts against the address now.
 */
export async function rejectProof(
  parts: CognitoParts,
  person: Person | undefined,
  proof: 'password' | 'passkey' | 'device' | 'custom',
  context: RequestContext,
): Promise<{ error: CognitoError }> {
  if (proof !== 'password') {
    await parts.throttle.admit(PASSWORDS_FROM_ADDRESS, networkOf(context.address))
  }
  await recordFailure(parts, person, proof, context)
  return { error: wrongPassword() }
}

export async function recordFailure(
  { auditLog }: CognitoParts,
  person: Person | undefined,
  detail: string,
  { address }: RequestContext,
): Promise<void> {
  await auditLog.record({ kind: 'sign_in_failed', subject: person && auditActor(person), address, detail })
}

/** Counts a code before it is looked at, over all sign-ins of the person. Throws LimitExceededException. */
export async function countCode(
  { attemptLimiter }: CognitoParts,
  factor: 'first' | 'second',
  sub: string,
  location: Location,
): Promise<void> {
  if (!(await attemptLimiter.admitCode(sub, location, SIGN_IN_CODES_TRIED[factor]))) {
    throw tooManyCodes()
  }
}

/** Takes back what was counted for a code that was right. */
export async function refundCode(
  { attemptLimiter }: CognitoParts,
  factor: 'first' | 'second',
  sub: string,
  location: Location,
): Promise<void> {
  await attemptLimiter.codeWasRight(sub, location, SIGN_IN_CODES_TRIED[factor])
  await attemptLimiter.codeCameBack(sub, location, SIGN_IN_CODES_SENT[factor])
}
