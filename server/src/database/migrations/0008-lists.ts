import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

/**
 * The sermons are listed like everything else: their counts by presenter, category and year are dropped. A search that
 * no trigram index can answer reads an index that holds only search keys. And `area` gets the name of what it is.
 */
export const lists: MigrationStep = async (db, dialect) => {
  const run = async (...statements: string[]) => {
    for (const statement of statements) {
      await sql.raw(statement).execute(db)
    }
  }
  const change = (items: string) =>
    `update lock_scope set changes = changes + 1, items = items + ${items} where name = 'preaching';`

  await run(
    'create index preaching_item_by_key on preaching_item (search_key)',
    'create index attendee_by_key on attendee (search_key)',
    'drop view preaching_search',
    'alter table area rename to lock_scope',
  )
  if (dialect === 'sqlite') {
    const trigrams = 'preaching_trigrams'
    await run(
      `create view preaching_item_search as select rowid as id, search_key from ${trigrams}`,
      ...['added', 'changed', 'removed'].map((name) => `drop trigger preaching_item_${name}`),
      `create trigger preaching_item_added after insert on preaching_item begin ${change('1')}
        insert into ${trigrams} (rowid, search_key) values (new.id, new.search_key); end`,
      `create trigger preaching_item_changed after update on preaching_item begin ${change('0')} end`,
      `create trigger preaching_item_removed after delete on preaching_item begin ${change('-1')}
        insert into ${trigrams} (${trigrams}, rowid, search_key) values ('delete', old.id, old.search_key); end`,
      'drop table preaching_tally',
    )
    return
  }
  const follow = (name: string, body: string) =>
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
  await run(
    'create view preaching_item_search as select id, search_key from preaching_item',
    follow('follow_added', change('(select count(*) from added)')),
    follow('follow_changed', change('0')),
    follow('follow_removed', change('- (select count(*) from removed)')),
    'drop table preaching_tally',
  )
  // SQLite has renamed the table in the triggers; PostgreSQL keeps functions as text.
  const { rows } = await sql<{ made: string }>`select pg_get_functiondef(oid) as made from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc like '%update area set%'`.execute(db)
  await run(...rows.map(({ made }) => made.replace('update area set', 'update lock_scope set')))
}
