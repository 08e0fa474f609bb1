import type { Settled } from '../guards/challenges.ts'
import type { Place } from '../guards/guesses.ts'
import { networkOf } from '../guards/network-of.ts'
import { PASSWORDS_FROM_ADDRESS } from '../guards/throttle.ts'
import { invalidParameter, tooManyPasswords } from '../identity-errors.ts'
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

/** Who is meant, unless signing in is paused for that address. */
export async function identifyFrom(
  { people, throttle }: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<Known> {
  const known = await people.identify(required(parameters, 'USERNAME'))
  if (await throttle.isPaused(PASSWORDS_FROM_ADDRESS, networkOf(asker.address))) {
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

/** Ends the first step of a sign-in, which answers no challenge: writes what it made, or throws why it failed. */
export async function settle(parts: IdentityParts, settled: Settled): Promise<object> {
  if ('error' in settled) {
    throw settled.error
  }
  await parts.database.sql.transaction().execute((transaction) => settled.write(transaction))
  return settled.answer
}
