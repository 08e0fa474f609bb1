import type { Settled } from '../guards/challenges.ts'
import { tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known } from '../people/people.ts'
import type { Asker } from './action.ts'
import { beginSignIn } from './finish-sign-in.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'

/** Checks a password that was sent as it is, and goes on. It costs the same for a name that nobody has. */
export async function checkPasswordOf(
  parts: IdentityParts,
  known: Known,
  password: string,
  asker: Asker,
  signIn: Parameters<typeof beginSignIn>[1],
): Promise<Settled> {
  const place = { address: asker.address, deviceKey: signIn.deviceKey }
  if (!(await parts.guesses.admitPassword(known.sub, place))) {
    return { error: tooManyPasswords() }
  }
  if (!parts.passwords.matches(known, password) || !known.person) {
    return { error: await wrongPasswordFrom(parts, asker, known.person) }
  }
  await parts.guesses.passwordWasRight(known.sub, place)
  return proceed(parts, known.person, beginSignIn(known, signIn), asker)
}
