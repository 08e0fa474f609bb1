import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/** The door without a line: codes that devices have for themselves, what they have done, and what must be looked at. */
export const doorOffline: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const key = lite ? 'text' : 'text collate "C"'
  const text = "text not null default ''"
  for (const statement of [
    'alter table door_code add column spare integer not null default 0',
    'drop index door_code_of_family',
    'create unique index door_code_of_family on door_code (day, code_of) where lost = 0 and spare = 0',
    "alter table door_alert add column kind text not null default 'barred'",
    `alter table door_alert add column why ${text}`,
    'alter table door_alert add column in_class integer not null default 0',
    `alter table door_alert add column first_at ${number} not null default 0`,
    `alter table door_alert add column first_by ${text}`,
    `alter table door_alert add column first_to ${text}`,
    `create table door_operation (sub ${key} not null, device ${key} not null, number integer not null,
      answered_at ${number} not null, refused text not null, primary key (sub, device, number))`,
    'create index door_operation_by_time on door_operation (answered_at)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
