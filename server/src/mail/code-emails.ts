import type { Letter } from './email.ts'

export type CodeLetterPurpose =
  | 'reset-password'
  | 'staff-reset'
  | 'confirm-sign-up'
  | 'verify-email'
  | 'sign-in'
  | 'second-factor'

type Texts = Record<CodeLetterPurpose, { subject: string; before: string; after: string }>

const ENGLISH: Texts = {
  'reset-password': {
    subject: 'Your code to choose a new password',
    before: 'Somebody, most likely you, asked to choose a new password for Vestry. This is the code:',
    after:
      'It is good for one hour. If it was not you, there is nothing to do: your password stays as it is.',
  },
  'staff-reset': {
    subject: 'Your code to choose a new password',
    before:
      'An administrator reset the password of your account at Vestry. You were signed out everywhere, and all devices ' +
      'and passkeys were forgotten. With this code you choose a new password:',
    after: 'It is good for one hour; "Forgot your password?" sends another.',
  },
  'confirm-sign-up': {
    subject: 'Your code to confirm your new account',
    before:
      'Somebody, most likely you, made an account at Vestry for this e-mail address. This code confirms it:',
    after:
      'It is good for one day. If it was not you, there is nothing to do: the account goes away by itself.',
  },
  'verify-email': {
    subject: 'Your code to confirm this e-mail address',
    before: 'This code confirms that letters from Vestry reach you at this address:',
    after: 'It is good for one day. If you did not ask for it, there is nothing to do.',
  },
  'sign-in': {
    subject: 'Your code to sign in',
    before: 'Somebody, most likely you, is signing in to Vestry with this e-mail address. This is the code:',
    after:
      'It is good for three minutes. If it was not you, there is nothing to do: nobody can sign in without the code.',
  },
  'second-factor': {
    subject: 'Your code to finish signing in',
    before: 'Your password was right. This code finishes signing in to Vestry:',
    after:
      'It is good for three minutes. If it was not you, somebody knows your password: give the code to nobody, and change your password.',
  },
}

const SPANISH: Texts = {
  'reset-password': {
    subject: 'Tu código para elegir una contraseña nueva',
    before:
      'Alguien, probablemente tú, ha pedido elegir una contraseña nueva para Vestry. Este es el código:',
    after: 'Vale durante una hora. Si no has sido tú, no tienes que hacer nada: tu contraseña sigue igual.',
  },
  'staff-reset': {
    subject: 'Tu código para elegir una contraseña nueva',
    before:
      'Un administrador ha restablecido la contraseña de tu cuenta de Vestry. Se ha cerrado la sesión en todas partes, y ' +
      'ya no se recuerdan los dispositivos ni las claves de acceso. Con este código eliges una contraseña nueva:',
    after: 'Vale durante una hora; con «¿Olvidaste tu contraseña?» recibes otro.',
  },
  'confirm-sign-up': {
    subject: 'Tu código para confirmar tu nueva cuenta',
    before:
      'Alguien, probablemente tú, ha creado una cuenta en Vestry para esta dirección de correo. Este código la confirma:',
    after: 'Vale durante un día. Si no has sido tú, no tienes que hacer nada: la cuenta desaparecerá sola.',
  },
  'verify-email': {
    subject: 'Tu código para confirmar esta dirección de correo',
    before: 'Este código confirma que las cartas de Vestry te llegan a esta dirección:',
    after: 'Vale durante un día. Si no lo has pedido, no tienes que hacer nada.',
  },
  'sign-in': {
    subject: 'Tu código para iniciar sesión',
    before:
      'Alguien, probablemente tú, está iniciando sesión en Vestry con esta dirección de correo. Este es el código:',
    after:
      'Vale durante tres minutos. Si no has sido tú, no tienes que hacer nada: sin el código nadie puede entrar.',
  },
  'second-factor': {
    subject: 'Tu código para terminar de iniciar sesión',
    before: 'Tu contraseña era correcta. Con este código terminas de iniciar sesión en Vestry:',
    after:
      'Vale durante tres minutos. Si no has sido tú, alguien conoce tu contraseña: no des el código a nadie y cambia la contraseña.',
  },
}

/** The letter that carries a code, in Spanish for a Spanish locale such as `es-ES`, otherwise in English. */
export function codeLetter(given: {
  to: string
  purpose: CodeLetterPurpose
  code: string
  locale: string
}): Letter {
  const texts = isSpanish(given.locale) ? SPANISH : ENGLISH
  const { subject, before, after } = texts[given.purpose]
  return { to: given.to, subject, text: `${before}\n\n    ${given.code}\n\n${after}\n` }
}

/** Whether letters in a locale such as `es-ES` are written in Spanish. */
export const isSpanish = (locale: string) => /^es\b/i.test(locale)
