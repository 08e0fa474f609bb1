import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Known } from '../core/people.ts'
import { tooManyPasswords } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { beginSignIn } from './finish-sign-in.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'

/** Checks a password that was sent as it is, and goes on. It costs the same for a name that nobody has. */
export async function checkPasswordOf(
  parts: CognitoParts,
  known: Known,
  password: string,
  context: RequestContext,
  signIn: Parameters<typeof beginSignIn>[1],
): Promise<ChallengeResult> {
  const place = { address: context.address, deviceKey: signIn.deviceKey }
  if (!(await parts.attemptLimiter.admitPassword(known.sub, place))) {
    return { error: tooManyPasswords() }
  }
  if (!parts.passwords.matches(known, password) || !known.person) {
    return { error: await wrongPasswordFrom(parts, context, known.person) }
  }
  await parts.attemptLimiter.passwordWasRight(known.sub, place)
  return proceed(parts, known.person, beginSignIn(known, signIn), context)
}
