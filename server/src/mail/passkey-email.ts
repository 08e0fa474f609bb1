import { isSpanish } from './code-emails.ts'
import type { Letter } from './email.ts'

const ENGLISH = {
  subject: 'A new passkey for your account',
  text:
    'A passkey was added to your account at Vestry. With it one can sign in without your password.\n\n' +
    'If it was not you, sign in, take it away under "My account", sign out everywhere and change your password; ' +
    'then tell an administrator.\n',
}

const SPANISH = {
  subject: 'Una nueva clave de acceso para tu cuenta',
  text:
    'Se ha añadido una clave de acceso a tu cuenta de Vestry. Con ella se puede iniciar sesión sin tu contraseña.\n\n' +
    'Si no has sido tú, inicia sesión, quítala en «Mi cuenta», cierra la sesión en todas partes y cambia tu contraseña; ' +
    'después avisa a un administrador.\n',
}

/** Tells somebody of a passkey that was added to their account. */
export function passkeyLetter({ to, locale }: { to: string; locale: string }): Letter {
  return { to, ...(isSpanish(locale) ? SPANISH : ENGLISH) }
}
