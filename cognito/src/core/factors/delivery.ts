import type { SecondFactor } from '../users/users-sql.ts'

/** What a code in an email is for; `staff-reset` follows a password that an operator reset. */
export type EmailCodePurpose =
  | 'reset-password'
  | 'staff-reset'
  | 'confirm-sign-up'
  | 'verify-email'
  | 'sign-in'
  | 'second-factor'

export type TextCodePurpose = 'sign-in' | 'second-factor' | 'verify-phone'

/** Notifications of a change of an account, since the person who made it may not be its owner. */
export type Notice =
  | 'has-account'
  | 'email-changed'
  | 'phone-changed'
  | 'phone-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkeys-forgotten'
  | 'password-changed'
  | 'password-reset'
  | 'password-given'
  | 'token-reused'

/** What happened to a second factor; `replaced`: a new authenticator app has made the one before worthless. */
export type SecondFactorChange = { factor: SecondFactor; change: 'on' | 'off' | 'replaced' }

/** A message to one user, to be written in the language of `locale`, such as `es-MX`. */
export type Message = { locale: string } & (
  | { kind: 'code'; medium: 'email'; to: string; purpose: EmailCodePurpose; code: string }
  /** A text message; `to` is a number as E.164 writes it. */
  | { kind: 'code'; medium: 'sms'; to: string; purpose: TextCodePurpose; code: string }
  | {
      kind: 'invitation'
      to: string
      /** A temporary password, and for how many days it is good. */
      password: string
      days: number
      name: string | undefined
      invitedBy: string | undefined
    }
  | { kind: 'notice'; to: string; notice: Notice }
  | { kind: 'second-factors-changed'; to: string; changes: readonly SecondFactorChange[] }
)

/** Delivers a message; resolves once it is accepted. */
export type Deliver = (message: Message) => Promise<void>
