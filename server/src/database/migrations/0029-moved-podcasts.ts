import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The present address of a podcast's feed that is kept elsewhere; empty for one that is here. */
export const movedPodcasts: MigrationStep = async (db) => {
  await sql`alter table podcast add column moved_to text not null default ''`.execute(db)
}
