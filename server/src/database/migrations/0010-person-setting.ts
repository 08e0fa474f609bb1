import type { MigrationStep } from '../database.ts'

/** What somebody has set for themselves, by their `sub`. */
export const personSetting: MigrationStep = async (db) => {
  await db.schema
    .createTable('person_setting')
    .addColumn('sub', 'text', (column) => column.primaryKey())
    .addColumn('landing', 'text', (column) => column.notNull())
    .execute()
}
