import type { Settled } from '../guards/challenges.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { SignIn } from './finish-sign-in.ts'
import type { Step } from './sign-in-actions.ts'

/** Asks a tracked device to prove that it is the one, in place of a second factor; undefined for any other. */
export async function askDeviceProof(
  _parts: IdentityParts,
  _person: Person,
  _signIn: SignIn,
): Promise<Settled | undefined> {
  return undefined
}

export const deviceSteps: Record<string, Step> = {}
