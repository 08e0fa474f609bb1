import { z } from 'zod'
import { type ActionTable, WireAttributes } from '../action.ts'
import { isEmailAddress, readAdminWritable } from '../core/attributes.ts'
import type { Attributes, Person } from '../core/people.ts'
import { sendCode, sendPasswordGiven } from '../core/send-code.ts'
import { CognitoError, invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { sendProof } from '../self-service/attribute-actions.ts'
import { operatorAction, requirePerson, Username } from './operator-action.ts'

/** What operators do to an account that is there. */
export function adminAccountActions(parts: CognitoParts): ActionTable {
  const { accounts, codes, people } = parts

  /** The columns that given attributes set. One without a value is taken away; a new number is not verified. */
  function changed(person: Person, { email = person.email, ...others }: Attributes) {
    const phone = others.phone_number ?? person.attributes.phone_number
    const attributes: Attributes = {
      ...person.attributes,
      ...(phone !== person.attributes.phone_number && { phone_number_verified: 'false' }),
      ...others,
    }
    return { email, attributes: without(attributes, (name) => attributes[name] === '') }
  }

  /** The address that attributes give to somebody, if it is another than theirs and is nobody else's. */
  async function newAddressIn(person: Person, { email = '' }: Attributes): Promise<string | undefined> {
    const address = email.trim().toLowerCase()
    if (address === '' || address === person.email) {
      return undefined
    }
    if (!isEmailAddress(address)) {
      throw invalidParameter('Invalid email address format.')
    }
    if (await people.findByEmail(address)) {
      throw new CognitoError('AliasExistsException', 'An account with the given email already exists.')
    }
    return address
  }

  return {
    /** A new email address waits for the code that goes there, unless the operator says that it is verified. */
    AdminUpdateUserAttributes: operatorAction(
      parts,
      { Username, UserAttributes: WireAttributes },
      async (input, { context, note }) => {
        const person = await requirePerson(parts, input.Username)
        const given = readAdminWritable(input.UserAttributes)
        const detail = Object.keys(given).join(', ')
        const address = await newAddressIn(person, given)
        const { email, email_verified: verified, ...others } = given
        const waits = address !== undefined && verified !== 'true'
        if (waits) {
          await sendProof(parts, person, { name: 'email', target: address }, context)
        }
        const columns = changed(person, waits ? others : { ...given, email: address ?? person.email })
        try {
          await accounts.change(person, columns, note, { kind: 'staff_changed', detail })
        } catch (error) {
          // Somebody may have been given the address since it was looked for.
          await newAddressIn(person, { email: columns.email })
          throw error
        }
        if (email !== undefined && !waits) {
          // Neither a code that went to the old address nor one on its way to a third may count any more.
          await codes.drop(person.sub, 'verify-email')
        }
        if (columns.email !== person.email) {
          await codes.drop(person.sub, 'reset-password')
        }
        return {}
      },
    ),

    AdminDeleteUserAttributes: operatorAction(
      parts,
      { Username, UserAttributeNames: z.array(z.string().min(1).max(32)).max(50) },
      async (input, { note }) => {
        const person = await requirePerson(parts, input.Username)
        const names = new Set(input.UserAttributeNames)
        const fixed = ['sub', 'email', 'email_verified'].find((name) => names.has(name))
        if (fixed !== undefined) {
          throw invalidParameter(`user.${fixed}: Attribute cannot be deleted.`)
        }
        if (names.has('phone_number')) {
          names.add('phone_number_verified')
        }
        const attributes = without(person.attributes, (name) => names.has(name))
        const detail = [...names].join(', ')
        await accounts.change(person, { attributes }, note, { kind: 'staff_changed', detail })
        return {}
      },
    ),

    AdminEnableUser: operatorAction(parts, { Username }, async (input, { note }) => {
      await accounts.setEnabled(await requirePerson(parts, input.Username), true, note)
      return {}
    }),

    AdminDisableUser: operatorAction(parts, { Username }, async (input, { note }) => {
      await accounts.setEnabled(await requirePerson(parts, input.Username), false, note)
      return {}
    }),

    /** The old password is good no more; a code to choose a new one goes out by email. */
    AdminResetUserPassword: operatorAction(parts, { Username }, async (input, { note, context }) => {
      const person = await requirePerson(parts, input.Username)
      if (person.status !== 'CONFIRMED' && person.status !== 'RESET_REQUIRED') {
        throw new CognitoError(
          'NotAuthorizedException',
          'User password cannot be reset in the current state.',
        )
      }
      await accounts.resetPassword(person, note)
      const code = await codes.make(person.sub, 'reset-password')
      context.later('A code to reset a password could not be sent.', () =>
        sendCode(parts, person, 'staff-reset', code),
      )
      return {}
    }),

    /** Sign-ins end, devices and passkeys are forgotten. A password that is not permanent is to be replaced at the next one, within seven days. */
    AdminSetUserPassword: operatorAction(
      parts,
      { Username, Password: z.string().min(1).max(256), Permanent: z.boolean().default(false) },
      async (input, { context, note }) => {
        const person = await requirePerson(parts, input.Username)
        await accounts.setPassword(person, { password: input.Password, permanent: input.Permanent }, note)
        sendPasswordGiven(parts, person, context)
        return {}
      },
    ),

    AdminUserGlobalSignOut: operatorAction(parts, { Username }, async (input, { note }) => {
      await accounts.signOut(await requirePerson(parts, input.Username), note)
      return {}
    }),

    AdminDeleteUser: operatorAction(parts, { Username }, async (input, { note }) => {
      await accounts.remove(await requirePerson(parts, input.Username), note)
      return {}
    }),

    AdminConfirmSignUp: operatorAction(parts, { Username }, async (input, { note }) => {
      const person = await requirePerson(parts, input.Username)
      if (person.status !== 'UNCONFIRMED') {
        throw new CognitoError(
          'NotAuthorizedException',
          `User cannot be confirmed. Current status is ${person.status}`,
        )
      }
      await accounts.change(person, { status: 'CONFIRMED' }, note, { kind: 'account_confirmed' })
      return {}
    }),
  }
}

function without(attributes: Attributes, goes: (name: string) => boolean): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !goes(name)))
}
