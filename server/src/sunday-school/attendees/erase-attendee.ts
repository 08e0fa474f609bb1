import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import type { Trash } from '../../trash/create-trash.ts'
import { deleteAttendee } from './attendees-sql.ts'

/**
 * Erases a child for good in the caller's transaction, which has the lock of the Sunday school; false when there is no
 * such child. Without an actor, a rule did it.
 */
export async function eraseAttendee(
  db: Kysely<Tables>,
  { trash, auditLog }: { trash: Trash; auditLog: AuditLog },
  { id, ...actor }: { id: number } & Partial<Actor>,
): Promise<boolean> {
  if (!(await trash.eraseChild(db, id))) {
    return false
  }
  await deleteAttendee(db, id)
  await auditLog.recordChange(db, { kind: 'attendee_erased', records: [`attendee/${id}`], ...actor })
  return true
}
