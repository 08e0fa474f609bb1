import type { Settled } from '../guards/challenges.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import type { SignIn } from './finish-sign-in.ts'

/** The step that a second factor takes next; undefined where none is asked for. */
export async function askSecondFactor(
  _parts: IdentityParts,
  _person: Person,
  _signIn: SignIn,
  _asker: Asker,
): Promise<Settled | undefined> {
  return undefined
}
