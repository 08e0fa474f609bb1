import type { MigrationStep } from '../database.ts'

/** What one process at a time holds, and when a chore is due. */
export const leases: MigrationStep = async (db) => {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('due', 'bigint', (column) => column.notNull())
    .execute()
}
