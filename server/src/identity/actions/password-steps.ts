import { createHash } from 'node:crypto'
import type { Completed, Settled } from '../guards/challenges.ts'
import { PASSWORDS_FROM_ADDRESS } from '../guards/throttle.ts'
import { IdentityError, wrongPassword } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from '../people/people.ts'
import type { Asker } from './action.ts'

/** What the NEW_PASSWORD_REQUIRED step must remember. */
export type NewPasswordState = { sub: string; passwordMark: string }

/** What follows once the password was right: a new password first, or tokens. */
export function proceed(parts: IdentityParts, person: Person): Settled {
  if (!person.enabled) {
    return { error: new IdentityError('NotAuthorizedException', 'User is disabled.') }
  }
  if (person.temporaryUntil !== undefined && person.temporaryUntil <= parts.clock.now()) {
    return {
      error: new IdentityError(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      ),
    }
  }
  if (person.status === 'FORCE_CHANGE_PASSWORD') {
    const state: NewPasswordState = { sub: person.sub, passwordMark: markOf(person) }
    const { handle, write } = parts.challenges.prepare('NEW_PASSWORD_REQUIRED', state)
    return {
      answer: {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: handle,
        ChallengeParameters: {
          USER_ID_FOR_SRP: person.sub,
          requiredAttributes: '[]',
          userAttributes: JSON.stringify({ ...person.attributes, email: person.email }),
        },
      },
      write,
    }
  }
  return signedIn(parts, person)
}

/** Tokens of a new family, as the last answer of a sign-in. */
export function signedIn(parts: IdentityParts, person: Person): Completed {
  const family = parts.families.prepare(person.sub)
  return {
    answer: { ChallengeParameters: {}, AuthenticationResult: parts.tokens.issue(person, family) },
    write: family.write,
  }
}

/** Stands for a password as it is kept, to notice that it was changed meanwhile. */
export function markOf(person: Person): string {
  return createHash('sha256').update(person.sealedVerifier).digest('base64')
}

/** Counts a wrong password against the address and returns the one error that all of them get. */
export async function wrongPasswordFrom({ throttle }: IdentityParts, asker: Asker): Promise<IdentityError> {
  await throttle.admit(PASSWORDS_FROM_ADDRESS, asker.address)
  return wrongPassword()
}
