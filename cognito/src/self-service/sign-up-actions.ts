import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type ActionTable,
  action,
  NoSecret,
  type RequestContext,
  refused,
  WireAttributes,
} from '../action.ts'
import { auditActor } from '../core/audit-events.ts'
import { deliveryTo, sendCode, sendNotice } from '../core/factors/send-code.ts'
import { checkPassword } from '../core/passwords/password-policy.ts'
import { networkOf } from '../core/requests/source-network.ts'
import { CODES_ASKED_FROM_ADDRESS, CODES_SENT, SIGN_UPS_FROM_ADDRESS } from '../core/requests/throttle.ts'
import { isEmailAddress, missingAttributes, readWritable } from '../core/users/attributes.ts'
import { checkClient } from '../core/users/pool-ids.ts'
import { changeUser, type Known, lockIfUnchanged, type User } from '../core/users/users-sql.ts'
import { CognitoError, changedMeanwhile, expiredCode, invalidParameter, tooManyCodes } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { openSession } from '../sign-in/factors/confirmed-sign-up.ts'

const PURPOSE = 'confirm-sign-up'
const UNCONFIRMED_LIFETIME = 7 * 24 * 60 * 60_000

const ClientId = z.string()
const Username = z.string().min(1).max(320)

/** How users create accounts of their own, if that is allowed. */
export function signUpActions(parts: CognitoParts): ActionTable {
  const { users, codes, throttle, attemptLimiter, clock } = parts
  return {
    /**
     * Returns the same for an address that has an account: its owner is told by email, and the asker learns nothing.
     */
    SignUp: action(
      z.object({
        ClientId,
        Username,
        SecretHash: NoSecret,
        Password: z.string().optional(),
        UserAttributes: WireAttributes.default([]),
      }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        if (!parts.rules.signUp) {
          throw new CognitoError('NotAuthorizedException', 'SignUp is not permitted for this user pool')
        }
        const email = input.Username.trim().toLowerCase()
        if (!isEmailAddress(email)) {
          throw invalidParameter('Username should be an email.')
        }
        if (!input.Password && !isCodeEnough(parts)) {
          throw invalidParameter(
            "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null",
          )
        }
        const given = input.UserAttributes.filter(({ Value }) => Value !== '')
        const { email: stated = email, ...attributes } = readWritable(given)
        if (stated.trim().toLowerCase() !== email) {
          throw invalidParameter('The email attribute must be the user name.')
        }
        for (const name of missingAttributes({ attributes })) {
          throw invalidParameter(
            `Attributes did not conform to the schema: ${name}: The attribute is required`,
          )
        }
        if (input.Password) {
          checkPassword(input.Password, { email, name: attributes.name })
        }
        if (!(await throttle.count(SIGN_UPS_FROM_ADDRESS, networkOf(context.address)))) {
          throw tooManyCodes()
        }
        const password = input.Password || makeUnknownPassword()
        const sub = await signUp(parts, { email, password, attributes }, context)
        return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: deliveryTo(email) }
      },
    ),

    ConfirmSignUp: action(
      z.object({
        ClientId,
        Username,
        ConfirmationCode: z.string().max(64),
        SecretHash: NoSecret,
        Session: refused('SignUp gives no session here: leave Session out.'),
      }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        const { user, sub } = await users.identify(input.Username)
        if (!(await attemptLimiter.countCode(sub, context))) {
          throw tooManyCodes()
        }
        const isUnknownLocation = await attemptLimiter.isUnknownLocation(sub, context)
        await codes.check(sub, PURPOSE, input.ConfirmationCode, isUnknownLocation)
        if (!user?.enabled) {
          throw expiredCode()
        }
        await attemptLimiter.refundCode(sub, context)
        if (user.status !== 'UNCONFIRMED') {
          throw new CognitoError(
            'NotAuthorizedException',
            `User cannot be confirmed. Current status is ${user.status}`,
          )
        }
        // Somebody else may have signed up with this address in the meantime: the reader of its emails chooses the
        // password.
        const confirmed = await confirm(
          parts,
          user,
          isUnknownLocation ? 'RESET_REQUIRED' : 'CONFIRMED',
          context,
        )
        if (isUnknownLocation) {
          return {}
        }
        return { Session: await openSession(parts, confirmed, input.Username) }
      },
    ),

    /**
     * A request from where nobody of that account has been gets the answer for a missing account; so does everybody
     * once the account is older than it takes to confirm one.
     */
    ResendConfirmationCode: action(
      z.object({ ClientId, Username, SecretHash: NoSecret }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        const known = await users.identify(input.Username)
        const { user, sub } = known
        const isNew = user !== undefined && clock.now() - user.created < UNCONFIRMED_LIFETIME
        if (
          isNew &&
          user.status !== 'UNCONFIRMED' &&
          !(await attemptLimiter.isUnknownLocation(sub, context))
        ) {
          throw invalidParameter('User is already confirmed.')
        }
        if (!(await attemptLimiter.countCodeSent(sub, context, CODES_SENT, CODES_ASKED_FROM_ADDRESS))) {
          throw tooManyCodes()
        }
        await sendConfirmation(parts, known, context)
        return { CodeDeliveryDetails: deliveryTo(input.Username) }
      },
    ),
  }
}

