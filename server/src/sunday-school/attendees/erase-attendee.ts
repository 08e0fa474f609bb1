import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import type { Trash } from '../../trash/create-trash.ts'
import { deleteAttendee } from './attendees-sql.ts'

/**
 * Erases a child for good in the caller's transaction, which has the lock of the Sunday school; false when there is no
 * such child. Nobody did it who is not named: a rule did. `today` is the church's.
 */
export async function eraseAttendee(
  db: Kysely<Tables>,
  { trash, auditLog }: { trash: Trash; auditLog: AuditLog },
  { id, today, ...actor }: { id: number; today: string } & Partial<Actor>,
): Promise<boolean> {
  if (!(await trash.eraseChild(db, id, today))) {
    return false
  }
  await deleteAttendee(db, id)
  await auditLog.recordChange(db, { kind: 'attendee_erased', records: [`attendee/${id}`], ...actor })
  return true
}
