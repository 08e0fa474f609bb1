import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import type { Doing } from './operation-results.ts'

/** Records in the audit trail what operations have changed. */
export async function recordDone(
  db: Kysely<Tables>,
  auditLog: AuditLog,
  { guests, records, absences }: Doing['changed'],
  actor: Actor,
): Promise<void> {
  const record = (change: Parameters<AuditLog['recordChange']>[1]) =>
    auditLog.recordChange(db, { ...change, ...actor })
  const nameOf = (id: number) => `attendee/${id}` as const
  await record({ kind: 'attendee_added', records: guests.map(nameOf) })
  for (const [class_id, attendees] of records) {
    const parts = { attendees: [...attendees] }
    await record({ kind: 'attendance_changed', parts, records: [`class/${class_id}`] })
  }
  await record({ kind: 'absence_planned', records: absences.map(nameOf) })
}
