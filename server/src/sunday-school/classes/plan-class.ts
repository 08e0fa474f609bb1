import type { NewClass } from '@vestry/contract/calls/classes.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { copyRoster } from '../rosters/roster-sql.ts'
import { assignTeachers } from './assigned-teachers-sql.ts'
import type { RecordSessions } from './record-sessions.ts'
import { copyMissLimit, findPlanned, insertSeries, sessionsOfSeries } from './series-sql.ts'
import { insertSessions } from './sessions-sql.ts'

/** Records in the audit trail what was planned, and who was copied from another roster. */
type RecordPlan = {
  planned: RecordSessions
  enrolled: (series_id: number, attendee_ids: readonly number[]) => Promise<void>
}

/** Plans a series with a session at each of these times; if the same call has already done so, it does nothing. */
export async function planClass(
  db: Transaction<Tables>,
  body: NewClass,
  times: readonly string[],
  today: string,
  record: RecordPlan,
) {
  const planned = body.request_id === undefined ? [] : await findPlanned(db, body.request_id)
  const sessions = planned.length > 0 ? planned : await planAnew(db, body, times, today, record)
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
  today: string,
  record: RecordPlan,
) {
  const series_id = await insertSeries(db, body.title, body.request_id)
  await insertSessions(db, series_id, body, times)
  const sessions = await sessionsOfSeries(db, series_id)
  await assignTeachers(db, sessions, body.teachers)
  await record.planned('class_planned', sessions)
  if (body.roster_of !== undefined) {
    await record.enrolled(series_id, await takeRoster(db, body.roster_of, series_id, today))
    await copyMissLimit(db, body.roster_of, series_id)
  }
  return sessions
}

async function takeRoster(
  db: Transaction<Tables>,
  from: number,
  to: number,
  today: string,
): Promise<number[]> {
  const taken = await copyRoster(db, from, to, today)
  if (taken === undefined) {
    throw new ApiError('not_found', 'There is no such series of classes; it may have been deleted.')
  }
  return taken
}
