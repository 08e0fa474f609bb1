import { sql } from 'kysely'
import type { MigrationStep } from '../database.ts'

const TABLES = ['attendee', 'class_session', 'preaching_item']

/**
 * One index of trigrams finds texts of any length on both databases: two spaces follow each key, so that trigrams begin
 * with its last letters too. PostgreSQL needs no extension for it.
 */
export const trigrams: MigrationStep = async (db, dialect) => {
  const run = async (...statements: string[]) => {
    for (const statement of statements) {
      await sql.raw(statement).execute(db)
    }
  }
  if (dialect === 'postgres') {
    await run(
      // Its cost is set so high that no plan computes it for the rows of a whole table.
      `create function trigrams(key text) returns tsvector language sql immutable strict parallel restricted cost 100 as $$
        select array_to_tsvector(array(select substr(key || '  ', place, 3) from generate_series(1, length(key)) as place)) $$`,
      ...TABLES.flatMap((table) => [
        `drop index ${table}_other_letters`,
        `drop index if exists ${table}_trigrams`,
        `create index ${table}_trigrams on ${table} using gin (trigrams(search_key))`,
      ]),
    )
    return
  }
  const triggers = await sql<{ name: string; made: string }>`select name, sql as made from sqlite_schema
    where type = 'trigger' and sql like '%!_trigrams %' escape '!'`.execute(db)
  for (const table of TABLES) {
    const former = table === 'preaching_item' ? 'preaching_trigrams' : `${table}_trigrams`
    await run(
      `drop view ${table}_search`,
      `drop table ${former}`,
      `create view ${table}_search as select id, search_key || '  ' as search_key from ${table}`,
      `create virtual table ${table}_trigrams using fts5 (search_key, content = '${table}_search',
        content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
      `insert into ${table}_trigrams (${table}_trigrams) values ('rebuild')`,
    )
  }
  for (const { name, made } of triggers.rows) {
    const anew = made
      .replaceAll('preaching_trigrams', 'preaching_item_trigrams')
      .replaceAll(/(old|new)\.search_key\)/g, "$1.search_key || '  ')")
    await run(`drop trigger ${name}`, anew)
  }
}
