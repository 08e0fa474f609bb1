import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The import that brought a child's number in another program; it may be forgotten by now. */
export const sourceImport: MigrationStep = async (db) => {
  await sql`alter table attendee_source add column import_id integer`.execute(db)
}
