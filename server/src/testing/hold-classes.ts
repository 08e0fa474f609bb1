import { searchKey } from '@vestry/contract/search-key.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import type { House } from './start-house.ts'

export const SUNDAY = '2026-05-03T10:30:00'

/** Writes a class straight into the database; answers its id. */
export async function holdClass(
  house: House,
  given: { title?: string; session_datetime?: string; cancelled?: boolean; teachers?: string[] } = {},
): Promise<{ id: number; series_id: number }> {
  const { title = 'Lambs', session_datetime = SUNDAY, cancelled = false, teachers = [] } = given
  return await pastHandlers(house, (sql) =>
    sql.transaction().execute(async (db) => {
      const series = await db
        .insertInto('class_series')
        .values({ title, roster_version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('class_session')
        .values({
          series_id: series.id,
          title,
          search_key: searchKey(title),
          session_datetime,
          room: '',
          notes: '',
          cancelled: cancelled ? 1 : 0,
          version: 1,
          roll_version: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (teachers.length > 0) {
        await db
          .insertInto('class_teacher')
          .values(teachers.map((sub) => ({ class_id: id, sub })))
          .execute()
      }
      return { id, series_id: series.id }
    }),
  )
}

/** Works on the house's database past all handlers. */
export async function pastHandlers<Result>(
  { config }: House,
  work: (db: Database['sql']) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config)
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

/** Writes children onto the roster of a series. */
export async function enrol(house: House, series_id: number, attendee_ids: readonly number[]) {
  await pastHandlers(house, async (db) => {
    await db
      .insertInto('roster')
      .values(attendee_ids.map((attendee_id) => ({ series_id, attendee_id })))
      .execute()
    await db
      .updateTable('class_series')
      .set((row) => ({ roster_version: row('roster_version', '+', 1) }))
      .where('id', '=', series_id)
      .execute()
  })
}

let count = 0

/** A child that nobody has seen yet. */
export async function newChild(house: House, given: { first_name?: string; last_name?: string } = {}) {
  count += 1
  const body = { first_name: `Child ${count}`, last_name: 'Fernández', ...given }
  const { id } = await house.ask('POST /attendees', { body })
  return id
}
