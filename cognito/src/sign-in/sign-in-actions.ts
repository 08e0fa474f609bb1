import { z } from 'zod'
import { type ActionTable, action, type RequestContext } from '../action.ts'
import type { ChallengeResult, Completed } from '../core/factors/challenges.ts'
import { networkOf } from '../core/requests/source-network.ts'
import {
  type Budget,
  SIGN_INS_BEGUN_FROM_ADDRESS,
  SIGN_INS_BEGUN_FROM_KNOWN_LOCATION,
} from '../core/requests/throttle.ts'
import { refreshTokens } from '../core/tokens/refresh-tokens.ts'
import { checkClient } from '../core/users/pool-ids.ts'
import type { User } from '../core/users/users-sql.ts'
import { invalidParameter, invalidSession, tooManySignIns } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { issueTokens } from './finish-sign-in.ts'
import { type Answerable, AUTH_FLOWS, CHALLENGES, type Challenge, NEXT } from './flow.ts'
import {
  beginSignIn,
  isUnchanged,
  locationOf,
  type Outcome,
  type Proved,
  required,
  type SignIn,
  storedChallengeName,
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
  const notEnabled = () => invalidParameter(`${flow} flow not enabled for this client`)
  const beginning = memberOf(AUTH_FLOWS, flow)
  if (!beginning) {
    throw notEnabled()
  }
  await limitBeginning(parts, parameters, context)
  const { asks, needs = 'USERNAME', isOn, withSession, tracksDevices = true } = beginning
  if (withSession && Session !== undefined) {
    const ChallengeResponses = { USERNAME: required(parameters, 'USERNAME') }
    return answer(
      parts,
      withSession,
      { ChallengeName: withSession.NAME, Session, ChallengeResponses },
      context,
    )
  }
  if (isOn?.(parts) === false) {
    throw notEnabled()
  }
  required(parameters, needs)
  const username = required(parameters, 'USERNAME')
  const { user, sub } = await parts.users.identify(username)
  const deviceKey = tracksDevices ? parameters.DEVICE_KEY : undefined
  const signIn = beginSignIn({ user, sub }, { username, tracksDevices, deviceKey })
  const result = await proceed(parts, { ask: asks, signIn, user, parameters }, context)
  if ('error' in result) {
    throw result.error
  }
  await parts.database.sql.transaction().execute(async (transaction) => {
    await result.write(transaction)
    // This comes last, or sign-ins behind one address would wait for each other.
    await limitBeginning(parts, parameters, context, { sub, transaction })
  })
  return result.answer
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

/** Checks the answer to a stored challenge, which takes one answer, and goes on. */
async function answer(
  parts: CognitoParts,
  challenge: Answerable,
  given: Omit<z.output<typeof RespondInput>, 'ClientId'>,
  context: RequestContext,
): Promise<object> {
  const { ChallengeName: name, Session, ChallengeResponses: responses } = given
  const handle = challenge.sessionOf?.(responses, Session) ?? Session ?? ''
  return parts.challenges.answer<SignIn>(storedChallengeName(name), handle, responses, async (state) => {
    const user = await parts.users.findBySub(state.sub)
    const username = (responses.USERNAME ?? '').toLowerCase()
    // Clients name the user by the name that was typed, by the id, or by an address that has this id.
    const isNamed = username === state.username || username === state.sub
    if (!isNamed && (await parts.users.identify(username)).sub !== state.sub) {
      throw invalidSession()
    }
    if (user && !(challenge.isStillValid ?? isStillValid)(user, state)) {
      return { error: invalidSession() }
    }
    const outcome = await challenge.answer(parts, { name, handle, state, user, responses }, context)
    return proceed(parts, outcome, context)
  })
}

/** Somebody is told that they are locked out once they have proved who they are. */
function isStillValid(user: User, signIn: SignIn): boolean {
  return signIn.firstFactor === undefined || isUnchanged(user, signIn)
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
    const asked = await CHALLENGES[outcome.ask].ask(parts, { parameters: {}, ...outcome }, context)
    return proceed(parts, asked, context)
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
  { proved, user, signIn }: Proved,
  context: RequestContext,
): Promise<Outcome> {
  for (const rule of NEXT[proved]) {
    const next = await rule(parts, { user, signIn }, context)
    if (next !== undefined) {
      return typeof next === 'string' ? { ask: next, user, signIn } : next
    }
  }
  return issueTokens(parts, { user, signIn }, context)
}

/**
 * Refuses an address that begins sign-ins without end, except for those who have signed in there before: one telephone
 * on the church's network must not keep everybody else on it out. This is checked before a sign-in costs anything, and
 * counted once it has begun. An operator's server, which begins sign-ins for everybody, is known by its key.
 */
async function limitBeginning(
  { throttle, users, attemptLimiter }: CognitoParts,
  { USERNAME: username = '', DEVICE_KEY: deviceKey }: Record<string, string>,
  context: RequestContext,
  begun?: { sub: string; transaction: Parameters<Completed['write']>[0] },
): Promise<void> {
  const hasRoom = async (budget: Budget, who: string) =>
    begun ? throttle.spend(budget, who, begun.transaction) : !(await throttle.isSpent(budget, who))
  if (context.operator || (await hasRoom(SIGN_INS_BEGUN_FROM_ADDRESS, networkOf(context.address)))) {
    return
  }
  const sub = begun?.sub ?? (await users.identify(username)).sub
  const location = locationOf(context, deviceKey)
  const own = await attemptLimiter.counterOfKnownLocation(sub, location, begun?.transaction)
  if (own === undefined || !(await hasRoom(SIGN_INS_BEGUN_FROM_KNOWN_LOCATION, own))) {
    throttle.onRefused()
    throw tooManySignIns()
  }
}

/** A member of a table that a client names. */
function memberOf<Row>(table: Record<string, Row>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
