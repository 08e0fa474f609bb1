import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * The length of a recording in seconds, 0 where nobody knows it; and the small copy of its poster that lists show, if
 * there is one.
 */
export const durationAndSmallPoster: MigrationStep = async (db) => {
  await db.schema
    .alterTable('preaching_item')
    .addColumn('duration', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const table of ['preaching_item', 'trash']) {
    await db.schema
      .alterTable(table)
      .addColumn('small_poster_path', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql.raw(`create index ${table}_by_small_poster on ${table} (small_poster_path)`).execute(db)
  }
  await sql`drop view used_object`.execute(db)
  await sql`create view used_object as select path from preaching_item
    union all select poster_path from preaching_item
    union all select small_poster_path from preaching_item
    union all select path from trash
    union all select poster_path from trash
    union all select small_poster_path from trash`.execute(db)
}
