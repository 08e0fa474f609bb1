import type { Person, SecondFactor } from '../../core/people.ts'
import { usableFactors } from '../../core/second-factors.ts'
import { invalidParameter, invalidSession } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { type AskChallenge, askFor, type CheckAnswer, type SignIn } from '../sign-in.ts'

type State = SignIn & { factors: SecondFactor[] }

/** A first factor of the same kind is the same proof once more, and no second one. */
const SAME_PROOF: Partial<Record<string, SecondFactor>> = { email: 'EMAIL_OTP', sms: 'SMS_MFA' }

/** The second factors that somebody can prove on top of their first one. */
export function choices(parts: CognitoParts, person: Person, { firstFactor }: SignIn): SecondFactor[] {
  return usableFactors(parts, person).filter((factor) => factor !== SAME_PROOF[firstFactor ?? ''])
}

/** Lets somebody choose among their second factors. */
export const ask: AskChallenge<Person> = (parts, { signIn, person }) => {
  const factors = choices(parts, person, signIn)
  const state: State = { ...signIn, factors }
  return askFor(parts, 'SELECT_MFA_TYPE', state, {
    USER_ID_FOR_SRP: person.sub,
    MFAS_CAN_CHOOSE: JSON.stringify(factors),
  })
}

export const answer: CheckAnswer<State> = (parts, { state, person, responses }) => {
  const { factors, ...signIn } = state
  const factor = factors.find((one) => one === responses.ANSWER)
  if (factor === undefined) {
    throw invalidParameter('ANSWER must be one of the MFA methods to choose from')
  }
  return person && usableFactors(parts, person).includes(factor)
    ? { ask: factor, person, signIn }
    : { error: invalidSession() }
}
