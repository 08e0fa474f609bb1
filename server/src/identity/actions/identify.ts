import type { Settled } from '../guards/challenges.ts'
import { PASSWORDS_FROM_ADDRESS, PASSWORDS_OF_USER } from '../guards/throttle.ts'
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
  const known = await identifyFrom(parts, parameters, asker)
  if (await parts.throttle.isPaused(PASSWORDS_OF_USER, known.sub)) {
    throw tooManyPasswords()
  }
  return known
}

/** Who is meant, unless signing in is paused for that address. */
export async function identifyFrom(
  { people, throttle }: IdentityParts,
  parameters: Record<string, string>,
  asker: Asker,
): Promise<Known> {
  const known = await people.identify(required(parameters, 'USERNAME'))
  if (await throttle.isPaused(PASSWORDS_FROM_ADDRESS, asker.address)) {
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
