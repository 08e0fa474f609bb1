import type { Settled } from '../guards/challenges.ts'
import { PASSWORDS_FROM_ADDRESS, PASSWORDS_OF_USER, type Pace } from '../guards/throttle.ts'
import { invalidParameter, tooManyPasswords } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Known } from '../people/people.ts'
import type { Asker } from './action.ts'

/** Who is meant, unless sign-in is paused for that name or address. */
export async function identify(
  parts: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
  pace: Pace = PASSWORDS_OF_USER,
): Promise<Known> {
  const known = await parts.people.identify(required(parameters, 'USERNAME'))
  const { throttle } = parts
  if (
    (await throttle.isPaused(pace, known.sub)) ||
    (await throttle.isPaused(PASSWORDS_FROM_ADDRESS, asker.address))
  ) {
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
