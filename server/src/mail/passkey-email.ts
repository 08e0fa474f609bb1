import type { Letter } from './email.ts'
import { noticeLetter } from './notice-emails.ts'

/** The email that notifies somebody of a passkey that was added to their account. */
export function passkeyLetter(given: { to: string; locale: string }): Letter {
  return noticeLetter({ ...given, notice: 'passkey-added' })
}
