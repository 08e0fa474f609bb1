import type { Scope } from '@vestry/contract/sunday-school-rules.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from './class-access.ts'
import type { RecordSessions } from './record-sessions.ts'
import { recordsOf } from './records-text.ts'
import { deleteEmptySeries } from './series-sql.ts'
import { countRecords, deleteSessions, sessionsFrom } from './sessions-sql.ts'

/** Deletes sessions and all that is recorded of them, which is to be as many records as were named. */
export async function removeClasses(
  db: Transaction<Tables>,
  session: SessionRow,
  named: { scope: Scope; records: number },
  record: RecordSessions,
) {
  const sessions = await sessionsFrom(db, session, named.scope)
  const records = await countRecords(db, sessions)
  if (records !== named.records) {
    throw new ApiError(
      'in_use',
      `${recordsOf(named.scope, records)} Send records=${records} to delete all of it.`,
    )
  }
  await deleteSessions(db, sessions)
  await record('class_deleted', sessions)
  await deleteEmptySeries(db, session.series_id)
  return { message: 'Class successfully deleted', sessions: sessions.length }
}
