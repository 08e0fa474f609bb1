import type { MigrationStep } from '../database.ts'

/** The import that made or filled a family; it may be forgotten by now. */
export const familyImport: MigrationStep = async (db) => {
  await db.schema.alterTable('family_change').addColumn('import_id', 'integer').execute()
  await db.schema.createIndex('family_change_by_import').on('family_change').column('import_id').execute()
}
