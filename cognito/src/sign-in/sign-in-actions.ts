import { z } from 'zod'
import { type ActionTable, action, type RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Person } from '../core/people.ts'
import { checkClient } from '../core/pool-ids.ts'
import { refreshTokens } from '../core/refresh-tokens.ts'
import { networkOf } from '../core/source-network.ts'
import { SIGN_INS_BEGUN_AT_HOME, SIGN_INS_BEGUN_FROM_ADDRESS } from '../core/throttle.ts'
import { invalidParameter, invalidSession, tooManySignIns } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { issueTokens } from './finish-sign-in.ts'
import { type Answerable, BEGINNINGS, CHALLENGES, type Challenge, NEXT } from './flow.ts'
import {
  beginSignIn,
  type ChallengeAnswer,
  isUnchanged,
  type Outcome,
  type Right,
  requestLocation,
  required,
  type SignIn,
  storedName,
} from './sign-in.ts'

const strings = z
  .record(z.string(), z.string())
  .refine((given) => given.SECRET_HASH === undefined, 'The client has no secret: leave SECRET_HASH out.')

export const InitiateAuthInput = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: strings.default({}),
  Session: z.string().max(2048).optional(),
})

export const RespondInput = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  Session: z.string().max(2048).optional(),
  ChallengeResponses: strings.default({}),
})

export function signInActions(parts: CognitoParts): ActionTable {
  return {
    InitiateAuth: action(InitiateAuthInput, (input, context) => begin(parts, input, context)),
    RespondToAuthChallenge: action(RespondInput, (input, context) => respond(parts, input, context)),
  }
}

export async function begin(
  parts: CognitoParts,
  given: z.output<typeof InitiateAuthInput>,
  context: RequestContext,
): Promise<object> {
  checkClient(parts, given.ClientId)
  const { AuthFlow: flow, AuthParameters: parameters, Session } = given
  if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
    return refreshTokens(parts, required(parameters, 'REFRESH_TOKEN'), context, parameters.DEVICE_KEY)
  }
  const beginning = memberOf(BEGINNINGS, flow)
  if (!beginning) {
    throw invalidParameter(`${flow} flow not enabled for this client`)
  }
  await admitBeginning(parts, parameters, context)
  const { asks, tracksDevices, goesOn } = beginning
  if (goesOn && Session !== undefined) {
    const ChallengeResponses = { USERNAME: required(parameters, 'USERNAME') }
    return answer(parts, goesOn, { ChallengeName: goesOn.NAME, Session, ChallengeResponses }, context)
  }
  CHALLENGES[asks].checkBeginning?.(parts, parameters)
  const username = required(parameters, 'USERNAME')
  const known = await parts.people.identify(username)
  const deviceKey = tracksDevices ? parameters.DEVICE_KEY : undefined
  const signIn = beginSignIn(known, { username, tracksDevices, deviceKey })
  const result = await proceed(parts, { ask: asks, signIn, person: known.person, parameters }, context)
  return complete(parts, result, known.sub, requestLocation(parameters, context), context.operator)
}

export async function respond(
  parts: CognitoParts,
  given: z.output<typeof RespondInput>,
  context: RequestContext,
): Promise<object> {
  checkClient(parts, given.ClientId)
  const challenge = memberOf<Challenge>(CHALLENGES, given.ChallengeName)
  if (!challenge || !('answer' in challenge)) {
    throw invalidParameter(`${given.ChallengeName} is not a challenge of this user pool`)
  }
  return answer(parts, challenge, given, context)
}

