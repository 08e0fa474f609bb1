import { z } from 'zod'
import { type ActionTable, WireAttributes } from '../action.ts'
import { sendCode, sendPasswordGiven } from '../core/factors/send-code.ts'
import { isEmailAddress, readAdminWritable } from '../core/users/attributes.ts'
import type { Attributes, User } from '../core/users/users-sql.ts'
import { CognitoError, invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { sendProof } from '../self-service/attribute-actions.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'

/** What operators do to an existing account. */
export function adminAccountActions(parts: CognitoParts): ActionTable {
  const { accounts, codes, users } = parts

  /** The columns set by given attributes. An attribute without a value is removed; a new number is not verified. */
  function changed(user: User, { email = user.email, ...others }: Attributes) {
    const phone = others.phone_number ?? user.attributes.phone_number
    const attributes: Attributes = {
      ...user.attributes,
      ...(phone !== user.attributes.phone_number && { phone_number_verified: 'false' }),
      ...others,
    }
    return { email, attributes: without(attributes, (name) => attributes[name] === '') }
  }

  /** The address that attributes give to somebody, if it is not theirs already and is nobody else's. */
  async function newAddressIn(user: User, { email = '' }: Attributes): Promise<string | undefined> {
    const address = email.trim().toLowerCase()
    if (address === '' || address === user.email) {
      return undefined
    }
    if (!isEmailAddress(address)) {
      throw invalidParameter('Invalid email address format.')
    }
    if (await users.findByEmail(address)) {
      throw new CognitoError('AliasExistsException', 'An account with the given email already exists.')
    }
    return address
  }

  return {
    /** A new email address waits for the code that goes there, unless the operator says that it is verified. */
    AdminUpdateUserAttributes: operatorAction(
      parts,
      { Username, UserAttributes: WireAttributes },
      async (input, { context, record }) => {
        const user = await requireUser(parts, input.Username)
        const given = readAdminWritable(input.UserAttributes)
        const entry = { kind: 'staff_changed' as const, parts: { attributes: Object.keys(given) } }
        const address = await newAddressIn(user, given)
        const { email, email_verified: verified, ...others } = given
        const waits = address !== undefined && verified !== 'true'
        if (waits) {
          await sendProof(parts, user, { name: 'email', target: address }, context)
        }
        const columns = changed(user, waits ? others : { ...given, email: address ?? user.email })
        try {
          await accounts.change(user, columns, record, entry)
        } catch (error) {
          // Somebody may have been given the address since it was looked for.
          await newAddressIn(user, { email: columns.email })
          throw error
        }
        if (email !== undefined && !waits) {
          // A code that went to the old address, or is on its way to a third one, must no longer count.
          await codes.drop(user.sub, 'verify-email')
        }
        if (columns.email !== user.email) {
          await codes.drop(user.sub, 'reset-password')
        }
        return {}
      },
    ),

    AdminDeleteUserAttributes: operatorAction(
      parts,
      { Username, UserAttributeNames: z.array(z.string().min(1).max(32)).max(50) },
      async (input, { record }) => {
        const user = await requireUser(parts, input.Username)
        const names = new Set(input.UserAttributeNames)
        const fixed = ['sub', 'email', 'email_verified'].find((name) => names.has(name))
        if (fixed !== undefined) {
          throw invalidParameter(`user.${fixed}: Attribute cannot be deleted.`)
        }
        if (names.has('phone_number')) {
          names.add('phone_number_verified')
        }
        const attributes = without(user.attributes, (name) => names.has(name))
        const entry = { kind: 'staff_changed' as const, parts: { attributes: [...names] } }
        await accounts.change(user, { attributes }, record, entry)
        return {}
      },
    ),

    AdminEnableUser: operatorAction(parts, { Username }, async (input, { record }) => {
      await accounts.setEnabled(await requireUser(parts, input.Username), true, record)
      return {}
    }),

    AdminDisableUser: operatorAction(parts, { Username }, async (input, { record }) => {
      await accounts.setEnabled(await requireUser(parts, input.Username), false, record)
      return {}
    }),

    /** The old password is no longer valid; a code to choose a new one goes out by email. */
    AdminResetUserPassword: operatorAction(parts, { Username }, async (input, { record, context }) => {
      const user = await requireUser(parts, input.Username)
      if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
        throw new CognitoError(
          'NotAuthorizedException',
          'User password cannot be reset in the current state.',
        )
      }
      await accounts.resetPassword(user, record)
      const code = await codes.make(user.sub, 'reset-password')
      context.later('A code to reset a password could not be sent.', () =>
        sendCode(parts, user, 'staff-reset', code),
      )
      return {}
    }),

    /** Sign-ins end, devices and passkeys are forgotten. A password that is not permanent is to be replaced at the next one, within seven days. */
    AdminSetUserPassword: operatorAction(
      parts,
      { Username, Password: z.string().min(1).max(256), Permanent: z.boolean().default(false) },
      async (input, { context, record }) => {
        const user = await requireUser(parts, input.Username)
        await accounts.setPassword(user, { password: input.Password, permanent: input.Permanent }, record)
        sendPasswordGiven(parts, user, context)
        return {}
      },
    ),

    AdminUserGlobalSignOut: operatorAction(parts, { Username }, async (input, { record }) => {
      await accounts.signOut(await requireUser(parts, input.Username), record)
      return {}
    }),

    AdminDeleteUser: operatorAction(parts, { Username }, async (input, { record }) => {
      await accounts.remove(await requireUser(parts, input.Username), record)
      return {}
    }),

    AdminConfirmSignUp: operatorAction(parts, { Username }, async (input, { record }) => {
      const user = await requireUser(parts, input.Username)
      if (user.status !== 'UNCONFIRMED') {
        throw new CognitoError(
          'NotAuthorizedException',
          `User cannot be confirmed. Current status is ${user.status}`,
        )
      }
      await accounts.change(user, { status: 'CONFIRMED' }, record, { kind: 'account_confirmed' })
      return {}
    }),
  }
}

function without(attributes: Attributes, goes: (name: string) => boolean): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !goes(name)))
}
