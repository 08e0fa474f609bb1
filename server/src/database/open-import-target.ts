import { type Kysely, sql as query, type Transaction } from 'kysely'
import { StartupError } from '../startup-error.ts'
import { isUnavailable } from './database-errors.ts'
import { STEP_NAMES } from './migrate.ts'
import { openUnmigrated, type Where } from './open-database.ts'
import {
  type Ask,
  COUNTERS,
  type CopiedTable,
  FORMER_IMPORT_MARK,
  IMPORT_MARK,
  isImportMark,
  readSchema,
} from './read-schema.ts'
import type { Row } from './row-digest.ts'
import type { Tables } from './tables.ts'

/** Tables that have rows from the beginning. If anything was done since, a lock scope or another table shows it. */
const SEEDED = new Set([...COUNTERS, 'preacher', 'preaching_category', 'podcast', 'identity_group'])

/**
 * A database that is being filled with rows. No server opens it before `finish`, so that nobody works with half a
 * church; after an interruption the import target is opened again, and goes on.
 */
export type ImportTarget = {
  /** Every table to fill, each one after all that it refers to. The lock scopes come last, and must. */
  tables: readonly CopiedTable[]
  /** Whether rows may be here already, from an import that was interrupted. */
  resumed: boolean
  /** Inserts rows into a table as they are, all or none; triggers and indexes follow them. */
  write(table: Pick<CopiedTable, 'name' | 'columns'>, rows: readonly Row[]): Promise<void>
  /** Empties this table and all that come after it. */
  clearFrom(table: CopiedTable): Promise<void>
  /** Ends the import: `lastIds` are the snapshot's. From now on it is a database like any other. */
  finish(lastIds: Record<string, number>): Promise<void>
  /** Closes the database; without `finish` before, it stays an import target. */
  close(): Promise<void>
}

/**
 * Opens an empty database to fill with rows, and makes its schema: up to `step`, which is the last one unless the rows
 * are older. A database that isn't empty is refused, unless it is an unfinished import target. `begin` may refuse as
 * well, before anything is written.
 */
export async function openImportTarget(
  where: Where,
  { step, begin }: { step?: string; begin?: () => Promise<void> } = {},
): Promise<ImportTarget> {
  const { database, bringUpTo } = await openUnmigrated(where)
  const { sql: db, dialect } = database
  const ask = queryOf(db)
  try {
    await refuseForeignTables(ask, dialect)
    await bringUpTo(step)
    const tables = await readSchema(ask, dialect)
    const resumed = await isMarked(db)
    if (!resumed) {
      await begin?.()
      await db.transaction().execute(async (transaction) => {
        await refuseRows(queryOf(transaction), tables)
        await query.raw(`create table ${IMPORT_MARK} (begun text primary key)`).execute(transaction)
        await clear(transaction, tables)
      })
    }
    return {
      tables,
      resumed,
      async write(table, rows) {
        try {
          await write(db, table, rows)
        } catch (error) {
          throw isUnavailable(error)
            ? new StartupError(
                `The database to fill could not be written (${(error as { code?: string }).code}); run the same command again when it can.`,
                { cause: error },
              )
            : new Error(`Rows of ${table.name} could not be written.`, { cause: error })
        }
      },
      async clearFrom(table) {
        const from = tables.findIndex(({ name }) => name === table.name)
        await db.transaction().execute((transaction) => clear(transaction, tables.slice(from)))
      },
      async finish(lastIds) {
        await db.transaction().execute(async (transaction) => {
          for (const table of tables.filter(({ key }) => key.length === 1 && key[0] === 'id')) {
            await setLastId(queryOf(transaction), dialect, table.name, lastIds[table.name] ?? 0)
          }
          for (const mark of [IMPORT_MARK, FORMER_IMPORT_MARK]) {
            await transaction.schema.dropTable(mark).ifExists().execute()
          }
        })
        if (dialect === 'postgres') {
          await query`analyze`.execute(db)
        }
      },
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function queryOf(db: Kysely<Tables>): Ask {
  return async (text) => (await query.raw<Record<string, unknown>>(text).execute(db)).rows
}

async function isMarked(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => isImportMark(name))
}

/** It has tables of another program, or of a newer one: this is not the database that was meant. */
async function refuseForeignTables(ask: Ask, dialect: 'sqlite' | 'postgres') {
  const isThere =
    dialect === 'sqlite'
      ? "select name from sqlite_schema where type = 'table'"
      : "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')"
  const names = (await ask(isThere)).map(({ name }) => String(name))
  if (names.length > 0 && !names.includes('kysely_migration')) {
    throw new StartupError(
      `The database to fill is not empty: it has the table ${names.sort()[0]}, which is not Vestry's. Name an empty one.`,
    )
  }
  const steps = names.length > 0 ? await ask('select name from kysely_migration') : []
  if (steps.some(({ name }) => !STEP_NAMES.includes(String(name)))) {
    throw new StartupError(
      'The database to fill is not empty: a newer version of Vestry has worked with it. Name an empty one.',
    )
  }
}

async function refuseRows(ask: Ask, tables: readonly CopiedTable[]) {
  for (const { name } of tables) {
    const changed = SEEDED.has(name) ? (COUNTERS.includes(name) ? 'where changes > 0' : 'where 1 = 0') : ''
    const rows = await ask(`select 1 from "${name}" ${changed} limit 1`)
    if (rows.length > 0) {
      throw new StartupError(
        `The database to fill is not empty: Vestry has worked with it (there is something in ${name}). Name an empty one.`,
      )
    }
  }
}

async function clear(transaction: Transaction<Tables>, tables: readonly CopiedTable[]) {
  for (const { name } of tables.toReversed()) {
    await query`delete from ${query.table(name)}`.execute(transaction)
  }
}

async function write(
  db: Kysely<Tables>,
  { name, columns }: Pick<CopiedTable, 'name' | 'columns'>,
  rows: readonly Row[],
) {
  if (rows.length > 0) {
    const values = rows.map((row) => query`(${query.join(row)})`)
    const into = query.join(columns.map((column) => query.ref(column)))
    await query`insert into ${query.table(name)} (${into}) values ${query.join(values)}`.execute(db)
  }
}

/** No id is given out twice, not even that of a row that is gone. */
async function setLastId(ask: Ask, dialect: 'sqlite' | 'postgres', table: string, last: number) {
  if (dialect === 'sqlite') {
    await ask(`delete from sqlite_sequence where name = '${table}'`)
    await ask(`insert into sqlite_sequence (name, seq)
      select '${table}', max(${last}, coalesce((select max(id) from "${table}"), 0))`)
    return
  }
  await ask(`select setval(pg_get_serial_sequence('"${table}"', 'id'), greatest(highest, 1), highest > 0)
    from (select greatest(${last}, (select max(id) from "${table}")) as highest) as ids`)
}
