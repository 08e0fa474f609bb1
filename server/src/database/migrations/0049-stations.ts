import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The door's stations: devices at which nobody signs in. Of their keys only a hash is kept. */
export const stations: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  const key = lite ? 'text' : 'text collate "C"'
  for (const statement of [
    `create table door_station (id ${id}, name text not null, kind text not null, secret_hash ${key} not null,
      printer_id integer not null, paper text not null, made_at ${number} not null, made_by text not null,
      paired_at ${number} not null default 0, seen_at ${number} not null default 0)`,
    'create unique index door_station_by_secret on door_station (secret_hash)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
