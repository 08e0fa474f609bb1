import type { ReportStep } from '@vestry/contract/rules/report-rules.ts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'
import { LETTERS } from './report-sql.ts'

/** A guest within a day, a month or a year; the one in which the range begins is split in two. */
export type GuestVisit = {
  attendee_id: number
  time: string
  /** Whether it is within the range, not in the time before. */
  current: boolean
  /** The first visit within it. */
  earliest: string
  /** Whether the guest had come before that; if not, whether they came on a later day until now. */
  came: 'before' | 'again' | 'once'
}

/** Who came on a day when they were on no roster. A cancelled class has no records. */
export async function listGuestVisits(
  db: Kysely<Tables>,
  { first, last, sub }: DateRange & { sub: string | undefined },
  { step, begins, now }: { step: ReportStep; begins: string; now: string },
): Promise<GuestVisit[]> {
  const time = sql<string>`substr(attendance.session_datetime, 1, ${sql.lit(LETTERS[step])})`
  // The values are written into the query, here as in `time`: PostgreSQL takes an expression with parameters, repeated
  // for grouping, for two expressions.
  const current = sql<number>`case when attendance.session_datetime >= ${sql.lit(begins)} then 1 else 0 end`
  const visits = db
    .selectFrom('attendance')
    .where('attendance.session_datetime', '>=', first)
    .where('attendance.session_datetime', '<=', last)
    .$if(sub !== undefined, (records) =>
      records.where('class_id', 'in', (own) =>
        own
          .selectFrom('class_teacher')
          .select('class_teacher.class_id')
          .where('sub', '=', sub ?? ''),
      ),
    )
    .where('attended', '=', 1)
    .where('marked', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('roster')
            .select('roster.series_id')
            .whereRef('roster.attendee_id', '=', 'attendance.attendee_id')
            .whereRef('roster.since', '<=', 'attendance.session_datetime'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('roster_past')
            .select('roster_past.series_id')
            .whereRef('roster_past.attendee_id', '=', 'attendance.attendee_id')
            .whereRef('roster_past.since', '<=', 'attendance.session_datetime')
            .whereRef('roster_past.until', '>', 'attendance.session_datetime'),
        ),
      ),
    )
    .groupBy(['attendance.attendee_id', time, current])
    .select(({ fn }) => ['attendance.attendee_id', fn.min('attendance.session_datetime').as('earliest')])
  // Only a guest's first visit among these can be the first of all.
  const firstOfEach = sql<string>`min(earliest) over (partition by attendee_id)`
  const rows = await db
    .selectFrom(
      db
        .selectFrom(visits.as('dated'))
        .select(['attendee_id', 'earliest', firstOfEach.as('first_of_each')])
        .as('visit'),
    )
    .select((row) => [
      'attendee_id',
      'earliest',
      row
        .case()
        .when('earliest', '>', row.ref('first_of_each'))
        .then('before' as const)
        .when(row.exists(presencesOf(row).whereRef('past.session_datetime', '<', 'earliest')))
        .then('before' as const)
        .when(
          row.exists(
            presencesOf(row)
              .where('past.session_datetime', '>', sql<string>`substr(earliest, 1, 10) || 'T24'`)
              .where('past.session_datetime', '<=', now),
          ),
        )
        .then('again' as const)
        .else('once' as const)
        .end()
        .as('came'),
    ])
    .execute()
  return rows.map(({ attendee_id, earliest, came }) => ({
    attendee_id,
    earliest,
    came,
    time: earliest.slice(0, LETTERS[step]),
    current: earliest >= begins,
  }))
}

/** When the guest of a row was present. */
function presencesOf(
  row: ExpressionBuilder<Tables & { visit: { attendee_id: number; earliest: string } }, 'visit'>,
) {
  return row
    .selectFrom('attendance as past')
    .select('past.id')
    .whereRef('past.attendee_id', '=', 'visit.attendee_id')
    .where('past.attended', '=', 1)
    .where('past.marked', '=', 1)
}

/** The names of these attendees. */
export async function findNames(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, { first_name: string; last_name: string }>> {
  const rows = await inParts(ids, (part) =>
    db.selectFrom('attendee').select(['id', 'first_name', 'last_name']).where('id', 'in', part).execute(),
  )
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
