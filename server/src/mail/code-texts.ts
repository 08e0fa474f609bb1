import { isSpanish } from './code-emails.ts'

export type CodeTextPurpose = 'sign-in' | 'second-factor' | 'verify-phone'

const ENGLISH: Record<CodeTextPurpose, string> = {
  'sign-in': 'is your code to sign in. It is good for 3 minutes.',
  'second-factor': 'is your code to finish signing in. It is good for 3 minutes. Give it to nobody.',
  'verify-phone': 'is your code to confirm this telephone number. It is good for 1 day.',
}

// A text message with an accent holds 70 characters.
const SPANISH: Record<CodeTextPurpose, string> = {
  'sign-in': 'es tu código para iniciar sesión. Vale 3 minutos.',
  'second-factor': 'es tu código para entrar. Vale 3 minutos. No lo des.',
  'verify-phone': 'es tu código para confirmar tu número. Vale 1 día.',
}

/** The text message that carries a code; the code comes first, where a locked telephone shows it. */
export function codeText(given: { purpose: CodeTextPurpose; code: string; locale: string }): string {
  const texts = isSpanish(given.locale) ? SPANISH : ENGLISH
  return `Vestry: ${given.code} ${texts[given.purpose]}`
}
