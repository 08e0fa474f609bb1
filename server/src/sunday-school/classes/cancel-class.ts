import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from './class-access.ts'
import type { RecordSessions } from './record-sessions.ts'
import { deleteEmptySeries } from './series-sql.ts'
import { countRecords, deleteSessions, sessionsFrom, updateSessions } from './sessions-sql.ts'

/** Cancels sessions that have no records, or restores cancelled ones. */
export async function cancelClasses(
  db: Transaction<Tables>,
  session: SessionRow,
  { scope, cancelled }: { scope: Scope; cancelled: boolean },
  record: RecordSessions,
) {
  const to = cancelled ? 1 : 0
  const sessions = (await sessionsFrom(db, session, scope)).filter((each) => each.cancelled !== to)
  const records = cancelled ? await countRecords(db, sessions) : 0
  if (records > 0) {
    throw new ApiError(
      'in_use',
      `${formatRecords(scope, records)} Nobody could have come to a class that was cancelled; delete the records first if they are wrong.`,
    )
  }
  if (sessions.length > 0) {
    await updateSessions(db, sessions, { cancelled: to })
    await record(cancelled ? 'class_cancelled' : 'class_restored', sessions)
  }
  return {
    message: cancelled ? 'Class successfully cancelled' : 'Class successfully restored',
    sessions: sessions.length,
  }
}

/**
 * Deletes sessions with all their records, after `put` has kept them; the number of records must be the one that was
 * named.
 */
export async function removeClasses(
  db: Transaction<Tables>,
  session: SessionRow,
  named: { scope: Scope; records: number },
  { put, record }: { put: (sessions: readonly SessionRow[]) => Promise<void>; record: RecordSessions },
) {
  const sessions = await sessionsFrom(db, session, named.scope)
  const records = await countRecords(db, sessions)
  if (records !== named.records) {
    throw new ApiError(
      'in_use',
      `${formatRecords(named.scope, records)} Send records=${records} to delete all of it.`,
    )
  }
  await put(sessions)
  await deleteSessions(db, sessions)
  await record('class_deleted', sessions)
  await deleteEmptySeries(db, session.series_id)
  return { message: 'Class successfully deleted', sessions: sessions.length }
}

/** A sentence such as "This class has 12 attendance records." */
function formatRecords(scope: Scope, records: number): string {
  const [classes, have] = scope === 'one' ? ['This class', 'has'] : ['This class and those after it', 'have']
  const number = records === 0 ? 'no' : String(records)
  return `${classes} ${have} ${number} attendance record${records === 1 ? '' : 's'}.`
}
