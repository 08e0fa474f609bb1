import { searchKey } from '@vestry/contract/search-key.ts'
import type { House } from './start-house.ts'

export const SUNDAY = '2026-05-03T10:30:00'

/** Writes a class straight into the database; answers its id. */
export async function holdClass(
  house: House,
  given: { title?: string; session_datetime?: string; cancelled?: boolean; teachers?: string[] } = {},
): Promise<{ id: number; series_id: number }> {
  const { title = 'Lambs', session_datetime = SUNDAY, cancelled = false, teachers = [] } = given
  const database = await house.openDatabase()
  try {
    return await database.sql.transaction().execute(async (db) => {
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
    })
  } finally {
    await database.close()
  }
}

let count = 0

/** A child that nobody has seen yet. */
export async function newChild(house: House, given: { first_name?: string; last_name?: string } = {}) {
  count += 1
  const body = { first_name: `Child ${count}`, last_name: 'Fernández', ...given }
  const { id } = await house.ask('POST /attendees', { body })
  return id
}
