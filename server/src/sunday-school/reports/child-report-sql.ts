import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type Counted, heldWithin } from './report-sql.ts'

/** A class that was held, as it concerns a child. */
export type ClassOfChild = {
  class_id: number
  series_id: number
  session_datetime: string
  /** Whether anybody's record shows that the roll was taken. */
  taken: number
  /** Whether the child was on the roster on that day. */
  expected: number
  /** Null if the child has no mark. */
  attended: number | null
}

/** The classes where a child was expected, and those with a record of it; a class that is both comes twice. */
export async function listClassesOfChild(
  db: Kysely<Tables>,
  attendee_id: number,
  counted: Counted,
): Promise<ClassOfChild[]> {
  const taken = sql<number>`coalesce(present + absent > 0, false)`
  const held = heldWithin(db, counted).select([
    'class_session.id as class_id',
    'class_session.series_id',
    'class_session.session_datetime',
    sql<number>`case when ${taken} then 1 else 0 end`.as('taken'),
  ])
  const expected = [
    sql<number>`1`.as('expected'),
    sql<number | null>`cast(null as integer)`.as('attended'),
  ] as const
  return await held
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .where('roster.attendee_id', '=', attendee_id)
    .whereRef('roster.since', '<=', 'class_session.session_datetime')
    .select(expected)
    .unionAll(
      held
        .innerJoin('roster_past', 'roster_past.series_id', 'class_session.series_id')
        .where('roster_past.attendee_id', '=', attendee_id)
        .whereRef('roster_past.since', '<=', 'class_session.session_datetime')
        .whereRef('roster_past.until', '>', 'class_session.session_datetime')
        .select(expected),
    )
    .unionAll(
      held
        .innerJoin('attendance', 'attendance.class_id', 'class_session.id')
        .where('attendance.attendee_id', '=', attendee_id)
        .where('marked', '=', 1)
        .select([sql<number>`0`.as('expected'), sql<number | null>`attended`.as('attended')]),
    )
    .execute()
}

/** When a child is known to be away, both days included. */
export async function listAway(
  db: Kysely<Tables>,
  attendee_id: number,
): Promise<{ from_day: string; until_day: string }[]> {
  return await db
    .selectFrom('planned_absence')
    .select(['from_day', 'until_day'])
    .where('attendee_id', '=', attendee_id)
    .execute()
}
