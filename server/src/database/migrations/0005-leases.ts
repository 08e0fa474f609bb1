import type { MigrationStep } from '../database.ts'

/** What one process holds at a time, and when a job is due. */
export const leases: MigrationStep = async (db) => {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('due', 'bigint', (column) => column.notNull())
    .execute()
}
