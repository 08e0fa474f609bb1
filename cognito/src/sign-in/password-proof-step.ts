import type { RequestContext } from '../action.ts'
import type { ChallengeResult, Completed } from '../core/challenges.ts'
import type { Known } from '../core/people.ts'
import {
  beginExchange,
  isRightProof,
  type OpenExchange,
  type Proof,
  readProof,
} from '../core/srp-challenge.ts'
import { invalidSession, tooManyPasswords } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { CustomRound } from './custom-challenge.ts'
import { nextRound } from './custom-challenge-step.ts'
import { beginSignIn } from './finish-sign-in.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

type State = OpenExchange & {
  username: string
  sub: string
  /** The rounds before it, where the password is one of several challenges. */
  rounds?: CustomRound[] | undefined
}
type Request = Proof & { deviceKey: string | undefined }

/** Asks for the proof that the client knows the password. The secret block is the session's handle as well. */
export function askPasswordProof(
  parts: CognitoParts,
  known: Known,
  { username, srpA, rounds }: { username: string; srpA: string; rounds?: CustomRound[] | undefined },
): Completed {
  const verifier = parts.passwords.open(known)
  const exchange = beginExchange(verifier, srpA)
  const state: State = {
    // As it was asked for and not as we know it, or a name that nobody has would be answered differently.
    username: username.toLowerCase(),
    sub: known.sub,
    ...exchange,
    rounds,
  }
  const { handle, write } = parts.challenges.prepare('PASSWORD_VERIFIER', state)
  return {
    answer: {
      ChallengeName: 'PASSWORD_VERIFIER',
      Session: handle,
      ChallengeParameters: {
        SALT: verifier.salt.toString(16),
        SECRET_BLOCK: handle,
        SRP_B: exchange.publicB,
        USERNAME: known.sub,
        USER_ID_FOR_SRP: known.sub,
      },
    },
    write,
  }
}

/**
 * Checks the proof. A session that carries another secret block or another user is not this session. A device that
 * is not known leaves it open: the client then proves the password once more, without the device.
 */
export async function answerPasswordProof(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const responses = given.ChallengeResponses
  const username = (responses.USERNAME ?? '').toLowerCase()
  const secretBlock = responses.PASSWORD_CLAIM_SECRET_BLOCK ?? ''
  if (given.Session !== undefined && given.Session !== secretBlock) {
    throw invalidSession()
  }
  return parts.challenges.answer<State>('PASSWORD_VERIFIER', secretBlock, responses, async (state) => {
    if (username !== state.sub && username !== state.username) {
      throw invalidSession()
    }
    const proof = readProof(responses, parts.clock.now())
    return checkProof(parts, state, { ...proof, deviceKey: responses.DEVICE_KEY }, context)
  })
}

async function checkProof(
  parts: CognitoParts,
  state: State,
  request: Request,
  context: RequestContext,
): Promise<ChallengeResult> {
  const place = { address: context.address, deviceKey: request.deviceKey }
  if (!(await parts.attemptLimiter.admitPassword(state.sub, place))) {
    return { error: tooManyPasswords() }
  }
  const person = await parts.people.findBySub(state.sub)
  const verifier = parts.passwords.open({ sub: state.sub, sealedVerifier: person?.sealedVerifier })
  const of = { poolName: parts.passwords.poolName, user: state.sub }
  if (!isRightProof(state, verifier, of, request) || !person) {
    return { error: await wrongPasswordFrom(parts, context, person) }
  }
  await parts.attemptLimiter.passwordWasRight(state.sub, place)
  const known = { person, sub: person.sub, sealedVerifier: person.sealedVerifier }
  const signIn = beginSignIn(known, {
    username: state.username,
    firstFactor: state.rounds ? 'custom' : 'password',
    tracksDevices: true,
    deviceKey: request.deviceKey,
  })
  if (state.rounds) {
    const rounds: CustomRound[] = [...state.rounds, { challenge: 'PASSWORD_VERIFIER', passed: true }]
    return nextRound(parts, { known, signIn, rounds }, context)
  }
  return proceed(parts, person, signIn, context)
}
