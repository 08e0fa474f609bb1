import { sql as query } from 'kysely'
import type { Database } from './database.ts'
import { refuseOtherSteps } from './migrate.ts'
import type { Ask } from './read-schema.ts'

/** What is wrong with a database, one sentence each; nothing when all is well. Changes nothing. */
export async function examineDatabase({ sql, dialect }: Database): Promise<string[]> {
  const ask: Ask = async (text) => (await query.raw<Record<string, unknown>>(text).execute(sql)).rows
  await refuseOtherSteps(ask)
  const own = dialect === 'sqlite' ? await examineSqlite(ask) : await examinePostgres(ask)
  return [...own, ...(await examineCounts(ask))]
}

async function examineSqlite(ask: Ask): Promise<string[]> {
  const integrity = (await ask('pragma integrity_check'))
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok')
  const strays = (await ask('pragma foreign_key_check')).map(
    ({ table, parent }) => `A row of ${table} refers to one of ${parent} that is not there.`,
  )
  const found = [...new Set([...integrity.map((line) => `SQLite says: ${line}.`), ...strays])]
  for (const { name } of await ask("select name from sqlite_schema where sql like '%using fts5%'")) {
    try {
      // Compares the index with the rows. It looks like a write, but writes nothing.
      await ask(`insert into "${name}" ("${name}", rank) values ('integrity-check', 1)`)
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_CORRUPT') {
        throw error
      }
      found.push(`The search index ${name} does not fit its rows.`)
    }
  }
  return found
}

async function examinePostgres(ask: Ask): Promise<string[]> {
  const indexes = await ask(`select indexrelid::regclass::text as name from pg_index
    where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`)
  const constraints = await ask(`select conname as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace`)
  const triggers = await ask(`select tgname as name from pg_trigger where tgenabled = 'D'
    and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`)
  return [
    ...indexes.map(({ name }) => `The index ${name} is not valid.`),
    ...constraints.map(({ name }) => `The constraint ${name} has not been checked.`),
    ...triggers.map(({ name }) => `The trigger ${name} is disabled.`),
    ...(await examineReferences(ask)),
  ]
}

/** A superuser, or a restore that went wrong, can leave rows behind that PostgreSQL itself never checks again. */
async function examineReferences(ask: Ask): Promise<string[]> {
  const references = await ask(`select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      (select string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ')
        from unnest(conkey, confkey) as pair (child, parent)
        join pg_attribute ca on ca.attrelid = conrelid and ca.attnum = pair.child
        join pg_attribute pa on pa.attrelid = confrelid and pa.attnum = pair.parent) as fits,
      (select string_agg(format('c.%I is not null', ca.attname), ' and ')
        from unnest(conkey) as key (child)
        join pg_attribute ca on ca.attrelid = conrelid and ca.attnum = key.child) as refers
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  const found: string[] = []
  for (const { child, parent, fits, refers } of references) {
    const [stray] = await ask(
      `select 1 as stray from ${child} c where ${refers} and not exists (select 1 from ${parent} p where ${fits}) limit 1`,
    )
    if (stray) {
      found.push(`A row of ${child} refers to one of ${parent} that is not there.`)
    }
  }
  return found
}

/** The counts that triggers keep must match the rows. */
async function examineCounts(ask: Ask): Promise<string[]> {
  const [counted] = await ask(`select (select items from lock_scope where name = 'preaching') as counted,
    (select count(*) from preaching_item) as items,
    (select count(*) from preaching_item_search) as searched,
    (select count(*) from attendee) as people,
    (select count(*) from attendee_search) as people_searched`)
  const number = (name: string) => Number(counted?.[name])
  return [
    ...(number('counted') === number('items')
      ? []
      : [`The server counts ${number('counted')} recordings, and there are ${number('items')}.`]),
    ...(number('searched') === number('items') ? [] : ['Not every recording can be found by searching.']),
    ...(number('people_searched') === number('people')
      ? []
      : ['Not every attendee can be found by searching.']),
  ]
}