/** Checks the answer to a stored challenge, which is good for one, and goes on. */
async function answer(
  parts: CognitoParts,
  challenge: Answerable,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const { ChallengeName: name, Session = '', ChallengeResponses: responses } = given
  const handle = challenge.sessionOf?.(given) ?? Session
  return parts.challenges.answer<SignIn>(storedName(name), handle, responses, async (state) => {
    const person = await parts.people.findBySub(state.sub)
    const username = (responses.USERNAME ?? '').toLowerCase()
    // Clients name who it is by the name that was typed, by the id, or by an address that has this id.
    if (username !== state.username && (await parts.people.identify(username)).sub !== state.sub) {
      throw invalidSession()
    }
    if (person && !(challenge.isStillValid ?? isStillValid)(person, state)) {
      return { error: invalidSession() }
    }
    const outcome = await challenge.answer(
      parts,
      { challenge: name, handle, state, person, responses },
      context,
    )
    return proceed(parts, outcome, context)
  })
}

/** That somebody is locked out is said once they have proved who they are. */
function isStillValid(person: Person, signIn: SignIn): boolean {
  return signIn.firstFactor === undefined || isUnchanged(person, signIn)
}

/** Follows the flow from an outcome to what the client is asked next, to tokens or to an error. */
async function proceed(
  parts: CognitoParts,
  outcome: Outcome,
  context: RequestContext,
): Promise<ChallengeResult> {
  if ('error' in outcome || 'answer' in outcome) {
    return outcome
  }
  if ('ask' in outcome) {
    return proceed(parts, await CHALLENGES[outcome.ask].ask(parts, outcome, context), context)
  }
  const next = await proceed(parts, await nextAfter(parts, outcome, context), context)
  return 'error' in next
    ? next
    : {
        answer: next.answer,
        async write(sql) {
          await outcome.write?.(sql)
          await next.write(sql)
        },
      }
}

async function nextAfter(
  parts: CognitoParts,
  { proved, person, signIn }: Right,
  context: RequestContext,
): Promise<Outcome> {
  for (const rule of NEXT[proved]) {
    const next = await rule(parts, { person, signIn }, context)
    if (next !== undefined) {
      return typeof next === 'string' ? { ask: next, person, signIn } : next
    }
  }
  return issueTokens(parts, { person, signIn }, context)
}

/**
 * Refuses an address that begins sign-ins without end, before they cost anything, but for who has signed in there
 * before: one telephone on the church's network must not keep everybody else on it out. An operator's server begins
 * those of everybody, and is known by its key.
 */
async function admitBeginning(
  { throttle, people, attemptLimiter }: CognitoParts,
  parameters: Record<string, string>,
  context: RequestContext,
): Promise<void> {
  if (
    context.operator ||
    !(await throttle.isSpent(SIGN_INS_BEGUN_FROM_ADDRESS, networkOf(context.address)))
  ) {
    return
  }
  const { sub } = await people.identify(parameters.USERNAME ?? '')
  const own = await attemptLimiter.counterAtHome(sub, requestLocation(parameters, context))
  if (own === undefined || (await throttle.isSpent(SIGN_INS_BEGUN_AT_HOME, own))) {
    throttle.onRefused()
    throw tooManySignIns()
  }
}

/** Writes what a beginning has made, and that one was begun there, by whom; or throws why it failed. */
async function complete(
  { database, throttle, attemptLimiter }: CognitoParts,
  result: ChallengeResult,
  sub: string,
  location: Location,
  operator: RequestContext['operator'],
): Promise<object> {
  if ('error' in result) {
    throw result.error
  }
  await database.sql.transaction().execute(async (transaction) => {
    await result.write(transaction)
    // Last, or sign-ins behind one address would wait for each other.
    if (
      operator ||
      (await throttle.spend(SIGN_INS_BEGUN_FROM_ADDRESS, networkOf(location.address), transaction))
    ) {
      return
    }
    const own = await attemptLimiter.counterAtHome(sub, location, transaction)
    if (own === undefined || !(await throttle.spend(SIGN_INS_BEGUN_AT_HOME, own, transaction))) {
      throttle.onRefused()
      throw tooManySignIns()
    }
  })
  return result.answer
}

/** A member of a table that a client names. */
function memberOf<Row>(table: Record<string, Row>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
