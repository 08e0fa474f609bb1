import type { Scope } from '@vestry/contract/sunday-school-rules.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from './class-access.ts'
import type { RecordSessions } from './record-sessions.ts'
import { recordsOf } from './records-text.ts'
import { countRecords, sessionsFrom, updateSessions } from './sessions-sql.ts'

/** Cancels sessions of which nothing is recorded, or lets them be held after all. */
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
      `${recordsOf(scope, records)} Nobody could have come to a class that was cancelled; delete the records first if they are wrong.`,
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
