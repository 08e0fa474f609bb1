import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type ActionTable, action, type RequestContext, WireAttributes } from '../action.ts'
import { AccessToken, authenticate, requireRecent } from '../authenticate.ts'
import { auditActor } from '../core/audit-events.ts'
import { wireFactorsOf } from '../core/factors/second-factors.ts'
import { deliveryTo, localeOf, sendCode, sendNotice } from '../core/factors/send-code.ts'
import { CODES_SENT, CODES_TRIED } from '../core/requests/throttle.ts'
import { isRequired, readWritable, wireAttributesOf } from '../core/users/attributes.ts'
import type { CognitoTables } from '../core/users/cognito-tables.ts'
import { changeUser, lockIfUnchanged, type User } from '../core/users/users-sql.ts'
import {
  CognitoError,
  changedMeanwhile,
  expiredCode,
  invalidParameter,
  tooManyCodes,
  undeliveredCode,
} from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { deleteUser } from './delete-user.ts'

/** The attribute to which emails or text messages go, and the purpose of the code that proves it. */
const PURPOSES = { email: 'verify-email', phone_number: 'verify-phone' } as const
type Contact = keyof typeof PURPOSES

const isContact = (name: string): name is Contact => Object.hasOwn(PURPOSES, name)

export function attributeActions(parts: CognitoParts): ActionTable {
  const { codes, throttle } = parts
  return {
    GetUser: action(z.object({ AccessToken }), async (input) => {
      const { user } = await authenticate(parts, input.AccessToken)
      return {
        Username: user.sub,
        UserAttributes: wireAttributesOf(user),
        ...wireFactorsOf(parts, user),
      }
    }),

    /**
     * A new email address or telephone number waits for its code; the old one is good until then. Codes that sign in or
     * reset the password go there, so a change asks for a recent sign-in.
     */
    UpdateUserAttributes: action(
      z.object({
        AccessToken,
        UserAttributes: WireAttributes,
      }),
      async (input, context) => {
        const { user, authTime } = await authenticate(parts, input.AccessToken)
        const { email, phone_number: phone, ...others } = readWritable(input.UserAttributes)
        if (phone === '') {
          checkUnused(user, 'phone_number')
        }
        const removed = Object.keys(others).filter((name) => others[name] === '')
        if (phone === '') {
          removed.push('phone_number', 'phone_number_verified')
        }
        const attributes = without({ ...user.attributes, ...others }, removed)
        const wishes = { email: email?.trim().toLowerCase(), phone_number: phone || undefined }
        if (isOther(user, 'email', wishes.email) || isOther(user, 'phone_number', phone)) {
          requireRecent(parts, authTime)
        }
        const details: object[] = []
        for (const name of ['email', 'phone_number'] as const) {
          const wish = wishes[name]
          if (wish !== undefined && wish === contactOf(user, name)) {
            await codes.drop(user.sub, PURPOSES[name])
          } else if (wish !== undefined) {
            details.push(await sendProof(parts, user, { name, target: wish }, context))
          }
        }
        if (JSON.stringify(attributes) !== JSON.stringify(user.attributes)) {
          await rewrite(parts, user, attributes, context)
        }
        return { CodeDeliveryDetailsList: details }
      },
    ),

    DeleteUserAttributes: action(
      z.object({ AccessToken, UserAttributeNames: z.array(z.string()).min(1).max(50) }),
      async (input, context) => {
        const { user, authTime } = await authenticate(parts, input.AccessToken)
        if (input.UserAttributeNames.includes('phone_number')) {
          requireRecent(parts, authTime)
        }
        for (const name of input.UserAttributeNames) {
          if (isRequired(name)) {
            throw invalidParameter(`user.${name}: Required attribute cannot be deleted.`)
          }
          readWritable([{ Name: name, Value: '' }])
          checkUnused(user, name)
        }
        const names = input.UserAttributeNames.flatMap((name) =>
          name === 'phone_number' ? [name, 'phone_number_verified'] : [name],
        )
        await rewrite(parts, user, without(user.attributes, names), context)
        return {}
      },
    ),

    /** Sends the code for the contact that waits to be proved, otherwise for the present one. */
    GetUserAttributeVerificationCode: action(
      z.object({ AccessToken, AttributeName: z.string() }),
      async (input, context) => {
        const { user } = await authenticate(parts, input.AccessToken)
        const name = input.AttributeName
        checkVerifiable(name)
        const waiting = await codes.findTarget(user.sub, PURPOSES[name])
        const target = waiting ?? contactOf(user, name)
        if (target === undefined) {
          throw invalidParameter(`User does not have a ${name} attribute to verify.`)
        }
        return { CodeDeliveryDetails: await sendProof(parts, user, { name, target }, context) }
      },
    ),

    VerifyUserAttribute: action(
      z.object({ AccessToken, AttributeName: z.string(), Code: z.string().max(64) }),
      async (input, context) => {
        const { user } = await authenticate(parts, input.AccessToken)
        const name = input.AttributeName
        checkVerifiable(name)
        const purpose = PURPOSES[name]
        if (!(await throttle.count(CODES_TRIED, signedIn(user)))) {
          throw tooManyCodes()
        }
        const target = await codes.check(user.sub, purpose, input.Code)
        if (target === undefined) {
          throw expiredCode()
        }
        await prove(parts, user, { name, target }, context)
        await throttle.clear(CODES_TRIED, signedIn(user))
        return {}
      },
    ),

    DeleteUser: action(z.object({ AccessToken }), async (input, context) => {
      const { user } = await authenticate(parts, input.AccessToken)
      await deleteUser(parts, user, context)
      return {}
    }),
  }
}

