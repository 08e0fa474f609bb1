import type { MigrationStep } from '../database.ts'

export const attendeePhoto: MigrationStep = async (db) => {
  await db.schema
    .alterTable('attendee')
    .addColumn('photo', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('attendee_photo')
    .addColumn('attendee_id', 'integer', (column) =>
      column.primaryKey().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('small', 'text', (column) => column.notNull())
    .addColumn('large', 'text', (column) => column.notNull())
    .execute()
}
