import type { ReturningChild } from '@vestry/contract/calls/today.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
import { SESSION_COLUMNS, type SessionColumns } from '../classes/session-answer.ts'
import type { Mark } from './taught-series.ts'

/** How many classes of a series are looked at. */
const CLASSES_BACK = 12
const COMING = 20

/** The classes of a teacher; people who see only their own classes get no others. */
function taughtBy(db: Kysely<Tables>, sub: string) {
  return db
    .selectFrom('class_teacher')
    .innerJoin('class_session', 'class_session.id', 'class_teacher.class_id')
    .where('sub', '=', sub)
}

/** A teacher's classes of a day, and the later ones that are not cancelled, by time. */
export async function listComing(db: Kysely<Tables>, sub: string, day: string): Promise<SessionColumns[]> {
  return await taughtBy(db, sub)
    .select(SESSION_COLUMNS)
    .where('session_datetime', '>=', `${day}T00:00:00`)
    .where(({ or, eb }) => or([eb('cancelled', '=', 0), eb('session_datetime', '<=', `${day}T23:59:59`)]))
    .orderBy('session_datetime')
    .orderBy('class_session.id')
    .limit(COMING)
    .execute()
}

/** For each series the teacher's latest classes that were held within a time; the oldest first. */
export async function listLatest(
  db: Kysely<Tables>,
  sub: string,
  { first, last }: DateRange,
): Promise<SessionColumns[]> {
  const nth = sql<number>`row_number() over (partition by series_id order by session_datetime desc, class_session.id desc)`
  return await db
    .selectFrom(
      taughtBy(db, sub)
        .select([...SESSION_COLUMNS, nth.as('nth')])
        .where('cancelled', '=', 0)
        .where('session_datetime', '>=', first)
        .where('session_datetime', '<=', last)
        .as('held'),
    )
    .select(SESSION_COLUMNS)
    .where('nth', '<=', CLASSES_BACK)
    .orderBy('session_datetime')
    .orderBy('id')
    .execute()
}

export type RosterChild = { series_id: number } & Pick<
  ReturningChild,
  'attendee_id' | 'first_name' | 'last_name'
> & {
    birthdate: string
  }

/** Everybody on the rosters of these series, by last name, then first. */
export async function listRosters(db: Kysely<Tables>, series_ids: readonly number[]): Promise<RosterChild[]> {
  if (series_ids.length === 0) {
    return []
  }
  return await db
    .selectFrom('roster')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['series_id', 'attendee_id', 'first_name', 'last_name', 'birthdate'])
    .where('series_id', 'in', series_ids)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee_id')
    .execute()
}

/** The records of these classes. */
export async function listMarks(db: Kysely<Tables>, class_ids: readonly number[]): Promise<Mark[]> {
  if (class_ids.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('attendance')
    .select(['class_id', 'attendee_id', 'attended', 'marked'])
    .where('class_id', 'in', class_ids)
    .execute()
  const marks = rows.map(({ class_id, attendee_id, ...record }) => ({
    class_id,
    attendee_id,
    state: stateOf(record),
  }))
  // Each erased record counts as a child of its own, whom nobody knows.
  const erased = [...(await findErased(db, class_ids)).values()].flatMap((tally) =>
    Array.from({ length: tally.records }, (_, at): Mark => {
      const { class_id, present, absent } = tally
      const state = at < present ? 'present' : at < present + absent ? 'absent' : 'not_recorded'
      return { class_id, attendee_id: -1 - at, state }
    }),
  )
  return [...marks, ...erased]
}
