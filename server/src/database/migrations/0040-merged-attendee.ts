import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Of an entry that was merged into another one, and lies in the trash until that can't be undone any more: into which. */
export const mergedAttendee: MigrationStep = async (db) => {
  await db.schema.alterTable('trash').addColumn('merged_into', 'integer').execute()
  await sql`create index trash_by_merged_into on trash (merged_into)`.execute(db)
}
