import { IdentityError, invalidSession } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { readWritable } from '../people/attributes.ts'
import { checkPassword } from '../people/password-policy.ts'
import { changePerson, type Person } from '../people/people.ts'
import { markOf, type NewPasswordState, signedIn } from './password-steps.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

const ATTRIBUTE = 'userAttributes.'

/** Replaces a temporary password; the client may send the same session again after one that was refused. */
export async function answerNewPassword(parts: IdentityParts, given: ChallengeAnswer): Promise<object> {
  const { USERNAME: username = '', NEW_PASSWORD: password = '', ...others } = given.ChallengeResponses
  const request = given.ChallengeResponses
  const session = given.Session ?? ''
  return parts.challenges.answer<NewPasswordState>(
    'NEW_PASSWORD_REQUIRED',
    session,
    request,
    async (state) => {
      const person = await parts.people.findBySub(state.sub)
      if (!person || ![person.sub, person.email].includes(username.toLowerCase())) {
        throw invalidSession()
      }
      if (!person.enabled || markOf(person) !== state.passwordMark) {
        return { error: invalidSession() }
      }
      checkPassword(password)
      if (parts.passwords.matches(person, password)) {
        throw new IdentityError(
          'PasswordHistoryPolicyViolationException',
          'Password has previously been used.',
        )
      }
      const changed: Person = {
        ...person,
        status: 'CONFIRMED',
        sealedVerifier: parts.passwords.seal(person.sub, password),
        temporaryUntil: undefined,
        attributes: { ...person.attributes, ...readWritable(attributesOf(others)) },
      }
      const { answer, write } = signedIn(parts, changed)
      return {
        answer,
        async write(sql) {
          await changePerson(sql, person.sub, changed, parts.clock.now())
          await write(sql)
        },
      }
    },
  )
}

function attributesOf(responses: Record<string, string>) {
  return Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE))
    .map(([name, value]) => ({ Name: name.slice(ATTRIBUTE.length), Value: value }))
}
