import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The printers of the door's labels, and what was sent to them. */
export const printers: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  for (const statement of [
    `create table printer (id ${id}, name text not null, kind text not null, host text not null, port integer not null,
      size text not null, kinds text not null, version integer not null)`,
    `create table label_print (request_id text primary key, at ${number} not null, outcome text not null,
      sent integer not null)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
