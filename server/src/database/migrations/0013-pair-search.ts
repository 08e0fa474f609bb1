import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** PostgreSQL finds a pair of letters by the letter after it, if that is a plain one; this finds the other keys. */
export const pairSearch: MigrationStep = async (db, dialect) => {
  if (dialect === 'postgres') {
    for (const table of ['attendee', 'class_session', 'preaching_item']) {
      await sql
        .raw(`create index ${table}_other_letters on ${table} (id) where search_key ~ '[^a-z0-9 .,-]'`)
        .execute(db)
    }
  }
}
