import type { MigrationStep } from '../database.ts'

/** The versions of the marks that were taken out of a class, by child, as JSON. */
export const removedMarks: MigrationStep = async (db) => {
  await db.schema
    .alterTable('class_session')
    .addColumn('removed_marks', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
