import type { RequestContext } from '../../action.ts'
import { tooManyPasswords } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { rejectProof } from '../attempts.ts'
import type { CustomRound } from '../custom-challenge.ts'
import {
  type Ask,
  type AskChallenge,
  askFor,
  type CheckAnswer,
  locationOf,
  type Outcome,
  required,
  type SignIn,
} from '../sign-in.ts'

type State = SignIn & { kept: Record<string, string> }

/** Begins with the first round; with CHALLENGE_NAME SRP_A the proof of a password may come before it. */
export const ask: AskChallenge = async (parts, given, context) => {
  const { signIn, parameters } = given
  if (await parts.attemptLimiter.isPaused(signIn.sub, locationOf(context, parameters.DEVICE_KEY))) {
    return { error: tooManyPasswords() }
  }
  const rounds: CustomRound[] = []
  if (parameters.CHALLENGE_NAME === 'SRP_A') {
    required(parameters, 'SRP_A')
    rounds.push({ challenge: 'SRP_A', passed: true })
  }
  return nextRound(parts, { ...given, signIn: { ...signIn, rounds } }, context)
}

export const answer: CheckAnswer<State> = async (parts, { state, user, responses }, context) => {
  const { kept, rounds = [], ...signIn } = state
  if (!(await parts.attemptLimiter.countPassword(signIn.sub, locationOf(context, responses.DEVICE_KEY)))) {
    return { error: tooManyPasswords() }
  }
  const { ANSWER: typed = '', DEVICE_KEY: deviceKey } = responses
  const isRight = (await parts.customChallenge?.verify(typed, kept)) === true
  const round: CustomRound = { challenge: 'CUSTOM_CHALLENGE', passed: isRight && user !== undefined }
  return nextRound(parts, { user, signIn: { ...signIn, deviceKey, rounds: [...rounds, round] } }, context)
}

/** What the hook wants after the rounds so far. */
export async function nextRound(
  parts: CognitoParts,
  { user, signIn, parameters }: Pick<Ask, 'user' | 'signIn' | 'parameters'>,
  context: RequestContext,
): Promise<Outcome> {
  const { rounds = [], ...begun } = signIn
  const next = parts.customChallenge?.define(rounds, user?.sub) ?? 'refuse'
  if (next === 'PASSWORD_VERIFIER' && rounds.at(-1)?.challenge === 'SRP_A') {
    return { ask: next, user, signIn, ...(parameters && { parameters }) }
  }
  if (next === 'CUSTOM_CHALLENGE' && parts.customChallenge) {
    const { shown, kept } = await parts.customChallenge.create(rounds, user?.sub)
    const state: State = { ...signIn, kept }
    return askFor(parts, 'CUSTOM_CHALLENGE', state, { ...shown, USERNAME: signIn.sub })
  }
  if (next !== 'let in' || !user) {
    return rejectProof(parts, user, 'custom', context)
  }
  await parts.attemptLimiter.refundPassword(user.sub, locationOf(context, signIn.deviceKey))
  return { proved: 'first factor', user, signIn: { ...begun, firstFactor: 'custom' } }
}
