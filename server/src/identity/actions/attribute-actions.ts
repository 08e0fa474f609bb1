import { z } from 'zod'
import { CODES_SENT, CODES_TRIED } from '../guards/throttle.ts'
import { expiredCode, invalidParameter, tooManyCodes, undeliveredCode } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { readWritable, wireAttributesOf } from '../people/attributes.ts'
import { changePerson } from '../people/people.ts'
import { wireFactorsOf } from '../people/second-factors.ts'
import { deliveryTo, sendCode } from '../people/send-code.ts'
import { type ActionTable, action } from './action.ts'
import { AccessToken, admit } from './admit.ts'

export function attributeActions(parts: IdentityParts): ActionTable {
  const { database, codes, throttle, families, clock } = parts
  return {
    GetUser: action(z.object({ AccessToken }), async (input) => {
      const { person } = await admit(parts, input.AccessToken)
      return {
        Username: person.sub,
        UserAttributes: wireAttributesOf(person),
        ...wireFactorsOf(parts, person),
      }
    }),

    UpdateUserAttributes: action(
      z.object({
        AccessToken,
        UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })).max(50),
      }),
      async (input) => {
        const { person } = await admit(parts, input.AccessToken)
        const attributes = { ...person.attributes, ...readWritable(input.UserAttributes) }
        await changePerson(database.sql, person.sub, { attributes }, clock.now())
        families.forget()
        return { CodeDeliveryDetailsList: [] }
      },
    ),

    GetUserAttributeVerificationCode: action(
      z.object({ AccessToken, AttributeName: z.string() }),
      async (input, asker) => {
        const { person } = await admit(parts, input.AccessToken)
        checkVerifiable(input.AttributeName)
        if (!(await throttle.admit(CODES_SENT, person.sub))) {
          throw tooManyCodes()
        }
        const code = await codes.make(person.sub, 'verify-email')
        try {
          await sendCode(parts, person, 'verify-email', code)
        } catch (error) {
          asker.later('A code to verify an e-mail address could not be sent.', () => Promise.reject(error))
          throw undeliveredCode()
        }
        return { CodeDeliveryDetails: deliveryTo(person.email) }
      },
    ),

    VerifyUserAttribute: action(
      z.object({ AccessToken, AttributeName: z.string(), Code: z.string().max(64) }),
      async (input) => {
        const { person } = await admit(parts, input.AccessToken)
        checkVerifiable(input.AttributeName)
        if (!(await throttle.admit(CODES_TRIED, person.sub))) {
          throw tooManyCodes()
        }
        await codes.check(person.sub, 'verify-email', input.Code)
        if (!(await codes.drop(person.sub, 'verify-email'))) {
          throw expiredCode()
        }
        const attributes = { ...person.attributes, email_verified: 'true' }
        await changePerson(database.sql, person.sub, { attributes }, clock.now())
        await throttle.clear(CODES_TRIED, person.sub)
        families.forget()
        return {}
      },
    ),
  }
}

function checkVerifiable(name: string): void {
  if (name !== 'email') {
    throw invalidParameter(`Attribute ${name} cannot be verified.`)
  }
}
