import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The door: the stays of children, the codes of a day, and who was stopped. The scope `door` counts their changes. */
export const door: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  const key = lite ? 'text' : 'text collate "C"'
  const child = 'attendee_id integer not null references attendee (id) on delete cascade'
  const text = "text not null default ''"
  const noticed = "update lock_scope set changes = changes + 1 where name = 'door';"
  const follow = (table: string, event: string) => {
    const name = `${table}_${event}_tells_door`
    return lite
      ? [`create trigger ${name} after ${event} on ${table} begin ${noticed} end`]
      : [
          `create function ${name}() returns trigger language plpgsql as $$ begin ${noticed} return null; end $$`,
          `create trigger ${name} after ${event} on ${table} for each statement execute function ${name}()`,
        ]
  }
  for (const statement of [
    "insert into lock_scope (name, changes, items) values ('door', 0, 0)",
    `create table stay (id ${id}, request_id text not null, ${child}, day ${key} not null, in_class integer not null,
      code_of ${key} not null, arrived_at ${number} not null, arrived_by text not null, brought_by text not null,
      reason text not null, mark_version integer not null,
      record_made integer not null,
      witness_at ${number} not null default 0, witness_sub ${text}, witness_by ${text},
      witness_adult integer not null default 0, witness_name ${text},
      gone_at ${number} not null default 0, gone_by ${text}, gone_to ${text}, gone_way ${text}, gone_reason ${text},
      accounted integer not null default 0)`,
    'create unique index stay_of_request on stay (request_id, attendee_id)',
    'create unique index stay_here on stay (attendee_id) where gone_at = 0',
    'create index stay_by_child on stay (attendee_id)',
    'create index stay_by_day on stay (day)',
    `create table door_code (day ${key} not null, code ${key} not null, code_of ${key} not null,
      lost integer not null default 0, primary key (day, code))`,
    'create unique index door_code_of_family on door_code (day, code_of) where lost = 0',
    `create table door_alert (id ${id}, ${child}, at ${number} not null, adult text not null, stopped_by text not null,
      closed_at ${number} not null default 0, closed_by ${text})`,
    'create index door_alert_by_child on door_alert (attendee_id)',
    'create index door_alert_open on door_alert (at) where closed_at = 0',
    ...['stay', 'door_code', 'door_alert'].flatMap((table) =>
      ['insert', 'update', 'delete'].flatMap((event) => follow(table, event)),
    ),
  ]) {
    await sql.raw(statement).execute(db)
  }
}
