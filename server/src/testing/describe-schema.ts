import { sql as query } from 'kysely'
import type { Database } from '../database/open-database.ts'

const SQLITE = `select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema
  where name not like 'sqlite\\_%' escape '\\'`

const POSTGRES = `
  select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') as line
    from information_schema.columns where table_schema = current_schema()
  union all select 'index ' || indexdef from pg_indexes where schemaname = current_schema()
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'f', 'u', 'c')
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'view ' || viewname || definition from pg_views where schemaname = current_schema()
  union all select 'function ' || proname || prosrc from pg_proc
    where pronamespace = current_schema()::regnamespace and prolang = (select oid from pg_language where lanname = 'plpgsql')`

/** Everything in a schema, one thing on each line, so that two schemas can be compared. */
export async function describeSchema({ sql, dialect }: Database): Promise<string[]> {
  const { rows } = await query.raw<{ line: string }>(dialect === 'sqlite' ? SQLITE : POSTGRES).execute(sql)
  return rows.map(({ line }) => line).sort()
}
