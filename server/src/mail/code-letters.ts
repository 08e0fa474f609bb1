import type { Letter } from './post.ts'

export type CodeLetterPurpose = 'reset-password' | 'verify-email'

type Texts = Record<CodeLetterPurpose, { subject: string; before: string; after: string }>

const ENGLISH: Texts = {
  'reset-password': {
    subject: 'Your code to choose a new password',
    before: 'Somebody, most likely you, asked to choose a new password for Vestry. This is the code:',
    after:
      'It is good for one hour. If it was not you, there is nothing to do: your password stays as it is.',
  },
  'verify-email': {
    subject: 'Your code to confirm this e-mail address',
    before: 'This code confirms that letters from Vestry reach you at this address:',
    after: 'It is good for one day. If you did not ask for it, there is nothing to do.',
  },
}

const SPANISH: Texts = {
  'reset-password': {
    subject: 'Su código para elegir una contraseña nueva',
    before:
      'Alguien, probablemente usted, ha pedido elegir una contraseña nueva para Vestry. Este es el código:',
    after: 'Vale durante una hora. Si no fue usted, no tiene que hacer nada: su contraseña sigue igual.',
  },
  'verify-email': {
    subject: 'Su código para confirmar esta dirección de correo',
    before: 'Este código confirma que las cartas de Vestry le llegan a esta dirección:',
    after: 'Vale durante un día. Si no lo ha pedido, no tiene que hacer nada.',
  },
}

/** The letter that carries a code, in Spanish for a Spanish locale such as `es-ES`, otherwise in English. */
export function codeLetter(given: {
  to: string
  purpose: CodeLetterPurpose
  code: string
  locale: string
}): Letter {
  const texts = /^es\b/i.test(given.locale) ? SPANISH : ENGLISH
  const { subject, before, after } = texts[given.purpose]
  return { to: given.to, subject, text: `${before}\n\n    ${given.code}\n\n${after}\n` }
}
