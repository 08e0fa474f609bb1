import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Finds who has a birthday between two days of any year, which are given as `05-03`. */
export const birthdays: MigrationStep = async (db) => {
  await sql`create index attendee_by_birthday on attendee (substr(birthdate, 6), last_key, first_key, id)`.execute(
    db,
  )
}
