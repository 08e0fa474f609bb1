import { networkOf } from '../../http/network-of.ts'
import { checkDevice } from '../devices/known-devices.ts'
import type { Settled } from '../guards/challenges.ts'
import { PASSWORDS_FROM_ADDRESS } from '../guards/throttle.ts'
import { type IdentityError, wrongPassword } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { missingOf } from '../people/attributes.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { askStep } from './ask-step.ts'
import { askDeviceProof } from './device-steps.ts'
import { partyOf, refusalOf, type SignIn, signedIn } from './finish-sign-in.ts'

/**
 * What follows once the first factor was right: a new password, the proof of a device, a second factor, or tokens.
 * Throws for a device that is not known; the client then sends the same again without it.
 */
export async function proceed(
  parts: IdentityParts,
  person: Person,
  begun: SignIn,
  asker: Asker,
): Promise<Settled> {
  const refusal = refusalOf(parts, person)
  if (refusal) {
    return { error: refusal }
  }
  const signIn: SignIn = { ...begun, deviceKey: await checkDevice(parts, begun) }
  if (person.status === 'FORCE_CHANGE_PASSWORD') {
    return askNewPassword(parts, person, signIn)
  }
  return (await askDeviceProof(parts, signIn)) ?? proceedToTokens(parts, person, signIn, asker)
}

/** What follows once nothing more is asked of the password. Clients don't prove a device any more from here on. */
export async function proceedToTokens(
  parts: IdentityParts,
  person: Person,
  signIn: SignIn,
  asker: Asker,
): Promise<Settled> {
  return (await askSecondFactor(parts, person, signIn, asker)) ?? signedIn(parts, person, signIn, asker)
}

function askNewPassword(parts: IdentityParts, person: Person, signIn: SignIn): Settled {
  return askStep(parts, 'NEW_PASSWORD_REQUIRED', signIn, {
    USER_ID_FOR_SRP: person.sub,
    requiredAttributes: JSON.stringify(missingOf(person).map((name) => `userAttributes.${name}`)),
    userAttributes: JSON.stringify({ ...person.attributes, email: person.email }),
  })
}

/**
 * Tells the journal of a wrong proof and returns the one error that all of them get. A password was counted before
 * it was looked at; anything else counts against the address now.
 */
export async function wrongPasswordFrom(
  { throttle, journal }: IdentityParts,
  asker: Asker,
  person: Person | undefined,
  proof: 'password' | 'passkey' | 'device' | 'custom' = 'password',
): Promise<IdentityError> {
  if (proof !== 'password') {
    await throttle.admit(PASSWORDS_FROM_ADDRESS, networkOf(asker.address))
  }
  await journal.record({
    kind: 'sign_in_failed',
    subject: person && partyOf(person),
    address: asker.address,
    detail: proof,
  })
  return wrongPassword()
}
