import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * Sermons that are imported from elsewhere, each with what was read of it and what became of it; and the id that a
 * sermon had there, which its feeds keep.
 */
export const sermonImports: MigrationStep = async (db, dialect) => {
  const number = dialect === 'sqlite' ? 'integer' : 'bigint'
  const id = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'serial primary key'
  for (const statement of [
    `alter table preaching_item add column source_guid text not null default ''`,
    `create index preaching_item_by_source_guid on preaching_item (source_guid) where source_guid <> ''`,
    `create table sermon_import (id ${id}, source text not null, name text not null, at ${number} not null,
      imported_by text not null, imported_by_name text not null, state text not null, choices text not null,
      created text not null, busy_until ${number} not null)`,
    `create table sermon_import_row (import_id integer not null references sermon_import (id) on delete cascade,
      position integer not null, state text not null, why text not null, title text not null,
      event_datetime text not null, speakers text not null, content text not null, uuid text not null,
      primary key (import_id, position))`,
    'create index sermon_import_row_by_state on sermon_import_row (import_id, state, position)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}
