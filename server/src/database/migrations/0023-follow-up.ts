import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** After how many absences in a row somebody asks after a child, and what came of asking. */
export const followUp: MigrationStep = async (db, dialect) => {
  const day = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  await db.schema
    .alterTable('class_series')
    .addColumn('miss_limit', 'integer', (column) => column.notNull().defaultTo(3))
    .execute()
  await db.schema
    .createTable('follow_up')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'serial', (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('request_id', 'text', (column) => column.notNull().unique())
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('at', dialect === 'sqlite' ? 'integer' : 'bigint', (column) => column.notNull())
    .addColumn('day', day, (column) => column.notNull())
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addColumn('written_by_name', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('assigned_to', 'text', (column) => column.notNull())
    .addColumn('due_day', day, (column) => column.notNull())
    .addColumn('until_day', day, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('follow_up_by_attendee')
    .on('follow_up')
    .columns(['attendee_id', 'id'])
    .execute()
}
