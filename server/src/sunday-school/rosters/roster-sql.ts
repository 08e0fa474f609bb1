import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ATTENDEE_COLUMNS, attendeeOf } from '../attendees/attendees-sql.ts'

/** The people on the roster of a series, by last name, then first. */
export async function listRoster(db: Kysely<Tables>, series_id: number): Promise<Attendee[]> {
  const rows = await db
    .selectFrom('roster')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(ATTENDEE_COLUMNS)
    .where('series_id', '=', series_id)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('id')
    .execute()
  return rows.map(attendeeOf)
}

/** How many of these attendees exist. */
export async function countAttendees(db: Kysely<Tables>, ids: readonly number[]): Promise<number> {
  const { attendees } = await db
    .selectFrom('attendee')
    .select(({ fn }) => fn.countAll<number>().as('attendees'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return attendees
}

/** Those of these attendees who are on the roster of a series. */
export async function enrolledOf(
  db: Kysely<Tables>,
  series_id: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('roster')
    .select('attendee_id')
    .where('series_id', '=', series_id)
    .where('attendee_id', 'in', ids)
    .execute()
  return rows.map(({ attendee_id }) => attendee_id)
}

/** Puts attendees on the roster of a series from a day on, and returns how many were not on it yet. */
export async function enrol(
  db: Kysely<Tables>,
  series_id: number,
  ids: readonly number[],
  since: string,
  import_id?: number,
): Promise<number> {
  if (ids.length === 0) {
    return 0
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('roster')
    .values(ids.map((attendee_id) => ({ series_id, attendee_id, since, import_id })))
    .onConflict((already) => already.doNothing())
    .executeTakeFirstOrThrow()
  return await noteChanged(db, series_id, Number(numInsertedOrUpdatedRows))
}

/** Takes attendees off the roster of a series from a day on, and returns how many were on it. */
export async function unenrol(
  db: Kysely<Tables>,
  series_id: number,
  ids: readonly number[],
  until: string,
): Promise<number> {
  if (ids.length === 0) {
    return 0
  }
  await db
    .insertInto('roster_past')
    .columns(['series_id', 'attendee_id', 'since', 'until'])
    .expression((enrolled) =>
      enrolled
        .selectFrom('roster')
        .select((row) => ['series_id', 'attendee_id', 'since', row.val(until).as('until')])
        .where('series_id', '=', series_id)
        .where('attendee_id', 'in', ids)
        .where('since', '<', until),
    )
    // The clock may have been set back.
    .onConflict((already) => already.doNothing())
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('roster')
    .where('series_id', '=', series_id)
    .where('attendee_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return await noteChanged(db, series_id, Number(numDeletedRows))
}

/**
 * Takes everybody whom an import put on rosters off again, as if they had never been on them; returns who was on which.
 */
export async function takeBackEnrolments(db: Kysely<Tables>, import_id: number) {
  const gone = await db
    .deleteFrom('roster')
    .where('import_id', '=', import_id)
    .returning(['series_id', 'attendee_id'])
    .execute()
  for (const [series_id, some] of Map.groupBy(gone, (row) => row.series_id)) {
    await noteChanged(db, series_id, some.length)
  }
  return gone
}

/**
 * Puts everybody on another series' roster on the roster of a new one, from a day on, and returns who that is, if the
 * other series exists.
 */
export async function copyRoster(
  db: Kysely<Tables>,
  from: number,
  to: number,
  since: string,
): Promise<number[] | undefined> {
  const source = await db.selectFrom('class_series').select('id').where('id', '=', from).executeTakeFirst()
  const rows = await db
    .insertInto('roster')
    .columns(['series_id', 'attendee_id', 'since'])
    .expression((enrolled) =>
      enrolled
        .selectFrom('roster')
        .select((row) => [row.val(to).as('series_id'), 'attendee_id', row.val(since).as('since')])
        .where('series_id', '=', from)
        .orderBy('attendee_id'),
    )
    .returning('attendee_id')
    .execute()
  return source && rows.map(({ attendee_id }) => attendee_id)
}

/** Increases the roster's version, so that people who look at a roll of the series notice that it changed. */
async function noteChanged(db: Kysely<Tables>, series_id: number, changed: number): Promise<number> {
  if (changed > 0) {
    await db
      .updateTable('class_series')
      .set((series) => ({ roster_version: series('roster_version', '+', 1) }))
      .where('id', '=', series_id)
      .execute()
  }
  return changed
}
