import type { Tally } from '@vestry/contract/calls/reports.ts'
import type { ReportStep } from '@vestry/contract/rules/report-rules.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'

/** The classes that a report adds up: those of a time, of a series, or of a teacher. */
export type Counted = DateRange & { series_id?: number | undefined; sub?: string | undefined }

/** The sums of a series' classes within a day, a month or a year. */
export type SeriesTally = Tally & { series_id: number; time: string }

/** How many characters of a date identify its step; a week is found from its day. */
export const LETTERS = { week: 10, month: 7, year: 4 } as const satisfies Record<ReportStep, number>

const TALLY = [
  sql<number>`count(*)`.as('classes'),
  sql<number>`coalesce(sum(case when present + absent > 0 then 1 else 0 end), 0)`.as('rolls'),
  sql<number>`coalesce(sum(present), 0)`.as('present'),
  sql<number>`coalesce(sum(absent), 0)`.as('absent'),
] as const

/** The classes that were held. */
export function heldWithin(db: Kysely<Tables>, { first, last, series_id, sub }: Counted) {
  let held = db
    .selectFrom('class_session')
    .leftJoin('class_tally', 'class_tally.class_id', 'class_session.id')
    .where('cancelled', '=', 0)
    .where('class_session.session_datetime', '>=', first)
    .where('class_session.session_datetime', '<=', last)
  if (series_id !== undefined) {
    held = held.where('class_session.series_id', '=', series_id)
  }
  if (sub !== undefined) {
    held = held.where('class_session.id', 'in', (own) =>
      own.selectFrom('class_teacher').select('class_teacher.class_id').where('sub', '=', sub),
    )
  }
  return held
}

/** The sums of each series' classes, by time. */
export async function tallySeries(
  db: Kysely<Tables>,
  counted: Counted,
  step: ReportStep,
): Promise<SeriesTally[]> {
  const time = sql<string>`substr(session_datetime, 1, ${sql.lit(LETTERS[step])})`
  return await heldWithin(db, counted)
    .select(['series_id', time.as('time'), ...TALLY])
    .groupBy(['series_id', time])
    .orderBy(time)
    .execute()
}

/** The sums of all these classes. */
export async function tallyAll(db: Kysely<Tables>, counted: Counted): Promise<Tally> {
  return await heldWithin(db, counted).select(TALLY).executeTakeFirstOrThrow()
}

/** Up to this many of these classes, the latest first. */
export async function listHeld(
  db: Kysely<Tables>,
  counted: Counted,
  limit: number,
): Promise<{ id: number; session_datetime: string }[]> {
  return await heldWithin(db, counted)
    .select(['class_session.id', 'session_datetime'])
    .orderBy('session_datetime', 'desc')
    .orderBy('class_session.id', 'desc')
    .limit(limit)
    .execute()
}

/** The records of anybody in these classes. */
export async function listStates(db: Kysely<Tables>, class_ids: readonly number[]) {
  if (class_ids.length === 0) {
    return []
  }
  return await db
    .selectFrom('attendance')
    .select(['class_id', 'attendee_id', 'attended', 'marked'])
    .where('class_id', 'in', class_ids)
    .where('marked', '=', 1)
    .execute()
}

/** Everybody on the roster of a series or among these attendees, by last name, then first. */
export async function listNames(db: Kysely<Tables>, series_id: number, ids: readonly number[]) {
  return await db
    .selectFrom('attendee')
    .select(['id', 'first_name', 'last_name'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('roster').select('attendee_id').where('roster.series_id', '=', series_id)),
        ...(ids.length === 0 ? [] : [eb('id', 'in', ids)]),
      ]),
    )
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('id')
    .execute()
}

/** For each person, the number of these classes that were assigned to them, and how many of their rolls were taken. */
export async function tallyTeachers(
  db: Kysely<Tables>,
  counted: Counted,
): Promise<{ sub: string; classes: number; rolls: number }[]> {
  const [classes, rolls] = TALLY
  return await heldWithin(db, counted)
    .innerJoin('class_teacher', 'class_teacher.class_id', 'class_session.id')
    .select(['class_teacher.sub', classes, rolls])
    .groupBy('class_teacher.sub')
    .execute()
}

/** The titles of these series. */
export async function findTitles(
  db: Kysely<Tables>,
  series_ids: readonly number[],
): Promise<Map<number, string>> {
  if (series_ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('class_series')
    .select(['id', 'title'])
    .where('id', 'in', series_ids)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
