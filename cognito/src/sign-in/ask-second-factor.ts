import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Person, SecondFactor } from '../core/people.ts'
import { usableFactors } from '../core/second-factors.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
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
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  context: RequestContext,
): Promise<ChallengeResult | undefined> {
  // A passkey is used with user verification: it is something one has, and something one is or knows.
  if (parts.rules.mfa === 'off' || signIn.firstFactor === 'passkey') {
    return undefined
  }
  const switchedOn = usableFactors(parts, person)
  const factors = switchedOn.filter((factor) => factor !== SAME_PROOF[signIn.firstFactor])
  if (switchedOn.length > 0 && factors.length === 0) {
    return {
      error: new CognitoError('NotAuthorizedException', 'This account needs its password to sign in.'),
    }
  }
  const [first] = factors
  if (first === undefined) {
    return parts.rules.mfa === 'required' ? askSetUp(parts, person, signIn, context) : undefined
  }
  const preferred = factors.find((factor) => factor === person.preferredFactor)
  const chosen = factors.length === 1 ? first : preferred
  return chosen === undefined
    ? askChoice(parts, person, signIn, factors)
    : askFactor(parts, person, signIn, chosen, context)
}

/** Asks for one second factor. */
export async function askFactor(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  factor: SecondFactor,
  context: RequestContext,
): Promise<ChallengeResult> {
  if (factor !== 'SOFTWARE_TOKEN_MFA') {
    return askCode(parts, { step: factor, factor: 'second', signIn, person }, context)
  }
  return askStep(parts, factor, signIn, { USER_ID_FOR_SRP: person.sub })
}

/** What waits for somebody's choice among several. */
export type ChoiceState = SignIn & { factors: SecondFactor[] }

function askChoice(
  parts: CognitoParts,
  person: Person,
  signIn: SignIn,
  factors: SecondFactor[],
): ChallengeResult {
  const state: ChoiceState = { ...signIn, factors }
  return askStep(parts, 'SELECT_MFA_TYPE', state, {
    USER_ID_FOR_SRP: person.sub,
    MFAS_CAN_CHOOSE: JSON.stringify(factors),
  })
}
