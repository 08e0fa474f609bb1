import { formatMessage } from '../server-messages.ts'

export type CodeTextPurpose = 'sign-in' | 'second-factor' | 'verify-phone'

/** The text message that carries a code; the code comes first, where a locked telephone shows it. */
export function codeText(given: { purpose: CodeTextPurpose; code: string; locale: string }): string {
  return formatMessage(given.locale, `sms.code.${given.purpose}`, { code: given.code })
}
