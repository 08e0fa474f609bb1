import type { RequestContext } from '../../action.ts'
import { tooManyPasswords } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { rejectProof } from '../attempts.ts'
import { type Ask, type Outcome, requestLocation, required, signInLocation } from '../sign-in.ts'

export function checkBeginning(_parts: CognitoParts, parameters: Record<string, string>): void {
  required(parameters, 'PASSWORD')
}

/** Checks a password that was sent as it is. It costs the same for a name that nobody has. */
export async function ask(
  parts: CognitoParts,
  { signIn, person, parameters = {} }: Ask,
  context: RequestContext,
): Promise<Outcome> {
  const { attemptLimiter } = parts
  const { sub } = signIn
  if (await attemptLimiter.isPaused(sub, requestLocation(parameters, context))) {
    return { error: tooManyPasswords() }
  }
  const password = required(parameters, 'PASSWORD')
  const location = signInLocation(signIn, context)
  if (!(await attemptLimiter.admitPassword(sub, location))) {
    return { error: tooManyPasswords() }
  }
  const isRight = parts.passwords.matches({ sub, sealedVerifier: person?.sealedVerifier }, password)
  if (!isRight || !person) {
    return rejectProof(parts, person, 'password', context)
  }
  await attemptLimiter.passwordWasRight(sub, location)
  return { proved: 'first factor', person, signIn: { ...signIn, firstFactor: 'password' } }
}
