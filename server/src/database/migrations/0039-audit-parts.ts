import type { MigrationStep } from '../database.ts'

/** What an entry of the audit trail says, by name; those written before keep their text. */
export const auditParts: MigrationStep = async (db) => {
  await db.schema.alterTable('audit_event').addColumn('parts', 'text').execute()
}
