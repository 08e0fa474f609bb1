import type { Database } from '@vestry/server/database/open-database.ts'
import { type Kysely, sql } from 'kysely'

/** What is wrong with the database: with its pages and indexes, its references, and what triggers keep. */
export async function checkDatabase({ sql: db, dialect }: Database): Promise<string[]> {
  return [
    ...(dialect === 'sqlite' ? await checkSqlite(db) : await checkPostgres(db)),
    ...(await checkCounts(db)),
  ]
}

type Db = Kysely<Database['sql'] extends Kysely<infer Tables> ? Tables : never>

async function checkSqlite(db: Db): Promise<string[]> {
  const { rows: damage } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  return [
    ...damage.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...orphans.map((row) => `a row refers to nothing: ${JSON.stringify(row)}`),
    ...(await checkSearchTables(db)),
  ]
}

/** FTS5 compares its index with the rows from which it was made. */
async function checkSearchTables(db: Db): Promise<string[]> {
  const breaches: string[] = []
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where sql like 'create virtual table%fts5%'`.execute(db)
  for (const { name } of rows) {
    const table = sql.id(name)
    await sql`insert into ${table} (${table}, rank) values ('integrity-check', 1)`
      .execute(db)
      .catch((error: Error) => breaches.push(`${name}: ${error.message}`))
  }
  return rows.length === 0 ? ['no search table was found'] : breaches
}

async function checkPostgres(db: Db): Promise<string[]> {
  const breaches: string[] = []
  await sql`create extension if not exists amcheck`.execute(db)
  const { rows: indexes } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace`.execute(db)
  for (const { name } of indexes) {
    await sql`select bt_index_check(${name}::regclass, true)`
      .execute(db)
      .catch((error: Error) => breaches.push(`${name}: ${error.message}`))
  }
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  for (const { name } of tables) {
    const { rows } = await sql<{ msg: string }>`select msg from verify_heapam(${name}::regclass)`.execute(db)
    breaches.push(...rows.map(({ msg }) => `${name}: ${msg}`))
  }
  return [...breaches, ...(await checkReferences(db))]
}

/** PostgreSQL does not check a reference again that it has once accepted; this does. */
async function checkReferences(db: Db): Promise<string[]> {
  const { rows: references } = await sql<{ name: string; child: string; parent: string; pairs: string }>`
    select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ')
       from unnest(k.conkey, k.confkey) as of (a, b)
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = of.a
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = of.b) as pairs
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(db)
  const breaches: string[] = []
  for (const { name, child, parent, pairs } of references) {
    const first = /c\.(\S+)/.exec(pairs)?.[1]
    const { rows } = await sql
      .raw(
        `select 1 from ${child} c where c.${first} is not null and not exists (select 1 from ${parent} p where ${pairs})`,
      )
      .execute(db)
    if (rows.length > 0) {
      breaches.push(`${rows.length} rows of ${child} refer to nothing by ${name}`)
    }
  }
  return references.length === 0 ? ['no reference was found'] : breaches
}

const COUNTED = { preaching: 'preaching_item', attendees: 'attendee', classes: 'class_session' } as const

/** The counts that triggers keep of the rows. */
async function checkCounts(db: Db): Promise<string[]> {
  const breaches: string[] = []
  const kept = await db.selectFrom('lock_scope').select(['name', 'items']).execute()
  for (const [scope, table] of Object.entries(COUNTED)) {
    const { rows } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    const items = kept.find(({ name }) => name === scope)?.items
    if (Number(rows) !== items) {
      breaches.push(`${scope} counts ${items} where there are ${rows}`)
    }
  }
  return breaches
}
