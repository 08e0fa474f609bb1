import { auditActor } from '../../core/audit-events.ts'
import { checkPassword } from '../../core/passwords/password-policy.ts'
import { missingAttributes, readWritable } from '../../core/users/attributes.ts'
import {
  type Attributes,
  changeUser,
  lockIfUnchanged,
  type User,
  type UserChange,
} from '../../core/users/users-sql.ts'
import { CognitoError, changedMeanwhile, invalidParameter, invalidSession } from '../../errors.ts'
import { type AskChallenge, askFor, type CheckAnswer, passwordMark, SET_UP_LIFETIME } from '../sign-in.ts'

const ATTRIBUTE = 'userAttributes.'

export const ask: AskChallenge<User> = (parts, { signIn, user }) =>
  askFor(
    parts,
    'NEW_PASSWORD_REQUIRED',
    signIn,
    {
      USER_ID_FOR_SRP: user.sub,
      requiredAttributes: JSON.stringify(missingAttributes(user).map((name) => ATTRIBUTE + name)),
      userAttributes: JSON.stringify({ ...user.attributes, email: user.email }),
    },
    { lifetime: SET_UP_LIFETIME },
  )

/** Replaces a temporary password; the client may send the same session again after one that was refused. */
export const answer: CheckAnswer = async (parts, { state, user, responses }, context) => {
  if (!user) {
    return { error: invalidSession() }
  }
  const { NEW_PASSWORD: password = '', ...others } = responses
  checkPassword(password, { email: user.email, name: user.attributes.name })
  if (parts.passwords.matches(user, password)) {
    throw new CognitoError('PasswordHistoryPolicyViolationException', 'Password has previously been used.')
  }
  const attributes = { ...user.attributes, ...newAttributes(user, others) }
  const change = {
    status: 'CONFIRMED',
    encryptedVerifier: parts.passwords.encryptVerifier(user.sub, password),
    temporaryUntil: undefined,
    attributes,
  } satisfies UserChange
  for (const name of missingAttributes({ attributes })) {
    throw invalidParameter(`Attributes did not conform to the schema: ${name}: The attribute is required`)
  }
  const changed: User = { ...user, ...change }
  return {
    proved: 'new password',
    user: changed,
    signIn: { ...state, passwordMark: passwordMark(changed) },
    async write(sql) {
      if (!(await lockIfUnchanged(sql, user, ['encryptedVerifier', 'attributes']))) {
        throw changedMeanwhile()
      }
      await changeUser(sql, user.sub, change, parts.clock.now())
      const self = auditActor(user)
      const entry = { actor: self, subject: self, address: context.address }
      await parts.auditLog.record({ kind: 'password_changed', ...entry }, sql)
    },
  }
}

/** Contacts are not changed here but where they are proved; a client may send back those that it received. */
function newAttributes(user: User, responses: Record<string, string>): Attributes {
  const given = Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE))
    .map(([name, value]) => ({ Name: name.slice(ATTRIBUTE.length), Value: value }))
  const { email, phone_number: phone, ...others } = readWritable(given)
  if (email !== undefined && email.toLowerCase() !== user.email) {
    throw invalidParameter('user.email: Attribute cannot be updated.')
  }
  if (phone !== undefined && phone !== user.attributes.phone_number) {
    throw invalidParameter('user.phone_number: Attribute cannot be updated.')
  }
  return others
}