/** Drops accounts that nobody confirmed. */
export async function sweepUnconfirmed({ database, clock }: CognitoParts): Promise<void> {
  await database.sql
    .deleteFrom('identity_user')
    .where('status', '=', 'UNCONFIRMED')
    .where('created', '<', clock.now() - UNCONFIRMED_LIFETIME)
    .execute()
}

/** Whether somebody can from then on sign in with only the code of an email. */
function isCodeEnough({ rules }: CognitoParts): boolean {
  return rules.firstFactors.includes('email') && rules.mfa !== 'required'
}

/** Those who want no password have one that nobody knows; a code by email lets them choose their own. */
const makeUnknownPassword = () => randomBytes(32).toString('base64url')

type Wish = { email: string; password: string; attributes: Record<string, string> }

/** Makes the account; one that was never confirmed gives way, or the first person would keep their password in it. */
async function signUp(parts: CognitoParts, wish: Wish, context: RequestContext): Promise<string> {
  const { database, users, passwords, attemptLimiter, auditLog, clock } = parts
  const sub = randomUUID()
  const encryptedVerifier = passwords.encryptVerifier(sub, wish.password)
  const newcomer = {
    sub,
    email: wish.email,
    status: 'UNCONFIRMED' as const,
    enabled: true,
    encryptedVerifier,
    temporaryUntil: undefined,
    attributes: {
      ...wish.attributes,
      email_verified: 'false',
      ...(wish.attributes.phone_number !== undefined && { phone_number_verified: 'false' }),
    },
    groups: [],
  }
  const added = await database.sql.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('identity_user')
      .where('email', '=', wish.email)
      .where('status', '=', 'UNCONFIRMED')
      .execute()
    return users.add(newcomer, clock.now(), transaction)
  })
  const known = await users.identify(wish.email)
  if (added) {
    await attemptLimiter.remember(sub, context)
    const subject = { sub, name: wish.email }
    await auditLog.record({ kind: 'signed_up', actor: subject, subject, address: context.address })
  }
  if (await attemptLimiter.countCodeSent(known.sub, context)) {
    await sendConfirmation(parts, known, context)
    if (!added && known.user?.enabled) {
      sendNotice(parts, known.user, 'has-account', context)
    }
  }
  return sub
}

/** A code is made for everybody, so that its errors are the same, and sent to those whom it can confirm. */
async function sendConfirmation(
  parts: CognitoParts,
  { user, sub }: Known,
  context: RequestContext,
): Promise<void> {
  const code = await parts.codes.make(sub, PURPOSE)
  context.later('A code to confirm an account could not be sent.', async () => {
    if (user?.enabled && user.status === 'UNCONFIRMED') {
      await sendCode(parts, user, PURPOSE, code)
    }
  })
}

async function confirm(
  parts: CognitoParts,
  user: User,
  status: 'CONFIRMED' | 'RESET_REQUIRED',
  context: RequestContext,
): Promise<User> {
  const { database, auditLog, clock } = parts
  const change = {
    status,
    // The code came by mail: whoever has it reads the emails to that address.
    attributes: { ...user.attributes, email_verified: 'true' },
  }
  const self = auditActor(user)
  await database.sql.transaction().execute(async (transaction) => {
    if (!(await lockIfUnchanged(transaction, user, ['email', 'enabled', 'attributes']))) {
      throw changedMeanwhile()
    }
    await changeUser(transaction, user.sub, change, clock.now())
    const entry = { actor: self, subject: self, address: context.address }
    await auditLog.record({ kind: 'account_confirmed', ...entry }, transaction)
  })
  return { ...user, ...change }
}
