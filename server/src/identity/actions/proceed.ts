import type { Settled } from '../guards/challenges.ts'
import { PASSWORDS_FROM_ADDRESS } from '../guards/throttle.ts'
import { type IdentityError, wrongPassword } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { askDeviceProof } from './device-steps.ts'
import { partyOf, refusalOf, type SignIn, signedIn } from './finish-sign-in.ts'

/** What follows once the first factor was right: a new password, a second factor, or tokens. */
export async function proceed(
  parts: IdentityParts,
  person: Person,
  signIn: SignIn,
  asker: Asker,
): Promise<Settled> {
  const refusal = refusalOf(parts, person)
  if (refusal) {
    return { error: refusal }
  }
  if (person.status === 'FORCE_CHANGE_PASSWORD') {
    return askNewPassword(parts, person, signIn)
  }
  return proceedToTokens(parts, person, signIn, asker)
}

/** What follows once nothing more is asked of the password. */
export async function proceedToTokens(
  parts: IdentityParts,
  person: Person,
  signIn: SignIn,
  asker: Asker,
): Promise<Settled> {
  return (
    (await askDeviceProof(parts, person, signIn)) ??
    (await askSecondFactor(parts, person, signIn, asker)) ??
    signedIn(parts, person, signIn, asker)
  )
}

function askNewPassword(parts: IdentityParts, person: Person, signIn: SignIn): Settled {
  const { handle, write } = parts.challenges.prepare('NEW_PASSWORD_REQUIRED', signIn)
  return {
    answer: {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: handle,
      ChallengeParameters: {
        USER_ID_FOR_SRP: person.sub,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ ...person.attributes, email: person.email }),
      },
    },
    write,
  }
}

/** Counts a wrong password against the address and returns the one error that all of them get. */
export async function wrongPasswordFrom(
  { throttle, journal }: IdentityParts,
  asker: Asker,
  person: Person | undefined,
): Promise<IdentityError> {
  await throttle.admit(PASSWORDS_FROM_ADDRESS, asker.address)
  await journal.record({
    kind: 'sign_in_failed',
    subject: person && partyOf(person),
    address: asker.address,
    detail: 'password',
  })
  return wrongPassword()
}
