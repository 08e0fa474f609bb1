import type { ClassDetail, Teacher } from '@vestry/contract/calls/classes.ts'
import { partOf } from '@vestry/contract/records/record-fields.ts'
import { CLASS_TEXTS } from '@vestry/contract/sunday-school/class-record.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { findAssigned } from './assigned-teachers-sql.ts'
import type { SessionRow } from './class-access.ts'
import { sessionAnswer } from './session-answer.ts'
import { countFollowing, countRecords } from './sessions-sql.ts'
import { teachersOf } from './teachers.ts'

/** A session, with what changing or deleting it would affect. */
export async function findDetail(
  db: Kysely<Tables>,
  session: SessionRow,
  people: readonly Teacher[],
): Promise<Omit<ClassDetail, 'last_change'>> {
  const { id, series_id, session_datetime, cancelled, version } = session
  const assigned = await findAssigned(db, [session])
  return {
    ...sessionAnswer({ id, series_id, session_datetime, ...partOf(CLASS_TEXTS, session), cancelled }),
    teachers: teachersOf(assigned.get(id), people),
    version,
    attendance_count: await countRecords(db, [session]),
    following: await countFollowing(db, session),
  }
}
