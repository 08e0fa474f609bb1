import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** How many stays at the door an import has added. */
export const importedStays: MigrationStep = async (db) => {
  await sql.raw('alter table attendee_import add column stays integer not null default 0').execute(db)
}
