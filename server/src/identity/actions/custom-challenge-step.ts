import type { CustomRound } from '../custom-challenge.ts'
import type { Settled } from '../guards/challenges.ts'
import { invalidParameter, tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known, Person } from '../people/people.ts'
import type { Asker } from './action.ts'
import { askStep } from './ask-step.ts'
import { answerStep, beginSignIn, nothingIsProved, type SignIn } from './finish-sign-in.ts'
import { identify, placeOf, required, settle } from './identify.ts'
import { askPasswordProof } from './password-proof-step.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import type { ChallengeAnswer, SignInRequest } from './sign-in-actions.ts'

type State = SignIn & { rounds: CustomRound[]; kept: Record<string, string> }

/** A sign-in by challenges of one's own; with CHALLENGE_NAME SRP_A the proof of a password may come first. */
export async function beginCustom(
  parts: IdentityParts,
  { AuthParameters: parameters }: SignInRequest,
  asker: Asker,
): Promise<object> {
  if (!parts.customChallenge) {
    throw invalidParameter('CUSTOM_AUTH flow not enabled for this client')
  }
  const known = await identify(parts, parameters, asker)
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
      asker,
    ),
    known.sub,
    placeOf(parameters, asker),
    asker,
  )
}

/** What the hook wants after the rounds so far. */
export async function nextRound(
  parts: IdentityParts,
  given: { known: Known; signIn: SignIn; rounds: CustomRound[]; srpA?: string | undefined },
  asker: Asker,
): Promise<Settled> {
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
    return { error: await wrongPasswordFrom(parts, asker, person, 'custom') }
  }
  await parts.guesses.passwordWasRight(person.sub, { address: asker.address, deviceKey: signIn.deviceKey })
  return proceed(parts, person, signIn, asker)
}

export async function answerCustom(
  parts: IdentityParts,
  given: ChallengeAnswer,
  asker: Asker,
): Promise<object> {
  const { ANSWER: answer = '', DEVICE_KEY: deviceKey } = given.ChallengeResponses
  return answerStep<State>(parts, given, answerRound, nothingIsProved)

  async function answerRound(state: State, person: Person | undefined): Promise<Settled> {
    const { rounds: before, kept, ...signIn } = state
    if (!(await parts.guesses.admitPassword(signIn.sub, placeOf(given.ChallengeResponses, asker)))) {
      return { error: tooManyPasswords() }
    }
    const isRight = (await parts.customChallenge?.verify(answer, kept)) === true
    const rounds: CustomRound[] = [
      ...before,
      { challenge: 'CUSTOM_CHALLENGE', passed: isRight && person !== undefined },
    ]
    const known = { person, sub: signIn.sub, sealedVerifier: person?.sealedVerifier }
    return nextRound(parts, { known, signIn: { ...signIn, deviceKey }, rounds }, asker)
  }
}
