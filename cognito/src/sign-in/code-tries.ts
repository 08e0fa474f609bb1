import type { RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import type { Person } from '../core/people.ts'
import { SIGN_IN_CODES_SENT, SIGN_IN_CODES_TRIED } from '../core/throttle.ts'
import { tooManyCodes } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { auditActor } from './finish-sign-in.ts'

type Factor = 'first' | 'second'

/**
 * Counts a try with a code for whom it is meant, over all sign-ins, but apart for strangers; throws while there were
 * too many.
 */
export async function countTry(
  { attemptLimiter }: CognitoParts,
  factor: Factor,
  sub: string,
  place: Location,
): Promise<void> {
  if (!(await attemptLimiter.admitCode(sub, place, SIGN_IN_CODES_TRIED[factor]))) {
    throw tooManyCodes()
  }
}

/** After a right code. */
export async function forgetTries(
  { attemptLimiter }: CognitoParts,
  factor: Factor,
  sub: string,
  place: Location,
): Promise<void> {
  await attemptLimiter.codeWasRight(sub, place, SIGN_IN_CODES_TRIED[factor])
  await attemptLimiter.codeCameBack(sub, place, SIGN_IN_CODES_SENT[factor])
}

export async function recordWrongCode(
  { auditLog }: CognitoParts,
  person: Person | undefined,
  detail: string,
  context: RequestContext,
): Promise<void> {
  const subject = person && auditActor(person)
  await auditLog.record({ kind: 'sign_in_failed', subject, address: context.address, detail })
}
