import type { SecondFactorKind } from './runtime-config.ts'

// The constants of Staff and of the audit trail. No schema is here, so that the browser may load it.

export const STAFF_PAGE_SIZE = 20
export const AUDIT_PAGE_SIZE = 50

/** How long the temporary password of an invitation is valid. */
export const INVITATION_DAYS = 7

/** How far somebody has come with their account, whether or not it is disabled. */
export const STAFF_STATUSES = ['active', 'invited', 'must_reset', 'unconfirmed'] as const
export type StaffStatus = (typeof STAFF_STATUSES)[number]

/** The second factors as the protocol names them. */
export const FACTOR_OF_WIRE: Readonly<Record<string, SecondFactorKind>> = {
  SOFTWARE_TOKEN_MFA: 'totp',
  EMAIL_OTP: 'email',
  SMS_MFA: 'sms',
}

/** The name under which the metadata of an invitation (ClientMetadata of AdminCreateUser) says who sent it. */
export const INVITED_BY = 'invited_by'
