import type { MigrationStep } from '../database.ts'

/** What an administrator has set for the whole church: a row for each setting, its value as JSON. */
export const churchSetting: MigrationStep = async (db) => {
  await db.schema
    .createTable('church_setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
