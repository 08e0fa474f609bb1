import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** Calling a parent at the door: a number for each family and day, and who was called. */
export const calling: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const key = lite ? 'text' : 'text collate "C"'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  const noticed = "update lock_scope set changes = changes + 1 where name = 'door';"
  const follow = (event: string) => {
    const name = `door_call_${event}_tells_door`
    return lite
      ? [`create trigger ${name} after ${event} on door_call begin ${noticed} end`]
      : [
          `create function ${name}() returns trigger language plpgsql as $$ begin ${noticed} return null; end $$`,
          `create trigger ${name} after ${event} on door_call for each statement execute function ${name}()`,
        ]
  }
  for (const statement of [
    `create table door_number (day ${key} not null, number integer not null, code_of ${key} not null,
      primary key (day, number))`,
    'create unique index door_number_of_family on door_number (day, code_of)',
    `insert into door_number (day, number, code_of)
      select day, row_number() over (partition by day order by code), code_of from door_code where lost = 0`,
    `create table door_call (id ${id}, request_id text not null unique,
      stay_id integer not null references stay (id) on delete cascade,
      attendee_id integer not null references attendee (id) on delete cascade,
      at ${number} not null, called_by text not null, way text not null, reason text not null,
      adult_id integer not null, adult text not null, state text not null, failure text not null,
      closed_at ${number} not null default 0, closed_by text not null default '')`,
    'create index door_call_by_stay on door_call (stay_id)',
    'create index door_call_by_child on door_call (attendee_id)',
    'create index door_call_by_adult on door_call (adult_id, at)',
    ...['insert', 'update', 'delete'].flatMap(follow),
  ]) {
    await sql.raw(statement).execute(db)
  }
}