/**
 * Replaces somebody's attributes. The removal of a telephone number is recorded and its owner notified, and the code of
 * a number not yet verified is dropped.
 */
async function rewrite(
  parts: CognitoParts,
  user: User,
  attributes: User['attributes'],
  context: RequestContext,
): Promise<void> {
  const { database, codes, clock } = parts
  const losesPhone = user.attributes.phone_number !== undefined && attributes.phone_number === undefined
  await database.sql.transaction().execute(async (transaction) => {
    await hold(transaction, user)
    await changeUser(transaction, user.sub, { attributes }, clock.now())
    if (losesPhone) {
      await recordOwn(
        parts,
        user,
        { kind: 'contact_changed', attribute: 'phone_number' },
        context,
        transaction,
      )
    }
  })
  if (losesPhone) {
    await codes.drop(user.sub, PURPOSES.phone_number)
    sendNotice(parts, user, 'phone-removed', context)
  }
}

type Proof = { name: Contact; target: string }

/** Sends the code that proves an address or number, and only that one, whatever the user's becomes in the meantime. */
export async function sendProof(
  parts: CognitoParts,
  user: User,
  { name, target }: Proof,
  context: RequestContext,
): Promise<object> {
  const { throttle, codes } = parts
  const isNew = target !== contactOf(user, name)
  if (
    !(await throttle.count(CODES_SENT, signedIn(user))) ||
    (isNew && !(await throttle.count(CODES_SENT, target)))
  ) {
    throw tooManyCodes()
  }
  const purpose = PURPOSES[name]
  const code = await codes.make(user.sub, purpose, target)
  try {
    await (name === 'phone_number'
      ? parts.deliver({
          kind: 'code',
          medium: 'sms',
          to: target,
          purpose: 'verify-phone',
          code,
          locale: localeOf(parts, user),
        })
      : sendCode(parts, { ...user, email: target }, 'verify-email', code))
  } catch (error) {
    context.later('A code to verify a contact could not be sent.', () => Promise.reject(error))
    throw undeliveredCode()
  }
  return { ...deliveryTo(target), AttributeName: name }
}

/** Marks a contact as proved; a new one replaces the old. */
async function prove(
  parts: CognitoParts,
  user: User,
  { name, target }: Proof,
  context: RequestContext,
): Promise<void> {
  const { database, users, codes, clock } = parts
  const attributes = { ...user.attributes, [`${name}_verified`]: 'true' }
  if (name === 'phone_number') {
    attributes.phone_number = target
  }
  const isNew = target !== contactOf(user, name)
  const email = name === 'email' && isNew ? target : undefined
  const kind = isNew ? 'contact_changed' : 'contact_verified'
  try {
    await database.sql.transaction().execute(async (transaction) => {
      if (!(await codes.drop(user.sub, PURPOSES[name], transaction))) {
        throw expiredCode()
      }
      await hold(transaction, user)
      await changeUser(transaction, user.sub, { attributes, ...(email && { email }) }, clock.now())
      if (email) {
        // A code that went to the old address must no longer choose a password.
        await codes.drop(user.sub, 'reset-password', transaction)
      }
      const subject = auditActor({ ...user, ...(email && { email }) })
      await recordOwn(parts, user, { kind, subject, attribute: name }, context, transaction)
    })
  } catch (error) {
    if (email && (await users.findByEmail(email))) {
      throw new CognitoError('AliasExistsException', 'An account with the given email already exists.')
    }
    throw error
  }
  if (isNew) {
    sendNotice(parts, user, email ? 'email-changed' : 'phone-changed', context)
  }
}

async function recordOwn(
  { auditLog }: CognitoParts,
  user: User,
  {
    attribute,
    ...what
  }: {
    kind: 'contact_changed' | 'contact_verified'
    subject?: ReturnType<typeof auditActor>
    attribute: string
  },
  context: RequestContext,
  transaction: Parameters<CognitoParts['auditLog']['record']>[1],
): Promise<void> {
  const self = auditActor(user)
  const entry = { subject: self, ...what, parts: { attribute }, actor: self, address: context.address }
  await auditLog.record(entry, transaction)
}

/** The new values follow from what was read: nobody else may have changed it since. */
async function hold(transaction: Kysely<CognitoTables>, user: User): Promise<void> {
  if (!(await lockIfUnchanged(transaction, user, ['email', 'attributes', 'secondFactors']))) {
    throw changedMeanwhile()
  }
}

/** Counted apart: a person who knows only a name must not keep its owner, who is signed in, from proving a contact. */
const signedIn = ({ sub }: User) => `signed in ${sub}`

function contactOf(user: User, name: Contact): string | undefined {
  return name === 'email' ? user.email : user.attributes.phone_number
}

/** Whether a requested contact, if there is one, would differ from the current one. */
function isOther(user: User, name: Contact, wish: string | undefined): boolean {
  return wish !== undefined && wish !== (contactOf(user, name) ?? '')
}

/** Refuses to remove what a second factor needs. */
function checkUnused(user: User, name: string): void {
  if (name === 'phone_number' && user.secondFactors.includes('SMS_MFA')) {
    throw invalidParameter('Codes by text message need the phone number: turn them off first.')
  }
}

function checkVerifiable(name: string): asserts name is Contact {
  if (!isContact(name)) {
    throw invalidParameter(`Attribute ${name} cannot be verified.`)
  }
}

function without(attributes: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)))
}
