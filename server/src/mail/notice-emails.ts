import type { Letter } from './email.ts'
import { renderEmail } from './render-email.ts'

/** What somebody is notified of, for it may not have been them. */
export type Notice =
  | 'has-account'
  | 'email-changed'
  | 'phone-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkeys-forgotten'
  | 'password-changed'
  | 'password-reset'
  | 'password-given'
  | 'token-reused'

/** The email that notifies somebody of a change of their account. */
export function noticeLetter(given: { to: string; notice: Notice; locale: string }): Letter {
  return { to: given.to, ...renderEmail(`notice.${given.notice}`, given.locale) }
}
