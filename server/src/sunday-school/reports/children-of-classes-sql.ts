import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type Counted, heldWithin } from './report-sql.ts'

/** A class that was held, with the marks of its roll. */
export type HeldRoll = {
  series_id: number
  session_datetime: string
  present: number
  absent: number
  /** The ids of those who have a mark, separated by commas; a negative one is an absence. */
  marks: string | null
  /** How many of the expected children that have been erased had no mark. */
  erased_not_recorded: number
}

/**
 * These classes with their rolls. Each class is one row, with its marks in one text: a row for each mark takes twice
 * the time.
 */
export async function listRolls(db: Kysely<Tables>, counted: Counted): Promise<HeldRoll[]> {
  const mark = sql`cast(case attended when 1 then attendee_id else -attendee_id end as text)`
  return await heldWithin(db, counted)
    .leftJoin('erased_tally', 'erased_tally.class_id', 'class_session.id')
    .select((row) => [
      'class_session.series_id',
      'class_session.session_datetime',
      row.fn.coalesce('class_tally.present', sql.lit(0)).as('present'),
      row.fn.coalesce('class_tally.absent', sql.lit(0)).as('absent'),
      row.fn.coalesce('expected_not_recorded', sql.lit(0)).as('erased_not_recorded'),
      row
        .selectFrom('attendance')
        .whereRef('attendance.class_id', '=', 'class_session.id')
        .where('marked', '=', 1)
        .select(sql<string | null>`string_agg(${mark}, ',')`.as('marks'))
        .as('marks'),
    ])
    .execute()
}

/** A child on a roster: from a day on and, if that is over, only before another. */
export type Enrolled = { series_id: number; attendee_id: number; since: string; until: string | null }

/** Everybody who is or was on the roster of any of these series. */
export async function listEnrolled(db: Kysely<Tables>, counted: Counted): Promise<Enrolled[]> {
  const series = heldWithin(db, counted).select('class_session.series_id')
  return await db
    .selectFrom('roster')
    .where('series_id', 'in', series)
    .select(['series_id', 'attendee_id', 'since', sql<string | null>`null`.as('until')])
    .unionAll(
      db
        .selectFrom('roster_past')
        .where('series_id', 'in', series)
        .select(['series_id', 'attendee_id', 'since', 'until']),
    )
    .execute()
}

/** The children who were known to be away on any of these days, and the days. */
export async function listAwayWithin(db: Kysely<Tables>, { first, last }: Counted) {
  return await db
    .selectFrom('planned_absence')
    .where('from_day', '<=', last)
    .where('until_day', '>=', first.slice(0, 10))
    .select(['attendee_id', 'from_day', 'until_day'])
    .execute()
}
