import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Which rolls devices have open, and when each was last heard of. A class that is deleted is named by its id alone. */
export const openRolls: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? 'integer' : 'bigint'
  await sql
    .raw(
      `create table open_roll (sub text not null, device text not null, class_id integer not null,
        since ${number} not null, heard ${number} not null, primary key (sub, device, class_id))`,
    )
    .execute(db)
}
