import { networkOf } from '../../../server/src/http/network-of.ts'
import type { RequestContext } from '../action.ts'
import { missingOf } from '../core/attributes.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import { checkDevice } from '../core/known-devices.ts'
import type { Person } from '../core/people.ts'
import { PASSWORDS_FROM_ADDRESS } from '../core/throttle.ts'
import { type CognitoError, wrongPassword } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { askStep } from './ask-step.ts'
import { askDeviceProof } from './device-steps.ts'
import { auditActor, type SignIn, signedIn, signInError } from './finish-sign-in.ts'

/**
 * What follows once the first factor was right: a new password, the proof of a device, a second factor, or tokens.
 * Throws for a device that is not known; the client then sends the same again without it.
 */
export async function proceed(
  parts: CognitoParts,
  person: Person,
  begun: SignIn,
  context: RequestContext,
): Promise<ChallengeResult> {
  const refusal = signInError(parts, person)
  if (refusal) {
    return { error: refusal }
  }
  const signIn: SignIn = { ...begun, deviceKey: await checkDevice(parts, begun) }
  if (person.status === 'FORCE_CHANGE_PASSWORD') {
    return askNewPassword(parts, person, signIn)
  }
  return (await askDeviceProof(parts, signIn)) ?? proceedToTokens(parts, person, signIn, context)
}

/** What follows once nothing more is asked of the password. Clients don't prove a device any more from here on. */
export async function proceedToTokens(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  context: RequestContext,
): Promise<ChallengeResult> {
  return (await askSecondFactor(parts, person, signIn, context)) ?? signedIn(parts, person, signIn, context)
}

function askNewPassword(parts: CognitoParts, person: Person, signIn: SignIn): ChallengeResult {
  return askStep(parts, 'NEW_PASSWORD_REQUIRED', signIn, {
    USER_ID_FOR_SRP: person.sub,
    requiredAttributes: JSON.stringify(missingOf(person).map((name) => `userAttributes.${name}`)),
    userAttributes: JSON.stringify({ ...person.attributes, email: person.email }),
  })
}

/**
 * Tells the audit log of a wrong proof and returns the one error that all of them get. A password was counted before
 * it was looked at; anything else counts against the address now.
 */
export async function wrongPasswordFrom(
  { throttle, auditLog }: CognitoParts,
  context: RequestContext,
  person: Person | undefined,
  proof: 'password' | 'passkey' | 'device' | 'custom' = 'password',
): Promise<CognitoError> {
  if (proof !== 'password') {
    await throttle.admit(PASSWORDS_FROM_ADDRESS, networkOf(context.address))
  }
  await auditLog.record({
    kind: 'sign_in_failed',
    subject: person && auditActor(person),
    address: context.address,
    detail: proof,
  })
  return wrongPassword()
}
