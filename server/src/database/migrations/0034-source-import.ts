import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The import that a child's number in another program came with, which may be forgotten by now. */
export const sourceImport: MigrationStep = async (db) => {
  await sql`alter table attendee_source add column import_id integer`.execute(db)
}
