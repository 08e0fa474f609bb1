import type { Dialect } from './database.ts'

/** A table whose rows are copied unchanged when a church moves to another database or is backed up. */
export type CopiedTable = {
  name: string
  /** In alphabetical order, which is the same on both databases. */
  columns: readonly string[]
  /** The columns of the primary key, in the key's order. */
  key: readonly string[]
}

/** Runs one query and returns its rows. */
export type Ask = (query: string) => Promise<Record<string, unknown>[]>

/** This table marks a database that is still being filled with rows. See `openImportTarget`. */
export const IMPORT_MARK = 'unfinished_import'
/** Its name before step 0009: an import that an older program did not finish is still unfinished. */
export const FORMER_IMPORT_MARK = 'unfinished_arrival'

export function isImportMark(table: string): boolean {
  return table === IMPORT_MARK || table === FORMER_IMPORT_MARK
}

/**
 * Tables that triggers keep from other tables (the first one before step 0008): triggers fill them, so they are not
 * copied.
 */
const DERIVED = new Set(['preaching_tally', 'class_tally'])
/** Not rows of the church, but the notes of the migrator and of an unfinished copy. */
const BOOKKEEPING = new Set(['kysely_migration', 'kysely_migration_lock', IMPORT_MARK, FORMER_IMPORT_MARK])
/**
 * Counts the changes of other tables, so it is copied last, when nothing else changes. The first is its name before
 * step 0008.
 */
export const COUNTERS: readonly string[] = ['area', 'lock_scope']

type Column = { table: string; column: string; key: number }
type Reference = { table: string; refers: string }

const COLUMNS: Record<Dialect, string> = {
  sqlite: `select list.name as "table", info.name as "column", info.pk as key
    from pragma_table_list as list, pragma_table_info(list.name) as info
    where list.schema = 'main' and list.type = 'table' and list.name not like 'sqlite\\_%' escape '\\'`,
  postgres: `select relname as "table", attname as "column",
      coalesce(array_position(conkey::integer[], attnum::integer), 0) as key
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
}

/** Which table refers to which. */
export const REFERENCES: Record<Dialect, string> = {
  sqlite: `select list.name as "table", refers."table" as refers
    from pragma_table_list as list, pragma_foreign_key_list(list.name) as refers
    where list.schema = 'main' and list.type = 'table'`,
  postgres: `select source.relname as "table", target.relname as refers
    from pg_constraint
    join pg_class as source on source.oid = conrelid
    join pg_class as target on target.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`,
}

/**
 * The tables to copy, read from the schema itself so that none is forgotten: each one after all that it refers to, in
 * the same order on both databases. A table without a primary key is refused.
 */
export async function readSchema(ask: Ask, dialect: Dialect): Promise<CopiedTable[]> {
  const columns = (await ask(COLUMNS[dialect])) as Column[]
  const references = (await ask(REFERENCES[dialect])) as Reference[]
  const names = [...new Set(columns.map(({ table }) => table))]
    .filter((name) => !DERIVED.has(name) && !BOOKKEEPING.has(name))
    .sort()
  return inOrder(names, references).map((name) => {
    const own = columns.filter(({ table }) => table === name)
    const key = own.filter((column) => column.key > 0).sort((a, b) => a.key - b.key)
    if (key.length === 0) {
      throw new Error(`The table ${name} has no primary key, so that its rows have no order to be copied in.`)
    }
    return { name, columns: own.map(({ column }) => column).sort(), key: key.map(({ column }) => column) }
  })
}

function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const placed: string[] = []
  let waiting = names.filter((name) => !COUNTERS.includes(name))
  while (waiting.length > 0) {
    const free = waiting.filter((name) =>
      references.every(({ table, refers }) => table !== name || refers === name || !waiting.includes(refers)),
    )
    if (free.length === 0) {
      throw new Error(`The tables ${waiting.join(', ')} refer to each other in a circle.`)
    }
    placed.push(...free)
    waiting = waiting.filter((name) => !free.includes(name))
  }
  return [...placed, ...names.filter((name) => COUNTERS.includes(name))]
}
