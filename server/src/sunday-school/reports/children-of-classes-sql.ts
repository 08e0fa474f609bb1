import type { ReportStep } from '@vestry/contract/report-rules.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { withStates } from '../rosters/expected-sql.ts'
import { type Counted, heldWithin, LETTERS } from './report-sql.ts'

const timeOf = (step: ReportStep) =>
  sql<string>`substr(class_session.session_datetime, 1, ${sql.lit(LETTERS[step])})`

/** Who came to classes of each series, each once within a day, a month or a year. */
export async function listWhoCame(
  db: Kysely<Tables>,
  counted: Counted,
  step: ReportStep,
): Promise<{ series_id: number; time: string; attendee_id: number }[]> {
  return await heldWithin(db, counted)
    .innerJoin('attendance', 'attendance.class_id', 'class_session.id')
    .where('attended', '=', 1)
    .where('marked', '=', 1)
    .select(['class_session.series_id', timeOf(step).as('time'), 'attendance.attendee_id'])
    .distinct()
    .execute()
}

/** How many of those who were expected have no mark in the rolls that were taken, by series and time. */
export async function countNotRecorded(
  db: Kysely<Tables>,
  counted: Counted,
  step: ReportStep,
): Promise<{ series_id: number; time: string; not_recorded: number }[]> {
  const time = timeOf(step)
  const taken = heldWithin(db, counted).where(sql<boolean>`class_tally.present + class_tally.absent > 0`)
  const [known, erased] = await Promise.all([
    db
      .selectFrom(withStates(db, sql<number>`${taken.select('class_session.id')}`).as('stated'))
      .innerJoin('class_session', 'class_session.id', 'stated.class_id')
      .where('state', '=', 'not_recorded')
      .groupBy(['class_session.series_id', time])
      .select(({ fn }) => [
        'class_session.series_id',
        time.as('time'),
        fn.countAll<number>().as('not_recorded'),
      ])
      .execute(),
    taken
      .innerJoin('erased_tally', 'erased_tally.class_id', 'class_session.id')
      .where('expected_not_recorded', '>', 0)
      .select(['class_session.series_id', time.as('time'), 'expected_not_recorded as not_recorded'])
      .execute(),
  ])
  return [...known, ...erased]
}
