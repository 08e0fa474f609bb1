import type { Place } from '../guards/guesses.ts'
import { SIGN_IN_CODES_SENT, SIGN_IN_CODES_TRIED } from '../guards/throttle.ts'
import { tooManyCodes } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import { partyOf } from './finish-sign-in.ts'

type Factor = 'first' | 'second'

/**
 * Counts a try with a code for whom it is meant, over all sign-ins, but apart for strangers; throws while there were
 * too many.
 */
export async function countTry(
  { guesses }: IdentityParts,
  factor: Factor,
  sub: string,
  place: Place,
): Promise<void> {
  if (!(await guesses.admitCode(sub, place, SIGN_IN_CODES_TRIED[factor]))) {
    throw tooManyCodes()
  }
}

/** After a right code. */
export async function forgetTries(
  { guesses }: IdentityParts,
  factor: Factor,
  sub: string,
  place: Place,
): Promise<void> {
  await guesses.codeWasRight(sub, place, SIGN_IN_CODES_TRIED[factor])
  await guesses.codeCameBack(sub, place, SIGN_IN_CODES_SENT[factor])
}

export async function recordWrongCode(
  { journal }: IdentityParts,
  person: Person | undefined,
  detail: string,
  asker: Asker,
): Promise<void> {
  const subject = person && partyOf(person)
  await journal.record({ kind: 'sign_in_failed', subject, address: asker.address, detail })
}
