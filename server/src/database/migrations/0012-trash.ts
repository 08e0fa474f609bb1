import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What was deleted, as it was, until it is restored or its days are over; and the objects that may be removed from the
 * store. Columns in `content` are by name: a step that renames a column or a table has to rename it there too.
 */
export const trash: MigrationStep = async (db, dialect) => {
  const key = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  await db.schema
    .createTable('trash')
    .addColumn('record', key, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('moment', 'text', (column) => column.notNull())
    .addColumn('classes', 'integer', (column) => column.notNull())
    .addColumn('deleted', 'bigint', (column) => column.notNull())
    .addColumn('deleted_by', 'text', (column) => column.notNull())
    .addColumn('deleted_by_name', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('poster_path', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('trash_record')
    .addColumn('record', key, (column) => column.primaryKey())
    .addColumn('held_by', key, (column) => column.notNull().references('trash.record').onDelete('cascade'))
    .execute()
  await db.schema
    .createTable('discarded_object')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .execute()
  for (const index of [
    'trash_by_time on trash (deleted, record)',
    'trash_by_path on trash (path)',
    'trash_by_poster on trash (poster_path)',
    'trash_record_by_holder on trash_record (held_by)',
  ]) {
    await sql`create index ${sql.raw(index)}`.execute(db)
  }
  await sql`create view used_object as select path from preaching_item
    union all select poster_path from preaching_item
    union all select path from trash union all select poster_path from trash`.execute(db)
}
