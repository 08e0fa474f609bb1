import type { Kysely } from 'kysely'
import type { CognitoTables } from './cognito-tables.ts'

/** The user whom an event is about. The name is stored with it, as accounts get deleted. */
export type AuditActor = { sub?: string | undefined; name: string }

export type AuditEventKind =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'sign_out_everywhere'
  | 'refresh_token_reused'
  | 'signed_up'
  | 'account_confirmed'
  | 'account_deleted'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'second_factor_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'device_remembered'
  | 'device_forgotten'
  | 'contact_changed'
  | 'contact_verified'
  | 'staff_added'
  | 'staff_invited_again'
  | 'staff_changed'
  | 'staff_groups_changed'
  | 'staff_disabled'
  | 'staff_enabled'
  | 'staff_password_reset'
  | 'staff_second_factor_reset'
  | 'staff_signed_out'
  | 'staff_removed'
  | 'groups_changed'
  | 'access_key_created'
  | 'access_key_revoked'
  | 'keys_rotated'

/** One thing that happened. Never a secret, and nothing that was typed by somebody unknown. */
export type AuditEvent = {
  kind: AuditEventKind
  /** Who did it; absent where nobody is signed in, or no user did it. */
  actor?: AuditActor | undefined
  /** To whom. */
  subject?: AuditActor | undefined
  /** The address that the request came from. */
  address?: string | undefined
  /** A few words, such as the names of groups. */
  detail?: string | undefined
}

/** An event of a user as {@link AuditLog.list} answers it. */
type RecordedEvent = { id: number; at: number; kind: string; address: string | null }

/** Where events are written to. */
export type AuditLog = {
  /** With a transaction the event is to be written if that one is. */
  record(event: AuditEvent, transaction?: Kysely<CognitoTables>): Promise<void>
  /** The events of these kinds whose subject is a user, the latest first, from before the id `before` on. */
  list(
    subject: string,
    page: { kinds: readonly AuditEventKind[]; before?: number | undefined; limit: number },
  ): Promise<RecordedEvent[]>
}

/** Records what was done to an account by somebody who is known already. */
export type RecordEvent = (
  event: Omit<AuditEvent, 'actor' | 'address'>,
  transaction?: Kysely<CognitoTables>,
) => Promise<void>

/** A user as events name them. */
export function auditActor({ sub, email }: { sub: string; email: string }) {
  return { sub, name: email }
}
