import type { MigrationStep } from '../database.ts'

export const classEnds: MigrationStep = async (db) => {
  await db.schema
    .alterTable('class_session')
    .addColumn('end_time', 'text', (text) => text.notNull().defaultTo(''))
    .execute()
}
