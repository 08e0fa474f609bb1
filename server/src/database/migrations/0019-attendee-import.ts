import type { MigrationStep } from '../database.ts'

/** What imports did, so that they can be undone. What was kept of an attendee goes with the attendee. */
export const attendeeImport: MigrationStep = async (db, dialect) => {
  await db.schema
    .createTable('attendee_import')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'serial', (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('request_id', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('imported_by', 'text', (column) => column.notNull())
    .addColumn('imported_by_name', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('added', 'integer', (column) => column.notNull())
    .addColumn('changed', 'integer', (column) => column.notNull())
    .addColumn('refused', 'text', (column) => column.notNull())
    .addColumn('undone', 'bigint')
    .addColumn('removed', 'integer', (column) => column.notNull())
    .addColumn('restored', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('attendee_import_row')
    .addColumn('import_id', 'integer', (column) =>
      column.notNull().references('attendee_import.id').onDelete('cascade'),
    )
    .addColumn('attendee_id', 'integer', (column) =>
      column.notNull().references('attendee.id').onDelete('cascade'),
    )
    .addColumn('former', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('kept', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('attendee_import_row_pkey', ['import_id', 'attendee_id'])
    .execute()
  await db.schema
    .createIndex('attendee_import_row_by_attendee')
    .on('attendee_import_row')
    .column('attendee_id')
    .execute()
}
