import type { MigrationStep } from '../database.ts'

/**
 * Imported attendance, so that it can be undone: what a record was before, as JSON, and the classes that were added for
 * it. And the numbers that children have in the programs they came from.
 */
export const attendanceImport: MigrationStep = async (db) => {
  await db.schema
    .alterTable('attendee_import')
    .addColumn('of', 'text', (column) => column.notNull().defaultTo('attendees'))
    .execute()
  await db.schema
    .alterTable('attendee_import')
    .addColumn('classes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('attendance_import_row')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('attendee_import.id').onDelete('cascade'),
    )
    .addColumn('class_id', 'integer', (column) =>
      column.notNull().references('class_session.id').onDelete('cascade'),
    )
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('former', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('attendance_import_row_key', ['import_id', 'class_id', 'attendee_id'])
    .execute()
  await db.schema
    .createTable('attendance_import_class')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('attendee_import.id').onDelete('cascade'),
    )
    .addColumn('class_id', 'integer', (column) =>
      column.notNull().references('class_session.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('attendance_import_class_key', ['import_id', 'class_id'])
    .execute()
  await db.schema
    .createTable('attendee_source')
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('attendee_source_key', ['attendee_id', 'source', 'source_id'])
    .execute()
  for (const [table, column] of [
    ['attendance_import_row', 'attendee_id'],
    ['attendance_import_row', 'class_id'],
    ['attendance_import_class', 'class_id'],
    ['attendee_source', 'source_id'],
  ] as const) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
}
