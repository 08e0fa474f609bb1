import { formatMessage } from '../server-messages.ts'
import type { Letter } from './email.ts'
import { renderEmail } from './render-email.ts'

/** What happened to a second factor; `replaced` is an authenticator app after which the one before is worthless. */
export type SecondFactorChange = 'on' | 'off' | 'replaced'

/** The email that notifies somebody of changes to the second factors of their account. */
export function secondFactorLetter(given: {
  to: string
  changes: readonly { factor: 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA'; change: SecondFactorChange }[]
  locale: string
}): Letter {
  const changes = given.changes.map(
    (change) => `    ${formatMessage(given.locale, 'email.second-factor-change', change)}`,
  )
  return {
    to: given.to,
    ...renderEmail('notice.second-factors-changed', given.locale, { changes: changes.join('\n') }),
  }
}
