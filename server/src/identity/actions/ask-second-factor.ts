import type { Settled } from '../guards/challenges.ts'
import { IdentityError } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person, SecondFactor } from '../people/people.ts'
import { usableFactors } from '../people/second-factors.ts'
import type { Asker } from './action.ts'
import { askCode } from './ask-code.ts'
import { askSetUp } from './ask-set-up.ts'
import { askStep } from './ask-step.ts'
import type { SignIn } from './finish-sign-in.ts'

/** A first factor of the same kind is the same proof once more, and no second one. */
const SAME_PROOF: Partial<Record<SignIn['firstFactor'], SecondFactor>> = {
  email: 'EMAIL_OTP',
  sms: 'SMS_MFA',
}

/** The step that a second factor takes next; undefined where none is asked for. */
export async function askSecondFactor(
  parts: IdentityParts,
  person: Person,
  signIn: SignIn,
  asker: Asker,
): Promise<Settled | undefined> {
  // A passkey is used with user verification: it is something one has, and something one is or knows.
  if (parts.rules.mfa === 'off' || signIn.firstFactor === 'passkey') {
    return undefined
  }
  const switchedOn = usableFactors(parts, person)
  const factors = switchedOn.filter((factor) => factor !== SAME_PROOF[signIn.firstFactor])
  if (switchedOn.length > 0 && factors.length === 0) {
    return {
      error: new IdentityError('NotAuthorizedException', 'This account needs its password to sign in.'),
    }
  }
  const [first] = factors
  if (first === undefined) {
    return parts.rules.mfa === 'required' ? askSetUp(parts, person, signIn, asker) : undefined
  }
  const preferred = factors.find((factor) => factor === person.preferredFactor)
  const chosen = factors.length === 1 ? first : preferred
  return chosen === undefined
    ? askChoice(parts, person, signIn, factors)
    : askFactor(parts, person, signIn, chosen, asker)
}

/** Asks for one second factor. */
export async function askFactor(
  parts: IdentityParts,
  person: Person,
  signIn: SignIn,
  factor: SecondFactor,
  asker: Asker,
): Promise<Settled> {
  if (factor !== 'SOFTWARE_TOKEN_MFA') {
    return askCode(parts, { step: factor, factor: 'second', signIn, person }, asker)
  }
  return askStep(parts, factor, signIn, { USER_ID_FOR_SRP: person.sub })
}

/** What waits for somebody's choice among several. */
export type ChoiceState = SignIn & { factors: SecondFactor[] }

function askChoice(parts: IdentityParts, person: Person, signIn: SignIn, factors: SecondFactor[]): Settled {
  const state: ChoiceState = { ...signIn, factors }
  return askStep(parts, 'SELECT_MFA_TYPE', state, {
    USER_ID_FOR_SRP: person.sub,
    MFAS_CAN_CHOOSE: JSON.stringify(factors),
  })
}
