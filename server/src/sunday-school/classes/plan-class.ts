import type { NewClass } from '@vestry/contract/classes.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { copyRoster } from '../rosters/roster-sql.ts'
import { assignTeachers } from './assigned-teachers-sql.ts'
import type { RecordSessions } from './record-sessions.ts'
import { findPlanned, insertSeries, sessionsOfSeries } from './series-sql.ts'
import { insertSessions } from './sessions-sql.ts'

/** Plans a series with a session at each of these times; if the same call has done so already, nothing more. */
export async function planClass(
  db: Transaction<Tables>,
  body: NewClass,
  times: readonly string[],
  record: RecordSessions,
) {
  const planned = body.request_id === undefined ? [] : await findPlanned(db, body.request_id)
  const sessions = planned.length > 0 ? planned : await planAnew(db, body, times, record)
  const [first] = sessions
  if (!first) {
    throw new Error('A series without a session was planned.')
  }
  return {
    message: 'Class successfully created',
    id: first.id,
    series_id: first.series_id,
    sessions: sessions.length,
  }
}

async function planAnew(
  db: Transaction<Tables>,
  body: NewClass,
  times: readonly string[],
  record: RecordSessions,
) {
  const series_id = await insertSeries(db, body.title, body.request_id)
  await insertSessions(db, series_id, body, times)
  const sessions = await sessionsOfSeries(db, series_id)
  await assignTeachers(db, sessions, body.teachers)
  if (body.roster_of !== undefined && !(await copyRoster(db, body.roster_of, series_id))) {
    throw new ApiError('not_found', 'There is no such series of classes; it may have been deleted.')
  }
  await record('class_planned', sessions)
  return sessions
}
