import { isSpanish } from './code-emails.ts'
import type { Letter } from './email.ts'

/** What happened to a second factor; `replaced` is an authenticator app after which the one before is worthless. */
export type SecondFactorChange = 'on' | 'off' | 'replaced'

type Kind = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA'

type Texts = {
  subject: string
  before: string
  names: Record<Kind, string>
  changes: Record<SecondFactorChange, string>
  after: string
}

const ENGLISH: Texts = {
  subject: 'How you sign in to Vestry was changed',
  before: 'For your account at Vestry this was changed:',
  names: {
    SOFTWARE_TOKEN_MFA: 'Codes from an authenticator app',
    EMAIL_OTP: 'Codes by e-mail',
    SMS_MFA: 'Codes by text message',
  },
  changes: { on: 'switched on', off: 'switched off', replaced: 'another app, instead of the one before' },
  after:
    'If neither you nor an administrator did it, change your password and tell an administrator at once.',
}

const SPANISH: Texts = {
  subject: 'Ha cambiado tu forma de iniciar sesión en Vestry',
  before: 'En tu cuenta de Vestry se ha cambiado lo siguiente:',
  names: {
    SOFTWARE_TOKEN_MFA: 'Códigos de una aplicación de autenticación',
    EMAIL_OTP: 'Códigos por correo electrónico',
    SMS_MFA: 'Códigos por mensaje de texto',
  },
  changes: { on: 'activados', off: 'desactivados', replaced: 'otra aplicación en lugar de la anterior' },
  after: 'Si no has sido tú ni un administrador, cambia tu contraseña y avisa enseguida a un administrador.',
}

/** The letter that tells somebody of changes to the second factors of their account. */
export function secondFactorLetter(given: {
  to: string
  changes: readonly { factor: Kind; change: SecondFactorChange }[]
  locale: string
}): Letter {
  const { subject, before, names, changes, after } = isSpanish(given.locale) ? SPANISH : ENGLISH
  const lines = given.changes.map(({ factor, change }) => `    ${names[factor]}: ${changes[change]}`)
  return { to: given.to, subject, text: `${before}\n\n${lines.join('\n')}\n\n${after}\n` }
}
