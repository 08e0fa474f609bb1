import type { MigrationStep } from '../database.ts'

/** The import that put a child on a roster; it may be forgotten by now. */
export const rosterImport: MigrationStep = async (db) => {
  await db.schema.alterTable('roster').addColumn('import_id', 'integer').execute()
}
