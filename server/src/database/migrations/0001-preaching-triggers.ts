import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

// Triggers that follow every change of a preaching item in the same transaction: they keep the area's counters, the
// tally and the trigram index.

const TALLY = 'preaching_tally (preacher_id, preaching_category_id, year, items)'

export async function createPreachingTriggersOnSqlite(db: Kysely<Tables>): Promise<void> {
  const count = (row: 'new' | 'old', by: '1' | '-1') => {
    const year = `cast(substr(${row}.event_datetime, 1, 4) as integer)`
    const rows = [`${row}.preacher_id`, '0'].flatMap((preacher) =>
      [`${row}.preaching_category_id`, '0'].map((category) => `(${preacher}, ${category}, ${year}, ${by})`),
    )
    return `insert into ${TALLY} values ${rows.join(', ')} on conflict do update set items = items + ${by};`
  }
  const change = (items: string) =>
    `update area set changes = changes + 1, items = items + ${items} where name = 'preaching';`
  const index = 'insert into preaching_trigrams (rowid, search_key) values (new.id, new.search_key);'
  const unindex = `insert into preaching_trigrams (preaching_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key);`
  for (const statement of [
    `create virtual table preaching_trigrams using fts5 (search_key, content = 'preaching_item',
      content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0)`,
    'create view preaching_search as select rowid as id, search_key from preaching_trigrams',
    `create trigger preaching_item_added after insert on preaching_item begin
      ${change('1')} ${count('new', '1')} ${index} end`,
    `create trigger preaching_item_changed after update on preaching_item begin
      ${change('0')} ${count('old', '-1')} ${count('new', '1')} end`,
    `create trigger preaching_item_renamed after update of search_key on preaching_item
      when old.search_key <> new.search_key begin ${unindex} ${index} end`,
    `create trigger preaching_item_removed after delete on preaching_item begin
      ${change('-1')} ${count('old', '-1')} ${unindex} end`,
    ...['preacher', 'preaching_category'].map(
      (table) => `create trigger ${table}_changed after update on ${table} begin ${change('0')} end`,
    ),
  ]) {
    await sql.raw(statement).execute(db)
  }
}

/** Statement triggers, so that a bulk load counts once and not a million times. */
export async function createPreachingTriggersOnPostgres(db: Kysely<Tables>): Promise<void> {
  const tally = (rows: 'added' | 'removed', sign: '' | '-') => `
    insert into ${TALLY}
      select coalesce(preacher_id, 0), coalesce(preaching_category_id, 0), year, ${sign}count(*)
      from (select preacher_id, preaching_category_id, substr(event_datetime, 1, 4)::integer as year
        from ${rows}) as changed
      group by cube (preacher_id, preaching_category_id), year order by 1, 2, 3
    on conflict (preacher_id, preaching_category_id, year)
      do update set items = preaching_tally.items + excluded.items;`
  const change = (items: string) =>
    `update area set changes = changes + 1, items = items + ${items} where name = 'preaching';`
  const follower = (name: string, body: string) =>
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
  const added = 'referencing new table as added'
  const removed = 'referencing old table as removed'
  for (const statement of [
    follower('follow_added', `${change('(select count(*) from added)')} ${tally('added', '')}`),
    follower('follow_changed', `${change('0')} ${tally('removed', '-')} ${tally('added', '')}`),
    follower('follow_removed', `${change('- (select count(*) from removed)')} ${tally('removed', '-')}`),
    follower('follow_named', change('0')),
    `create trigger preaching_item_added after insert on preaching_item ${added}
      for each statement execute function follow_added()`,
    `create trigger preaching_item_changed after update on preaching_item ${removed} new table as added
      for each statement execute function follow_changed()`,
    `create trigger preaching_item_removed after delete on preaching_item ${removed}
      for each statement execute function follow_removed()`,
    ...['preacher', 'preaching_category'].map(
      (table) => `create trigger ${table}_changed after update on ${table}
        for each statement execute function follow_named()`,
    ),
    'create view preaching_search as select id, search_key from preaching_item',
  ]) {
    await sql.raw(statement).execute(db)
  }
  await indexTrigramsOnPostgres(db)
}

/** Without the extension (a server may not offer it) searching is slower, but otherwise the same. */
async function indexTrigramsOnPostgres(db: Kysely<Tables>): Promise<void> {
  const offered = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db)
  if (offered.rows.length > 0) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index preaching_item_trigrams on preaching_item using gin (search_key gin_trgm_ops)`.execute(
      db,
    )
  }
}
