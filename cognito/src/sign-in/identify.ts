import { networkOf } from '../../../server/src/http/network-of.ts'
import type { RequestContext } from '../action.ts'
import type { Location } from '../core/attempt-limiter.ts'
import type { ChallengeResult } from '../core/challenges.ts'
import type { Known } from '../core/people.ts'
import { SIGN_INS_BEGUN_AT_HOME, SIGN_INS_BEGUN_FROM_ADDRESS } from '../core/throttle.ts'
import { invalidParameter, tooManyPasswords, tooManySignIns } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Who is meant, unless signing in with a password is paused for that name or address. */
export async function identify(
  parts: CognitoParts,
  parameters: Record<string, string>,
  context: RequestContext,
): Promise<Known> {
  const known = await parts.people.identify(required(parameters, 'USERNAME'))
  if (await parts.attemptLimiter.isPaused(known.sub, placeOf(parameters, context))) {
    throw tooManyPasswords()
  }
  return known
}

/** Where a sign-in is begun from. */
export function placeOf(parameters: Record<string, string>, { address }: RequestContext): Location {
  return { address, deviceKey: parameters.DEVICE_KEY }
}

/** Who is meant, unless signing in is paused for strangers at that address. */
export async function identifyFrom(
  { people, attemptLimiter }: CognitoParts,
  parameters: Record<string, string>,
  context: RequestContext,
): Promise<Known> {
  const known = await people.identify(required(parameters, 'USERNAME'))
  if (await attemptLimiter.isStrangerPaused(known.sub, placeOf(parameters, context))) {
    throw tooManyPasswords()
  }
  return known
}

export function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name]
  if (!value) {
    throw invalidParameter(`Missing required parameter ${name}`)
  }
  return value
}

/**
 * Refuses an address that begins sign-ins without end, before they cost anything, but for who has signed in there
 * before: one telephone on the church's network must not keep everybody else on it out. An operator's server begins
 * those of everybody, and is known by its key.
 */
export async function admitBeginning(
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
  const own = await attemptLimiter.counterAtHome(sub, placeOf(parameters, context))
  if (own === undefined || (await throttle.isSpent(SIGN_INS_BEGUN_AT_HOME, own))) {
    throttle.onRefused()
    throw tooManySignIns()
  }
}

/**
 * Ends the first step of a sign-in, which answers no challenge: writes what it made, and that one was begun there, by
 * whom, or throws why it failed.
 */
export async function settle(
  { database, throttle, attemptLimiter }: CognitoParts,
  settled: ChallengeResult,
  sub: string,
  place: Location,
  { operator }: RequestContext,
): Promise<object> {
  if ('error' in settled) {
    throw settled.error
  }
  await database.sql.transaction().execute(async (transaction) => {
    await settled.write(transaction)
    // Last, or sign-ins behind one address would wait for each other.
    if (
      operator ||
      (await throttle.spend(SIGN_INS_BEGUN_FROM_ADDRESS, networkOf(place.address), transaction))
    ) {
      return
    }
    const own = await attemptLimiter.counterAtHome(sub, place, transaction)
    if (own === undefined || !(await throttle.spend(SIGN_INS_BEGUN_AT_HOME, own, transaction))) {
      throttle.onRefused()
      throw tooManySignIns()
    }
  })
  return settled.answer
}
