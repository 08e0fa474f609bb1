import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'
import type { LockScope, Tables } from '../tables.ts'

// Triggers that follow every change of the Sunday school in the same transaction: they keep the counters of its areas
// and the trigram indexes that searches use.

export async function createAttendeeTriggers(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await followArea(db, dialect, { table: 'attendee', area: 'attendees', rows: 'counted' })
  await indexTrigrams(db, dialect, 'attendee')
}

export async function createClassTriggers(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  // What decides which classes a list holds, and in which order; that includes whose they are. Attendance is left out:
  // it changes every second, and the few counts that a page shows are counted anew.
  const columns = ['search_key', 'session_datetime']
  await followArea(db, dialect, { table: 'class_session', columns, area: 'classes', rows: 'counted' })
  await indexTrigrams(db, dialect, 'class_session')
  await followArea(db, dialect, { table: 'class_teacher', area: 'classes', rows: 'noticed' })
}

type Followed = {
  table: string
  /** The columns whose updates are followed; all of them, if none is named. */
  columns?: readonly string[]
  area: LockScope
  rows: 'counted' | 'noticed'
}

/** Keeps an area's `changes`, and its `items` if it counts this table's rows. */
async function followArea(
  db: Kysely<Tables>,
  dialect: Dialect,
  { table, columns, area, rows }: Followed,
): Promise<void> {
  const change = (items: string) =>
    `update area set changes = changes + 1${rows === 'counted' ? `, items = items + ${items}` : ''}
      where name = '${area}';`
  const update = columns ? `update of ${columns}` : 'update'
  const events = [
    ['insert', 'insert', '1', 'referencing new table as changed'],
    ['update', update, '0', ''],
    ['delete', 'delete', '-1', 'referencing old table as changed'],
  ] as const
  for (const [named, event, by, changed] of events) {
    const name = `${table}_${named}_followed`
    if (dialect === 'sqlite') {
      await sql.raw(`create trigger ${name} after ${event} on ${table} begin ${change(by)} end`).execute(db)
    } else {
      const items = changed === '' ? '0' : `${by} * (select count(*) from changed)`
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $$ begin ${change(items)} return null; end $$`,
        )
        .execute(db)
      await sql
        .raw(
          `create trigger ${name} after ${event} on ${table} ${changed}
            for each statement execute function ${name}()`,
        )
        .execute(db)
    }
  }
}

/** Makes the view `<table>_search`, where LIKE with a pattern of three letters or more is quick. */
async function indexTrigrams(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: 'attendee' | 'class_session',
): Promise<void> {
  if (dialect === 'postgres') {
    await sql.raw(`create view ${table}_search as select id, search_key from ${table}`).execute(db)
    // Without the extension (a server may not offer it) searching is slower, but otherwise the same.
    const offered = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db)
    if (offered.rows.length > 0) {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await sql
        .raw(`create index ${table}_trigrams on ${table} using gin (search_key gin_trgm_ops)`)
        .execute(db)
    }
    return
  }
  const trigrams = `${table}_trigrams`
  const index = `insert into ${trigrams} (rowid, search_key) values (new.id, new.search_key);`
  const unindex = `insert into ${trigrams} (${trigrams}, rowid, search_key)
    values ('delete', old.id, old.search_key);`
  for (const statement of [
    `create virtual table ${trigrams} using fts5 (search_key, content = '${table}',
      content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0)`,
    `create view ${table}_search as select rowid as id, search_key from ${trigrams}`,
    `create trigger ${table}_added after insert on ${table} begin ${index} end`,
    `create trigger ${table}_renamed after update of search_key on ${table}
      when old.search_key <> new.search_key begin ${unindex} ${index} end`,
    `create trigger ${table}_removed after delete on ${table} begin ${unindex} end`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
