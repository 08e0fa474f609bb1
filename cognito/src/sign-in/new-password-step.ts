import type { RequestContext } from '../action.ts'
import { missingOf, readWritable, type WireAttribute } from '../core/attributes.ts'
import { checkPassword } from '../core/password-policy.ts'
import { type Attributes, changePerson, holdPerson, type Person, type PersonChange } from '../core/people.ts'
import { CognitoError, changedMeanwhile, invalidParameter, invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { answerStep, auditActor, markOf, type SignIn } from './finish-sign-in.ts'
import { proceedToTokens } from './proceed.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

const ATTRIBUTE = 'userAttributes.'

/** Replaces a temporary password; the client may send the same session again after one that was refused. */
export async function answerNewPassword(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const { NEW_PASSWORD: password = '', ...others } = given.ChallengeResponses
  return answerStep<SignIn>(parts, given, async (state, person) => {
    if (!person) {
      return { error: invalidSession() }
    }
    checkPassword(password, { email: person.email, name: person.attributes.name })
    if (parts.passwords.matches(person, password)) {
      throw new CognitoError('PasswordHistoryPolicyViolationException', 'Password has previously been used.')
    }
    const change: PersonChange = {
      status: 'CONFIRMED',
      sealedVerifier: parts.passwords.seal(person.sub, password),
      temporaryUntil: undefined,
      attributes: { ...person.attributes, ...newAttributes(person, attributesOf(others)) },
    }
    for (const name of missingOf({ attributes: change.attributes ?? {} })) {
      throw invalidParameter(`Attributes did not conform to the schema: ${name}: The attribute is required`)
    }
    const changed: Person = { ...person, ...change }
    const next = await proceedToTokens(parts, changed, { ...state, passwordMark: markOf(changed) }, context)
    if ('error' in next) {
      return next
    }
    return {
      answer: next.answer,
      async write(sql) {
        if (!(await holdPerson(sql, person, ['sealedVerifier', 'attributes']))) {
          throw changedMeanwhile()
        }
        await changePerson(sql, person.sub, change, parts.clock.now())
        const self = auditActor(person)
        const entry = { actor: self, subject: self, address: context.address }
        await parts.auditLog.record({ kind: 'password_changed', ...entry }, sql)
        await next.write(sql)
      },
    }
  })
}

/** Contacts are changed where they are proved, not here; a client may repeat those that it was told. */
function newAttributes(person: Person, given: WireAttribute[]): Attributes {
  const {
    email = person.email,
    phone_number: phone = person.attributes.phone_number,
    ...others
  } = readWritable(given)
  if (email.toLowerCase() !== person.email) {
    throw invalidParameter('user.email: Attribute cannot be updated.')
  }
  if (phone !== person.attributes.phone_number) {
    throw invalidParameter('user.phone_number: Attribute cannot be updated.')
  }
  return others
}

function attributesOf(responses: Record<string, string>) {
  return Object.entries(responses)
    .filter(([name]) => name.startsWith(ATTRIBUTE))
    .map(([name, value]) => ({ Name: name.slice(ATTRIBUTE.length), Value: value }))
}
