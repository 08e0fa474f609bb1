import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Printers that the server does not reach, and what waits for the computers that do. */
export const printerBridges: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? 'integer' : 'bigint'
  for (const statement of [
    'alter table printer add column bridge_id integer not null default 0',
    `create table print_job (request_id text primary key, bridge_id integer not null, job text not null,
      until ${number} not null, taken integer not null default 0, outcome text not null default '',
      sent integer not null default 0)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
