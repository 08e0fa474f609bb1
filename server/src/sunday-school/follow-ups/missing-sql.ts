import { SETTLING } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import { type Kysely, sql } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { awayOn } from '../rosters/expected-sql.ts'
import { ABOUT_SEVERAL } from './follow-up-sql.ts'

/** Classes of the last half year are looked at. */
const DAYS_BACK = 182
/** A class that has not met for this long is over: nobody is missed there any more. */
const STILL_MEETS = 42

export type Missing = {
  attendee_id: number
  /** The class, and how often it was missed; null, an empty title and 0 for who was only chosen. */
  series_id: number | null
  title: string
  missed: number
  /** When the first of these absences was, or when they were chosen. */
  since: string
}

/**
 * The children on a roster who were absent as many times in a row as the class has set, each with their longest run of
 * absences. A child is not absent who came to any class since (its roll may be taken before it begins), who was known
 * to be away, or who is not recorded; and absences before somebody settled the matter no longer count.
 */
export async function listMissing(
  db: Kysely<Tables>,
  now: string,
  only: { taught_by?: string | undefined; attendee_id?: number | undefined } = {},
): Promise<Missing[]> {
  const day = now.slice(0, 10)
  const { taught_by, attendee_id } = only
  // A query of its own: within the other one, PostgreSQL would look at every absence before it asks whose class it was
  // in.
  const taught = taught_by === undefined ? undefined : await listTaught(db, taught_by)
  if (taught?.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('class_series')
    .innerJoin('class_session', 'class_session.series_id', 'class_series.id')
    .innerJoin('roster', 'roster.series_id', 'class_series.id')
    .innerJoin('attendance', (join) =>
      join
        .onRef('attendance.class_id', '=', 'class_session.id')
        .onRef('attendance.attendee_id', '=', 'roster.attendee_id'),
    )
    .where('miss_limit', '>', 0)
    .where('cancelled', '=', 0)
    .where('class_session.session_datetime', '>=', dayAfter(day, -DAYS_BACK) ?? day)
    .where('class_session.session_datetime', '<=', now)
    .where('marked', '=', 1)
    .where('attended', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('class_session as meeting')
          .select('meeting.id')
          .whereRef('meeting.series_id', '=', 'class_series.id')
          .where('meeting.cancelled', '=', 0)
          .where('meeting.session_datetime', '>=', dayAfter(day, -STILL_MEETS) ?? day),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance as later')
            .select('later.id')
            .whereRef('later.attendee_id', '=', 'roster.attendee_id')
            .whereRef('later.session_datetime', '>', 'attendance.session_datetime')
            .where('later.attended', '=', 1),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follow_up')
            .select('follow_up.id')
            .whereRef('follow_up.attendee_id', '=', 'roster.attendee_id')
            .where('outcome', 'in', SETTLING)
            .where('day', '>=', sql<string>`substr(attendance.session_datetime, 1, 10)`),
        ),
      ),
    )
    .where(({ not, exists }) =>
      not(exists(awayOn(db, sql.ref('roster.attendee_id'), sql.ref('attendance.session_datetime')))),
    )
    .$if(attendee_id !== undefined, (query) => query.where('roster.attendee_id', '=', attendee_id ?? 0))
    .$if(taught !== undefined, (query) => query.where('class_series.id', 'in', taught ?? []))
    .groupBy(['class_series.id', 'class_series.title', 'miss_limit', 'roster.attendee_id'])
    .having(({ fn, ref }) => sql<boolean>`${fn.countAll()} >= ${ref('miss_limit')}`)
    .select(({ fn }) => [
      'roster.attendee_id',
      'class_series.id as series_id',
      'class_series.title',
      fn.countAll<number>().as('missed'),
      fn.min('attendance.session_datetime').as('since'),
    ])
    .execute()
  const most = new Map<number, Missing>()
  for (const row of rows) {
    const known = most.get(row.attendee_id)
    if (known === undefined || row.missed > known.missed) {
      most.set(row.attendee_id, row)
    }
  }
  return [...most.values()]
}

/**
 * The children who were chosen to be asked after, as long as nothing written since settles it, and they are not
 * recorded as present since.
 */
export async function listChosen(db: Kysely<Tables>, now: string, attendee_id?: number): Promise<Missing[]> {
  const day = now.slice(0, 10)
  const rows = await db
    .selectFrom('follow_up')
    .select(({ fn }) => ['attendee_id', fn.min('day').as('since')])
    .where('request_id', 'like', ABOUT_SEVERAL)
    .where('day', '>=', dayAfter(day, -DAYS_BACK) ?? day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follow_up as newer')
            .select('newer.id')
            .whereRef('newer.attendee_id', '=', 'follow_up.attendee_id')
            .whereRef('newer.id', '>', 'follow_up.id')
            .where('newer.outcome', 'in', SETTLING),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.id')
            .whereRef('attendance.attendee_id', '=', 'follow_up.attendee_id')
            .where('attended', '=', 1)
            .whereRef('session_datetime', '>=', 'follow_up.day')
            .whereRef('changed', '>', 'follow_up.at'),
        ),
      ),
    )
    .$if(attendee_id !== undefined, (query) => query.where('attendee_id', '=', attendee_id ?? 0))
    .groupBy('attendee_id')
    .execute()
  return rows.map((row) => ({ ...row, series_id: null, title: '', missed: 0 }))
}

/** The series of which this person teaches any class. */
async function listTaught(db: Kysely<Tables>, sub: string): Promise<number[]> {
  const rows = await db
    .selectFrom('class_teacher')
    .innerJoin('class_session', 'class_session.id', 'class_teacher.class_id')
    .select('series_id')
    .distinct()
    .where('sub', '=', sub)
    .execute()
  return rows.map(({ series_id }) => series_id)
}
