import { missingAttributes, readWritable } from '../../core/attributes.ts'
import { auditActor } from '../../core/audit-events.ts'
import { checkPassword } from '../../core/password-policy.ts'
import {
  type Attributes,
  changePerson,
  lockIfUnchanged,
  type Person,
  type PersonChange,
} from '../../core/people.ts'
import { CognitoError, changedMeanwhile, invalidParameter, invalidSession } from '../../errors.ts'
import { type AskChallenge, askFor, type CheckAnswer, passwordMark } from '../sign-in.ts'

const ATTRIBUTE = 'userAttributes.'

export const ask: AskChallenge<Person> = (parts, { signIn, person }) =>
  askFor(parts, 'NEW_PASSWORD_REQUIRED', signIn, {
    USER_ID_FOR_SRP: person.sub,
    requiredAttributes: JSON.stringify(missingAttributes(person).map((name) => ATTRIBUTE + name)),
    userAttributes: JSON.stringify({ ...person.attributes, email: person.email }),
  })

/** Replaces a temporary password; the client may send the same session again after one that was refused. */
export const answer: CheckAnswer = async (parts, { state, person, responses }, context) => {
  if (!person) {
    return { error: invalidSession() }
  }
  const { NEW_PASSWORD: password = '', ...others } = responses
  checkPassword(password, { email: person.email, name: person.attributes.name })
  if (parts.passwords.matches(person, password)) {
    throw new CognitoError('PasswordHistoryPolicyViolationException', 'Password has previously been used.')
  }
  const attributes = { ...person.attributes, ...newAttributes(person, others) }
  const change = {
    status: 'CONFIRMED',
    encryptedVerifier: parts.passwords.encryptVerifier(person.sub, password),
    temporaryUntil: undefined,
    attributes,
  } satisfies PersonChange
  for (const name of missingAttributes({ attributes })) {
    throw invalidParameter(`Attributes did not conform to the schema: ${name}: The attribute is required`)
  }
  const changed: Person = { ...person, ...change }
  return {
    proved: 'new password',
    person: changed,
    signIn: { ...state, passwordMark: passwordMark(changed) },
    async write(sql) {
      if (!(await lockIfUnchanged(sql, person, ['encryptedVerifier', 'attributes']))) {
        throw changedMeanwhile()
      }
      await changePerson(sql, person.sub, change, parts.clock.now())
      const self = auditActor(person)
      const entry = { actor: self, subject: self, address: context.address }
      await parts.auditLog.record({ kind: 'password_changed', ...entry }, sql)
    },
  }
}

/** Contacts are changed where they are proved, not here; a client may send back those that it received. */
function newAttributes(person: Person, responses: Record<string, string>): Attributes {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE))
    .map(([name, value]) => ({ Name: name.slice(ATTRIBUTE.length), Value: value }))
  const { email, phone_number: phone, ...others } = readWritable(given)
  if (email !== undefined && email.toLowerCase() !== person.email) {
    throw invalidParameter('user.email: Attribute cannot be updated.')
  }
  if (phone !== undefined && phone !== person.attributes.phone_number) {
    throw invalidParameter('user.phone_number: Attribute cannot be updated.')
  }
  return others
}
