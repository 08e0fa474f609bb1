import { networkOf } from '../../http/network-of.ts'
import type { Settled } from '../guards/challenges.ts'
import type { Place } from '../guards/guesses.ts'
import { SIGN_INS_BEGUN_AT_HOME, SIGN_INS_BEGUN_FROM_ADDRESS } from '../guards/throttle.ts'
import { invalidParameter, tooManyPasswords, tooManySignIns } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known } from '../people/people.ts'
import type { Asker } from './action.ts'

/** Who is meant, unless signing in with a password is paused for that name or address. */
export async function identify(
  parts: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<Known> {
  const known = await parts.people.identify(required(parameters, 'USERNAME'))
  if (await parts.guesses.isPaused(known.sub, placeOf(parameters, asker))) {
    throw tooManyPasswords()
  }
  return known
}

/** Where a sign-in is begun from. */
export function placeOf(parameters: Record<string, string>, { address }: Asker): Place {
  return { address, deviceKey: parameters.DEVICE_KEY }
}

/** Who is meant, unless signing in is paused for strangers at that address. */
export async function identifyFrom(
  { people, guesses }: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<Known> {
  const known = await people.identify(required(parameters, 'USERNAME'))
  if (await guesses.isStrangerPaused(known.sub, placeOf(parameters, asker))) {
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
 * before: one telephone on the parish's network must not keep everybody else on it out. An operator's server begins
 * those of everybody, and is known by its key.
 */
export async function admitBeginning(
  { throttle, people, guesses }: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<void> {
  if (asker.operator || !(await throttle.isSpent(SIGN_INS_BEGUN_FROM_ADDRESS, networkOf(asker.address)))) {
    return
  }
  const { sub } = await people.identify(parameters.USERNAME ?? '')
  const own = await guesses.counterAtHome(sub, placeOf(parameters, asker))
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
  { database, throttle, guesses }: IdentityParts,
  settled: Settled,
  sub: string,
  place: Place,
  { operator }: Asker,
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
    const own = await guesses.counterAtHome(sub, place, transaction)
    if (own === undefined || !(await throttle.spend(SIGN_INS_BEGUN_AT_HOME, own, transaction))) {
      throttle.onRefused()
      throw tooManySignIns()
    }
  })
  return settled.answer
}
