import { z } from 'zod'
import type { Party } from '../../audit/journal.ts'
import { deviceKeyOf, forgetDevices } from '../devices/known-devices.ts'
import { CODES_ASKED_FROM_ADDRESS, CODES_SENT, PASSWORDS_TO_CHANGE } from '../guards/throttle.ts'
import { changedMeanwhile, expiredCode, tooManyCodes, wrongPassword } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { forgetPasskeys } from '../passkeys/known-passkeys.ts'
import type { Note } from '../people/accounts.ts'
import { checkPassword } from '../people/password-policy.ts'
import { changePerson, holdPerson } from '../people/people.ts'
import { deliveryTo, sendCode, sendNotice } from '../people/send-code.ts'
import { type ActionTable, type Asker, action, NoSecret } from './action.ts'
import { AccessToken, admit } from './admit.ts'
import { checkClient } from './check-client.ts'
import { partyOf } from './finish-sign-in.ts'

const Username = z.string().min(1).max(320)

export function passwordActions(parts: IdentityParts): ActionTable {
  const { database, people, passwords, codes, throttle, guesses, families, journal, clock } = parts
  const noteBy =
    (actor: Party, { address }: Asker): Note =>
    (entry, into) =>
      journal.record({ ...entry, actor, address }, into)
  return {
    /** Answers the same for a name that nobody has; the letter goes out after the answer. */
    ForgotPassword: action(
      z.object({ ClientId: z.string(), Username, SecretHash: NoSecret }),
      async (input, asker) => {
        checkClient(parts, input.ClientId)
        const { person, sub } = await people.identify(input.Username)
        if (!(await guesses.admitCodeSent(sub, asker, CODES_SENT, CODES_ASKED_FROM_ADDRESS))) {
          throw tooManyCodes()
        }
        const code = await codes.make(sub, 'reset-password')
        asker.later('A code to reset a password could not be sent.', async () => {
          if (person?.enabled) {
            await sendCode(parts, person, 'reset-password', code)
            await journal.record({
              kind: 'password_reset_asked',
              subject: partyOf(person),
              address: asker.address,
            })
          }
        })
        // No more than was typed, which may be an id.
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
      async (input, asker) => {
        checkClient(parts, input.ClientId)
        checkPassword(input.Password, { email: input.Username })
        const { person, sub } = await people.identify(input.Username)
        if (!(await guesses.admitCode(sub, asker))) {
          throw tooManyCodes()
        }
        const isStranger = await guesses.isStranger(sub, asker)
        await codes.check(sub, 'reset-password', input.ConfirmationCode, isStranger)
        checkPassword(input.Password, { email: person?.email, name: person?.attributes.name })
        if (!person?.enabled) {
          throw expiredCode()
        }
        const self = partyOf(person)
        await database.sql.transaction().execute(async (transaction) => {
          if (!(await codes.drop(sub, 'reset-password', transaction))) {
            throw expiredCode()
          }
          await codes.dropAll(sub, transaction)
          if (!(await holdPerson(transaction, person, ['email', 'enabled', 'attributes']))) {
            throw changedMeanwhile()
          }
          await changePerson(
            transaction,
            sub,
            {
              status: 'CONFIRMED',
              sealedVerifier: passwords.seal(sub, input.Password),
              temporaryUntil: undefined,
              // The code came by mail: whoever has it reads the letters to that address.
              attributes: { ...person.attributes, email_verified: 'true' },
            },
            clock.now(),
          )
          const note = noteBy(self, asker)
          await forgetDevices(transaction, self, note)
          await forgetPasskeys(transaction, self, note)
          await guesses.welcome(sub, asker, transaction)
          const entry = { actor: self, subject: self, address: asker.address }
          await journal.record({ kind: 'password_reset', ...entry }, transaction)
          await families.endAll(sub, undefined, transaction)
        })
        families.forget()
        await guesses.codeWasRight(sub, asker)
        sendNotice(parts, person, 'password-reset', asker)
        return {}
      },
    ),

    /** The other sign-ins of the person end and other devices are forgotten; the one that asks goes on. */
    ChangePassword: action(
      z.object({ AccessToken, PreviousPassword: z.string(), ProposedPassword: z.string() }),
      async (input, asker) => {
        const { person, originJti } = await admit(parts, input.AccessToken)
        checkPassword(input.ProposedPassword, { email: person.email, name: person.attributes.name })
        if (!(await throttle.admit(PASSWORDS_TO_CHANGE, person.sub))) {
          throw tooManyCodes()
        }
        if (!passwords.matches(person, input.PreviousPassword)) {
          throw wrongPassword()
        }
        await throttle.clear(PASSWORDS_TO_CHANGE, person.sub)
        const self = partyOf(person)
        const deviceKey = await deviceKeyOf(parts, originJti)
        await database.sql.transaction().execute(async (transaction) => {
          if (!(await holdPerson(transaction, person, ['sealedVerifier', 'enabled']))) {
            throw changedMeanwhile()
          }
          const sealedVerifier = passwords.seal(person.sub, input.ProposedPassword)
          await changePerson(transaction, person.sub, { sealedVerifier }, clock.now())
          const entry = { actor: self, subject: self, address: asker.address }
          await journal.record({ kind: 'password_changed', ...entry }, transaction)
          await codes.drop(person.sub, 'reset-password', transaction)
          await forgetDevices(transaction, self, noteBy(self, asker), deviceKey)
          await families.endAll(person.sub, originJti, transaction)
        })
        families.forget()
        sendNotice(parts, person, 'password-changed', asker)
        return {}
      },
    ),
  }
}
