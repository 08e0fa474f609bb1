import { z } from 'zod'
import { type ActionTable, action, NoSecret, type RequestContext } from '../action.ts'
import { AccessToken, authenticate } from '../authenticate.ts'
import type { AuditActor, RecordEvent } from '../core/audit-events.ts'
import { auditActor } from '../core/audit-events.ts'
import { deviceKeyOf, forgetDevices } from '../core/factors/known-devices.ts'
import { forgetPasskeys } from '../core/factors/known-passkeys.ts'
import { deliveryTo, sendCode, sendNotice } from '../core/factors/send-code.ts'
import { checkPassword } from '../core/passwords/password-policy.ts'
import { CODES_ASKED_FROM_ADDRESS, CODES_SENT, PASSWORDS_TO_CHANGE } from '../core/requests/throttle.ts'
import { checkClient } from '../core/users/pool-ids.ts'
import { changeUser, lockIfUnchanged } from '../core/users/users-sql.ts'
import { changedMeanwhile, expiredCode, tooManyCodes, wrongPassword } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

const Username = z.string().min(1).max(320)

export function passwordActions(parts: CognitoParts): ActionTable {
  const { database, users, passwords, codes, throttle, attemptLimiter, sessions, auditLog, clock } = parts
  const recordBy =
    (actor: AuditActor, { address }: RequestContext): RecordEvent =>
    (entry, into) =>
      auditLog.record({ ...entry, actor, address }, into)
  return {
    /** Returns the same for a name that nobody has; the answer does not wait for the email. */
    ForgotPassword: action(
      z.object({ ClientId: z.string(), Username, SecretHash: NoSecret }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        const { user, sub } = await users.identify(input.Username)
        if (!(await attemptLimiter.countCodeSent(sub, context, CODES_SENT, CODES_ASKED_FROM_ADDRESS))) {
          throw tooManyCodes()
        }
        const code = await codes.make(sub, 'reset-password')
        context.later('A code to reset a password could not be sent.', async () => {
          if (user?.enabled) {
            await sendCode(parts, user, 'reset-password', code)
            await auditLog.record({
              kind: 'password_reset_requested',
              subject: auditActor(user),
              address: context.address,
            })
          }
        })
        // Shows no more than was typed, which may be an id.
        return { CodeDeliveryDetails: deliveryTo(input.Username) }
      },
    ),

    ConfirmForgotPassword: action(
      z.object({
        ClientId: z.string(),
        Username,
        ConfirmationCode: z.string().max(64),
        Password: z.string(),
        SecretHash: NoSecret,
      }),
      async (input, context) => {
        checkClient(parts, input.ClientId)
        checkPassword(input.Password, { email: input.Username })
        const { user, sub } = await users.identify(input.Username)
        if (!(await attemptLimiter.countCode(sub, context))) {
          throw tooManyCodes()
        }
        const isUnknownLocation = await attemptLimiter.isUnknownLocation(sub, context)
        await codes.check(sub, 'reset-password', input.ConfirmationCode, isUnknownLocation)
        checkPassword(input.Password, { email: user?.email, name: user?.attributes.name })
        if (!user?.enabled) {
          throw expiredCode()
        }
        // Before the location becomes known: attempts from it were counted as unknown.
        await attemptLimiter.refundCode(sub, context)
        const self = auditActor(user)
        await database.sql.transaction().execute(async (transaction) => {
          if (!(await codes.drop(sub, 'reset-password', transaction))) {
            throw expiredCode()
          }
          await codes.dropAll(sub, transaction)
          if (!(await lockIfUnchanged(transaction, user, ['email', 'enabled', 'attributes']))) {
            throw changedMeanwhile()
          }
          await changeUser(
            transaction,
            sub,
            {
              status: 'CONFIRMED',
              encryptedVerifier: passwords.encryptVerifier(sub, input.Password),
              temporaryUntil: undefined,
              // The code came by mail: a person who has it reads the emails to that address.
              attributes: { ...user.attributes, email_verified: 'true' },
            },
            clock.now(),
          )
          const record = recordBy(self, context)
          await forgetDevices(transaction, self, record)
          await forgetPasskeys(transaction, self, record)
          await attemptLimiter.remember(sub, context, transaction)
          const entry = { actor: self, subject: self, address: context.address }
          await auditLog.record({ kind: 'password_reset', ...entry }, transaction)
          await sessions.endAll(sub, transaction)
        })
        sendNotice(parts, user, 'password-reset', context)
        return {}
      },
    ),

    /**
     * The other sign-ins of the user end and other devices are forgotten; the one that asks goes on. A repeat, by a
     * client whose answer got lost, is answered as before, although the old password is by then another.
     */
    ChangePassword: action(
      z.object({ AccessToken, PreviousPassword: z.string(), ProposedPassword: z.string() }),
      async (input, context) => {
        const { user, originJti } = await authenticate(parts, input.AccessToken)
        checkPassword(input.ProposedPassword, { email: user.email, name: user.attributes.name })
        if (!(await throttle.count(PASSWORDS_TO_CHANGE, user.sub))) {
          throw tooManyCodes()
        }
        const isOld = passwords.matches(user, input.PreviousPassword)
        if (!isOld && !passwords.matches(user, input.ProposedPassword)) {
          throw wrongPassword()
        }
        await throttle.clear(PASSWORDS_TO_CHANGE, user.sub)
        if (!isOld) {
          return {}
        }
        const self = auditActor(user)
        const deviceKey = await deviceKeyOf(parts, originJti)
        await database.sql.transaction().execute(async (transaction) => {
          if (!(await lockIfUnchanged(transaction, user, ['encryptedVerifier', 'enabled']))) {
            throw changedMeanwhile()
          }
          const encryptedVerifier = passwords.encryptVerifier(user.sub, input.ProposedPassword)
          await changeUser(transaction, user.sub, { encryptedVerifier }, clock.now())
          const entry = { actor: self, subject: self, address: context.address }
          await auditLog.record({ kind: 'password_changed', ...entry }, transaction)
          await codes.drop(user.sub, 'reset-password', transaction)
          await forgetDevices(transaction, self, recordBy(self, context), deviceKey)
          await sessions.endAll(user.sub, transaction, originJti)
        })
        sendNotice(parts, user, 'password-changed', context)
        return {}
      },
    ),
  }
}
