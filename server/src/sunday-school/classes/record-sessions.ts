import type { AuditKind } from '@vestry/contract/rules/audit-kinds.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'

/** Records in the audit trail what happens to sessions, one entry for each. */
export type RecordSessions = (kind: SessionChange, sessions: readonly { id: number }[]) => Promise<void>
type SessionChange = Extract<AuditKind, `class_${string}`>

export function recordSessions(
  auditLog: AuditLog,
  db: Kysely<Tables>,
  { caller, address }: Actor,
): RecordSessions {
  return (kind, sessions) => {
    const records = sessions.map(({ id }) => `class/${id}` as const)
    return auditLog.recordChange(db, { kind, records, caller, address })
  }
}
