import { z } from 'zod'
import { forgetDevices } from '../devices/known-devices.ts'
import { CODES_ASKED_FROM_ADDRESS, CODES_SENT, CODES_TRIED, PASSWORDS_OF_USER } from '../guards/throttle.ts'
import {
  expiredCode,
  IdentityError,
  tooManyCodes,
  tooManyPasswords,
  wrongPassword,
} from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { checkPassword } from '../people/password-policy.ts'
import { changePerson, type PersonChange } from '../people/people.ts'
import { deliveryTo, sendCode } from '../people/send-code.ts'
import { type ActionTable, action } from './action.ts'
import { AccessToken, admit } from './admit.ts'
import { checkClient } from './check-client.ts'
import { partyOf } from './finish-sign-in.ts'

const Username = z.string().min(1).max(320)

export function passwordActions(parts: IdentityParts): ActionTable {
  const { database, people, passwords, codes, throttle, families, journal, clock } = parts
  return {
    SignUp: action(z.object({ ClientId: z.string() }), async (input) => {
      checkClient(parts, input.ClientId)
      throw new IdentityError('NotAuthorizedException', 'SignUp is not permitted for this user pool')
    }),

    /** Answers the same for a name that nobody has; the letter goes out after the answer. */
    ForgotPassword: action(z.object({ ClientId: z.string(), Username }), async (input, asker) => {
      checkClient(parts, input.ClientId)
      const { person, sub } = await people.identify(input.Username)
      if (
        !(await throttle.admit(CODES_ASKED_FROM_ADDRESS, asker.address)) ||
        !(await throttle.admit(CODES_SENT, sub))
      ) {
        throw tooManyCodes()
      }
      const code = await codes.make(sub, 'reset-password')
      asker.later('A code to reset a password could not be sent.', async () => {
        if (person?.enabled) {
          await sendCode(parts, person, 'reset-password', code)
        }
      })
      return { CodeDeliveryDetails: deliveryTo(person?.email ?? input.Username) }
    }),

    ConfirmForgotPassword: action(
      z.object({
        ClientId: z.string(),
        Username,
        ConfirmationCode: z.string().max(64),
        Password: z.string(),
      }),
      async (input, asker) => {
        checkClient(parts, input.ClientId)
        checkPassword(input.Password, { email: input.Username })
        const { person, sub } = await people.identify(input.Username)
        if (!(await throttle.admit(CODES_TRIED, sub))) {
          throw tooManyCodes()
        }
        await codes.check(sub, 'reset-password', input.ConfirmationCode)
        checkPassword(input.Password, { email: person?.email, name: person?.attributes.name })
        if (!person || !(await codes.drop(sub, 'reset-password'))) {
          throw expiredCode()
        }
        const change: PersonChange = {
          status: 'CONFIRMED',
          sealedVerifier: passwords.seal(sub, input.Password),
          temporaryUntil: undefined,
          // The code came by mail: whoever has it reads the letters to that address.
          attributes: { ...person.attributes, email_verified: 'true' },
        }
        const self = partyOf(person)
        await database.sql.transaction().execute(async (transaction) => {
          await changePerson(transaction, sub, change, clock.now())
          await forgetDevices(transaction, self, (entry, into) =>
            journal.record({ ...entry, actor: self, address: asker.address }, into),
          )
        })
        await families.endAll(sub)
        await throttle.clear(CODES_TRIED, sub)
        await throttle.clear(PASSWORDS_OF_USER, sub)
        return {}
      },
    ),

    /** The other sign-ins of the person end; the one that asks goes on. */
    ChangePassword: action(
      z.object({ AccessToken, PreviousPassword: z.string(), ProposedPassword: z.string() }),
      async (input) => {
        const { person, originJti } = await admit(parts, input.AccessToken)
        checkPassword(input.ProposedPassword, { email: person.email, name: person.attributes.name })
        if (!(await throttle.admit(PASSWORDS_OF_USER, person.sub))) {
          throw tooManyPasswords()
        }
        if (!passwords.matches(person, input.PreviousPassword)) {
          throw wrongPassword()
        }
        await throttle.clear(PASSWORDS_OF_USER, person.sub)
        await changePerson(
          database.sql,
          person.sub,
          { sealedVerifier: passwords.seal(person.sub, input.ProposedPassword) },
          clock.now(),
        )
        await families.endAll(person.sub, originJti)
        return {}
      },
    ),
  }
}
