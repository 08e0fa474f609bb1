import type { Letter } from './email.ts'
import { type EmailKind, renderEmail } from './render-email.ts'

export type CodeLetterPurpose = EmailKind extends infer Kind
  ? Kind extends `code.${infer Purpose}`
    ? Purpose
    : never
  : never

/** The email that carries a code. */
export function codeLetter(given: {
  to: string
  purpose: CodeLetterPurpose
  code: string
  locale: string
}): Letter {
  const { to, purpose, code, locale } = given
  return { to, ...renderEmail(`code.${purpose}`, locale, { code }) }
}
