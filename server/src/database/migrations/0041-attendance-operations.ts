import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * What was done on devices without a line: how each operation was answered, so that the same one again gets the same
 * answer; and the claims, which a person settles. Neither goes with a child or a class that is deleted, since both can be
 * restored: they name them by id alone.
 */
export const attendanceOperations: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? 'integer' : 'bigint'
  const id = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'serial primary key'
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  for (const statement of [
    `create table attendance_operation (sub text not null, device text not null, number integer not null,
      answered_at ${number} not null, kind text not null, class_id integer, attendee_id integer, request_id text,
      outcome text not null, reason text not null, version integer not null,
      primary key (sub, device, number))`,
    'create index attendance_operation_by_class on attendance_operation (sub, device, class_id)',
    'create index attendance_operation_by_time on attendance_operation (answered_at)',
    `create table attendance_claim (id ${id}, version integer not null, kind text not null, reason text not null,
      class_id integer, class_title text not null, moment ${text} not null, attendee_id integer, request_id text,
      wanted_state text not null, wanted_text text not null, from_day ${text} not null, until_day ${text} not null,
      guest text not null, wanted_by text not null, wanted_by_name text not null, made_at ${number} not null,
      arrived_at ${number} not null, there_state text not null, there_text text not null, there_by text not null,
      settled_at ${number}, settled_by text not null, settled_by_name text not null, settlement text not null)`,
    'create index attendance_claim_open on attendance_claim (class_id, id) where settled_at is null',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
