import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** PostgreSQL finds pairs of letters by the letter after them, if that is a plain one; other keys are found here. */
export const pairSearch: MigrationStep = async (db, dialect) => {
  if (dialect === 'postgres') {
    for (const table of ['attendee', 'class_session', 'preaching_item']) {
      await sql
        .raw(`create index ${table}_other_letters on ${table} (id) where search_key ~ '[^a-z0-9 .,-]'`)
        .execute(db)
    }
  }
}
