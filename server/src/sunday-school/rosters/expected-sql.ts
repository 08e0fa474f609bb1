import type { Turnout } from '@vestry/contract/calls/classes.ts'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/**
 * Everybody who was expected in these classes: who was on the roster on that day, from `since` on and before `until`.
 * Days are compared with times as texts. A cancelled class expected nobody.
 */
export function expectedIn(db: Kysely<Tables>, class_ids: readonly number[]) {
  const held = db
    .selectFrom('class_session')
    .where('class_session.id', 'in', class_ids)
    .where('cancelled', '=', 0)
    .select(['class_session.id as class_id', 'session_datetime'])
  return held
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .whereRef('roster.since', '<=', 'session_datetime')
    .select('roster.attendee_id')
    .unionAll(
      held
        .innerJoin('roster_past', 'roster_past.series_id', 'class_session.series_id')
        .whereRef('roster_past.since', '<=', 'session_datetime')
        .whereRef('roster_past.until', '>', 'session_datetime')
        .select('roster_past.attendee_id'),
    )
}

/**
 * For each of these classes whose roll was taken, how many were expected, and what became of them. Those who were known
 * to be away and did not come are away, and those without a mark are not recorded: neither are absent. Guests came but
 * were not on the roster.
 */
export async function countTurnouts(
  db: Kysely<Tables>,
  class_ids: readonly number[],
): Promise<Map<number, Turnout>> {
  if (class_ids.length === 0) {
    return new Map()
  }
  const counts = await db
    .selectFrom(withStates(db, class_ids).as('stated'))
    .groupBy(['class_id', 'state'])
    .select(({ fn }) => ['class_id', 'state', fn.countAll<number>().as('children')])
    .execute()
  const marked = await db
    .selectFrom('attendance')
    .where('class_id', 'in', class_ids)
    .where('marked', '=', 1)
    .groupBy('class_id')
    .select(({ fn }) => ['class_id', fn.sum<number>('attended').as('came')])
    .execute()
  const came = new Map(marked.map((row) => [row.class_id, Number(row.came)]))
  const known = new Map<number, Expected>()
  for (const { class_id, state, children } of counts) {
    const counted = known.get(class_id) ?? { ...NOBODY }
    counted.expected += children
    counted[state] += children
    known.set(class_id, counted)
  }
  const erased = await findErasedHeld(db, class_ids)
  return new Map(
    class_ids.flatMap((class_id) => {
      const gone = erased.get(class_id)
      const turnout = addErased(known.get(class_id), gone)
      const isTaken = came.has(class_id) || (gone !== undefined && gone.present + gone.absent > 0)
      const all = (came.get(class_id) ?? 0) + (gone?.present ?? 0)
      return turnout && isTaken ? [[class_id, { ...turnout, guests: all - turnout.present }]] : []
    }),
  )
}

type Expected = Omit<Turnout, 'guests'>
const NOBODY: Expected = { expected: 0, present: 0, absent: 0, away: 0, not_recorded: 0 }

/** What became of erased children in those of these classes that were not cancelled. */
async function findErasedHeld(db: Kysely<Tables>, class_ids: readonly number[]) {
  const rows = await db
    .selectFrom('erased_tally')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .selectAll('erased_tally')
    .where('class_id', 'in', class_ids)
    .where('cancelled', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.class_id, row]))
}

function addErased(
  turnout: Expected | undefined,
  erased: Selectable<Tables['erased_tally']> | undefined,
): Expected | undefined {
  if (erased === undefined) {
    return turnout
  }
  const known = turnout ?? NOBODY
  const { expected_present, expected_absent, expected_away, expected_not_recorded } = erased
  const expected = expected_present + expected_absent + expected_away + expected_not_recorded
  return expected === 0
    ? turnout
    : {
        expected: known.expected + expected,
        present: known.present + expected_present,
        absent: known.absent + expected_absent,
        away: known.away + expected_away,
        not_recorded: known.not_recorded + expected_not_recorded,
      }
}

/** The people who were expected, each with what is known of them. */
function withStates(db: Kysely<Tables>, class_ids: readonly number[]) {
  return db
    .selectFrom(expectedIn(db, class_ids).as('expected'))
    .leftJoin('attendance', (join) =>
      join
        .onRef('attendance.class_id', '=', 'expected.class_id')
        .onRef('attendance.attendee_id', '=', 'expected.attendee_id')
        .on('marked', '=', 1),
    )
    .select((row) => [
      'expected.class_id',
      row
        .case()
        .when('attended', '=', 1)
        .then('present' as const)
        .when(row.exists(awayOn(db, sql.ref('expected.attendee_id'), sql.ref('expected.session_datetime'))))
        .then('away' as const)
        .when('attended', '=', 0)
        .then('absent' as const)
        .else('not_recorded' as const)
        .end()
        .as('state'),
    ])
}

/** The planned absences of a child that include a time. */
export function awayOn(db: Kysely<Tables>, attendee_id: RawBuilder<unknown>, time: RawBuilder<unknown>) {
  const day = sql<string>`substr(${time}, 1, 10)`
  return db
    .selectFrom('planned_absence')
    .select('id')
    .where(sql<boolean>`planned_absence.attendee_id = ${attendee_id}`)
    .where('from_day', '<=', day)
    .where('until_day', '>=', day)
}
