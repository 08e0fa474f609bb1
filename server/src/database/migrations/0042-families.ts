import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * Families with their adults and children, who collects a child, and what few may read of it. `family_change` keeps what
 * families were before something was done to them that can be undone. The scope `families` counts them.
 */
export const families: MigrationStep = async (db, dialect) => {
  const lite = dialect === 'sqlite'
  const number = lite ? 'integer' : 'bigint'
  const id = lite ? 'integer primary key autoincrement' : 'serial primary key'
  const key = lite ? 'text' : 'text collate "C"'
  const run = async (...statements: string[]) => {
    for (const statement of statements) {
      await sql.raw(statement).execute(db)
    }
  }
  await run(
    "insert into lock_scope (name, changes, items) values ('families', 0, 0)",
    `create table family (id ${id}, request_id text unique, name text not null, name_key ${key} not null,
      search_key ${key} not null, version integer not null)`,
    'create index family_by_name on family (name_key, id, search_key)',
    `create table adult (id ${id}, family_id integer not null references family (id) on delete cascade,
      position integer not null, first_name text not null, last_name text not null, phone text not null,
      email text not null, language text not null, collects text not null)`,
    'create index adult_by_family on adult (family_id, position)',
    `create table family_child (family_id integer not null references family (id) on delete cascade,
      attendee_id integer not null references attendee (id) on delete cascade, primary key (family_id, attendee_id))`,
    'create index family_child_by_attendee on family_child (attendee_id)',
    `create table collect_rule (attendee_id integer not null references attendee (id) on delete cascade,
      adult_id integer not null references adult (id) on delete cascade, rule text not null, day ${key} not null,
      reason text not null, primary key (attendee_id, adult_id))`,
    'create index collect_rule_by_adult on collect_rule (adult_id)',
    `create table attendee_care (attendee_id integer primary key references attendee (id) on delete cascade,
      photo_consent text not null, needs_reviewed ${key} not null, need_detail text not null, version integer not null)`,
    `create table family_change (id ${id}, request_id text unique, kind text not null, at ${number} not null,
      changed_by text not null, changed_by_name text not null, former text not null, result text not null)`,
    'create index family_change_by_time on family_change (at)',
  )
  const counted = (by: string) =>
    `update lock_scope set changes = changes + 1, items = items + ${by} where name = 'families';`
  const noticed = (scope: string) => `update lock_scope set changes = changes + 1 where name = '${scope}';`
  const followed = [
    ['family', 'insert', lite ? '1' : '(select count(*) from changed)', 'new'],
    ['family', 'update', '0', ''],
    ['family', 'delete', lite ? '-1' : '-(select count(*) from changed)', 'old'],
  ] as const
  // A roll shows who collects its children, and the list of families shows their names.
  const noticing = [
    ['family', 'update', 'attendees'],
    ['family', 'delete', 'attendees'],
    ['attendee', 'update', 'families'],
  ] as const
  const follow = async (name: string, table: string, event: string, does: string, changed = '') => {
    const transition = changed === '' ? '' : `referencing ${changed} table as changed`
    await run(
      ...(lite
        ? [`create trigger ${name} after ${event} on ${table} begin ${does} end`]
        : [
            `create function ${name}() returns trigger language plpgsql as $$ begin ${does} return null; end $$`,
            `create trigger ${name} after ${event} on ${table} ${transition} for each statement execute function ${name}()`,
          ]),
    )
  }
  for (const [table, event, by, changed] of followed) {
    await follow(`${table}_${event}_followed`, table, event, counted(by), changed)
  }
  for (const [table, event, scope] of noticing) {
    await follow(`${table}_${event}_tells_${scope}`, table, event, noticed(scope))
  }
  if (lite) {
    const index = "insert into family_trigrams (rowid, search_key) values (new.id, new.search_key || '  ');"
    const unindex = `insert into family_trigrams (family_trigrams, rowid, search_key)
      values ('delete', old.id, old.search_key || '  ');`
    await run(
      "create view family_search as select id, search_key || '  ' as search_key from family",
      `create virtual table family_trigrams using fts5 (search_key, content = 'family_search', content_rowid = 'id',
        tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
      "insert into family_trigrams (family_trigrams, rank) values ('secure-delete', 1)",
      `create trigger family_added after insert on family begin ${index} end`,
      `create trigger family_renamed after update of search_key on family
        when old.search_key <> new.search_key begin ${unindex} ${index} end`,
      `create trigger family_removed after delete on family begin ${unindex} end`,
    )
  } else {
    await run(
      'create view family_search as select id, search_key from family',
      'create index family_trigrams on family using gin (trigrams(search_key))',
    )
  }
}
