import { usableFactors } from '../../core/factors/second-factors.ts'
import type { SecondFactor, User } from '../../core/users/users-sql.ts'
import { invalidParameter, invalidSession } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { type AskChallenge, askFor, type CheckAnswer, type SignIn } from '../sign-in.ts'

type State = SignIn & { factors: SecondFactor[] }

/** A second factor of the same kind would be the same proof once more. */
const SAME_PROOF: Partial<Record<string, SecondFactor>> = { email: 'EMAIL_OTP', sms: 'SMS_MFA' }

/** The second factors that somebody can prove on top of their first one. */
export function choices(parts: CognitoParts, user: User, { firstFactor }: SignIn): SecondFactor[] {
  return usableFactors(parts, user).filter((factor) => factor !== SAME_PROOF[firstFactor ?? ''])
}

/** Lets somebody choose among their second factors. */
export const ask: AskChallenge<User> = (parts, { signIn, user }) => {
  const factors = choices(parts, user, signIn)
  const state: State = { ...signIn, factors }
  return askFor(parts, 'SELECT_MFA_TYPE', state, {
    USER_ID_FOR_SRP: user.sub,
    MFAS_CAN_CHOOSE: JSON.stringify(factors),
  })
}

export const answer: CheckAnswer<State> = (parts, { state, user, responses }) => {
  const { factors, ...signIn } = state
  const factor = factors.find((one) => one === responses.ANSWER)
  if (factor === undefined) {
    throw invalidParameter('ANSWER must be one of the MFA methods to choose from')
  }
  return user && usableFactors(parts, user).includes(factor)
    ? { ask: factor, user, signIn }
    : { error: invalidSession() }
}
