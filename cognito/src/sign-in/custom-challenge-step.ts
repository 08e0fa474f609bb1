import type { RequestContext } from '../action.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Known, Person } from '../core/people.ts'
import { invalidParameter, tooManyPasswords } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { askStep } from './ask-step.ts'
import type { CustomRound } from './custom-challenge.ts'
import { answerStep, beginSignIn, nothingIsProved, type SignIn } from './finish-sign-in.ts'
import { identify, placeOf, required, settle } from './identify.ts'
import { askPasswordProof } from './password-proof-step.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import type { ChallengeAnswer, SignInRequest } from './sign-in-actions.ts'

type State = SignIn & { rounds: CustomRound[]; kept: Record<string, string> }

/** A sign-in by challenges of one's own; with CHALLENGE_NAME SRP_A the proof of a password may come first. */
export async function beginCustom(
  parts: CognitoParts,
  { AuthParameters: parameters }: SignInRequest,
  context: RequestContext,
): Promise<object> {
  if (!parts.customChallenge) {
    throw invalidParameter('CUSTOM_AUTH flow not enabled for this client')
  }
  const known = await identify(parts, parameters, context)
  const withPassword = parameters.CHALLENGE_NAME === 'SRP_A'
  return settle(
    parts,
    await nextRound(
      parts,
      {
        known,
        signIn: beginSignIn(known, {
          username: required(parameters, 'USERNAME'),
          firstFactor: 'custom',
          tracksDevices: true,
          deviceKey: parameters.DEVICE_KEY,
        }),
        rounds: withPassword ? [{ challenge: 'SRP_A', passed: true }] : [],
        srpA: withPassword ? required(parameters, 'SRP_A') : undefined,
      },
      context,
    ),
    known.sub,
    placeOf(parameters, context),
    context,
  )
}

/** What the hook wants after the rounds so far. */
export async function nextRound(
  parts: CognitoParts,
  given: { known: Known; signIn: SignIn; rounds: CustomRound[]; srpA?: string | undefined },
  context: RequestContext,
): Promise<ChallengeResult> {
  const { known, signIn, rounds, srpA } = given
  const { person } = known
  const next = parts.customChallenge?.define(rounds, person?.sub) ?? 'refuse'
  if (next === 'PASSWORD_VERIFIER' && srpA !== undefined) {
    return askPasswordProof(parts, known, { username: signIn.username, srpA, rounds })
  }
  if (next === 'CUSTOM_CHALLENGE' && parts.customChallenge) {
    const { shown, kept } = await parts.customChallenge.create(rounds, person?.sub)
    const state: State = { ...signIn, rounds, kept }
    return askStep(parts, 'CUSTOM_CHALLENGE', state, { ...shown, USERNAME: known.sub })
  }
  if (next !== 'let in' || !person) {
    return { error: await wrongPasswordFrom(parts, context, person, 'custom') }
  }
  await parts.attemptLimiter.passwordWasRight(person.sub, {
    address: context.address,
    deviceKey: signIn.deviceKey,
  })
  return proceed(parts, person, signIn, context)
}

export async function answerCustom(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const { ANSWER: answer = '', DEVICE_KEY: deviceKey } = given.ChallengeResponses
  return answerStep<State>(parts, given, answerRound, nothingIsProved)

  async function answerRound(state: State, person: Person | undefined): Promise<ChallengeResult> {
    const { rounds: before, kept, ...signIn } = state
    if (!(await parts.attemptLimiter.admitPassword(signIn.sub, placeOf(given.ChallengeResponses, context)))) {
      return { error: tooManyPasswords() }
    }
    const isRight = (await parts.customChallenge?.verify(answer, kept)) === true
    const rounds: CustomRound[] = [
      ...before,
      { challenge: 'CUSTOM_CHALLENGE', passed: isRight && person !== undefined },
    ]
    const known = { person, sub: signIn.sub, sealedVerifier: person?.sealedVerifier }
    return nextRound(parts, { known, signIn: { ...signIn, deviceKey }, rounds }, context)
  }
}
