import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * The rooms that classes meet in, and how many adults were counted in a class. A roll shows both: every change of a room
 * counts as one of its children's list.
 */
export const rooms: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  const key = lite ? 'text' : 'text collate "C"'
  const noticed = "update lock_scope set changes = changes + 1 where name = 'attendees';"
  const follow = (event: string) => {
    const name = `room_${event}_tells_attendees`
    return lite
      ? [`create trigger ${name} after ${event} on room begin ${noticed} end`]
      : [
          `create function ${name}() returns trigger language plpgsql as $$ begin ${noticed} return null; end $$`,
          `create trigger ${name} after ${event} on room for each statement execute function ${name}()`,
        ]
  }
  for (const statement of [
    'alter table class_session add column helpers integer not null default 0',
    `create table room (id ${id}, name text not null, name_key ${key} not null unique, capacity integer not null,
      children_per_adult integer not null, open integer not null, version integer not null)`,
    ...['insert', 'update', 'delete'].flatMap(follow),
  ]) {
    await sql.raw(statement).execute(db)
  }
}
