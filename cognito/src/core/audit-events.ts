import type { Kysely } from 'kysely'
import type { SecondFactorChange } from './factors/delivery.ts'
import type { CognitoTables } from './users/cognito-tables.ts'
import type { SecondFactor } from './users/users-sql.ts'

/** The user whom an event is about. The name is stored with it, as accounts get deleted. */
export type AuditActor = { sub?: string | undefined; name: string }

type Named = { name: string }
/** How many were done at once. */
type Counted = { count: number }
/** What became of which second factor, and which is preferred now. */
export type FactorChanges = {
  [Change in SecondFactorChange['change'] | 'verified' | 'forgotten']?: SecondFactor[]
} & { preferred?: SecondFactor | 'none' }

/** The kinds of events, and what each says besides who did it and to whom. */
export type AuditEventParts = {
  sign_in: { factors: readonly string[] }
  sign_in_failed: { factor: string }
  sign_out: undefined
  sign_out_everywhere: undefined
  refresh_token_reused: { grant: 'authorization_code' } | undefined
  signed_up: undefined
  account_confirmed: undefined
  account_deleted: undefined
  password_changed: undefined
  password_reset_requested: undefined
  password_reset: undefined
  second_factor_changed: FactorChanges
  passkey_added: Named
  passkey_removed: Named | Counted
  device_remembered: Named
  device_forgotten: Named | Counted
  contact_changed: { attribute: string }
  contact_verified: { attribute: string }
  staff_added: undefined
  staff_invited_again: undefined
  staff_changed: { attributes: readonly string[] }
  staff_groups_changed: { before: readonly string[]; after: readonly string[] }
  staff_disabled: undefined
  staff_enabled: undefined
  staff_password_reset: undefined
  staff_second_factor_reset: FactorChanges
  staff_signed_out: undefined
  staff_removed: undefined
  groups_changed: { group: string; change: 'added' | 'changed' | 'removed' }
  access_key_created: { name: string; key: string }
  access_key_revoked: { name: string; key: string }
  keys_rotated: undefined
}
export type AuditEventKind = keyof AuditEventParts

/** What happened: a kind with its parts. */
export type AuditHappening = {
  [Kind in AuditEventKind]: undefined extends AuditEventParts[Kind]
    ? { kind: Kind; parts?: AuditEventParts[Kind] }
    : { kind: Kind; parts: AuditEventParts[Kind] }
}[AuditEventKind]

/** One thing that happened. It never has a secret, nor anything typed by somebody unknown. */
export type AuditEvent = AuditHappening & {
  /** Who did it; absent when nobody was signed in, or no user did it. */
  actor?: AuditActor | undefined
  /** To whom. */
  subject?: AuditActor | undefined
  /** The address from which the request came. */
  address?: string | undefined
}

/** An event of a user as {@link AuditLog.list} answers it. */
type RecordedEvent = { id: number; at: number; kind: string; address: string | null }

/** Where events are written to. */
export type AuditLog = {
  /** With a transaction, the event is to be written only if the transaction is. */
  record(event: AuditEvent, transaction?: Kysely<CognitoTables>): Promise<void>
  /** The events of these kinds whose subject is a user, the latest first, from before the id `before` on. */
  list(
    subject: string,
    page: { kinds: readonly AuditEventKind[]; before?: number | undefined; limit: number },
  ): Promise<RecordedEvent[]>
}

/** Records what somebody who is known already did to an account. */
export type RecordEvent = (
  event: AuditHappening & Pick<AuditEvent, 'subject'>,
  transaction?: Kysely<CognitoTables>,
) => Promise<void>

/** A user as events name them. */
export function auditActor({ sub, email }: { sub: string; email: string }) {
  return { sub, name: email }
}
