import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { SqliteFile } from '../sqlite-file.ts'
import { StartupError } from '../startup-error.ts'
import { APPLICATION, type Dialect } from './database.ts'
import { refuseOtherSteps } from './migrate.ts'
import { toUserError, type Where } from './open-database.ts'
import { type Ask, type CopiedTable, readSchema } from './read-schema.ts'
import { type Digest, type Row, startDigest } from './row-digest.ts'

/** Rows of one page: enough to be quick, few enough to be held in memory. */
const PAGE = 500
const LOOKS = 20
const LOOK_EVERY = 100

/** Before this step there is no view `used_object`. */
const VIEW_STEP = '0012-trash'
const USED_BEFORE = '(select path from preaching_item union all select poster_path from preaching_item)'

/**
 * All rows of a database as they were at one moment, whatever is written meanwhile; nobody who writes waits for it.
 *
 *     const snapshot = await openSnapshot(config)
 *     for (const table of snapshot.tables) {
 *       for await (const page of snapshot.pages(table)) { … }
 *     }
 *     await snapshot.close()
 */
export type Snapshot = {
  dialect: Dialect
  /** Every table to copy, each one after all that it refers to. */
  tables: readonly CopiedTable[]
  /** The last step of the schema; a database for these rows must have it, see `openImportTarget`. */
  step: string
  /** The rows of a table, unchanged, in the order of its primary key (text byte by byte), a page at a time. */
  pages(table: CopiedTable): AsyncIterable<Row[]>
  /** Every object of the store that rows name, also those of deleted sermons; some come more than once. */
  usedObjects(): AsyncIterable<string>
  /** How many rows there are in all tables. */
  countRows(): Promise<number>
  /** The highest id that each table has given out, so that no id is given out twice. */
  lastIds(): Promise<Record<string, number>>
  close(): Promise<void>
}

/**
 * Opens a snapshot on a connection of its own. The schema must be up to date (`openDatabase` sees to that), or at least
 * at `step`. `alone` refuses a database that somebody else has open, above all a running server, and keeps others from
 * opening SQLite's.
 */
export async function openSnapshot(
  { databaseUrl, dataFolder, namedBy }: Where,
  { alone = false, step: last }: { alone?: boolean; step?: string } = {},
): Promise<Snapshot> {
  const reader = databaseUrl
    ? await readPostgres(databaseUrl, alone).catch((error: unknown) => {
        throw toUserError(error, namedBy)
      })
    : await readSqlite(requireFile(dataFolder), alone)
  const { ask, dialect } = reader
  try {
    const step = await refuseOtherSteps(ask, last)
    const tables = await readSchema(ask, dialect)
    return {
      dialect,
      tables,
      step,
      async *pages({ name, columns, key }) {
        const bytewise = dialect === 'postgres' ? await textColumns(ask, name) : []
        const order = key.map((column) => `"${column}"${bytewise.includes(column) ? ' collate "C"' : ''}`)
        const listed = columns.map((column) => `"${column}"`)
        yield* reader.pages(
          `select ${listed.join(', ')} from "${name}" order by ${order.join(', ')}`,
          columns,
        )
      },
      async *usedObjects() {
        const used = step < VIEW_STEP ? USED_BEFORE : 'used_object'
        const query = `select path from ${used} as used where path <> ''`
        for await (const page of reader.pages(query, ['path'])) {
          yield* page.map(([path]) => String(path))
        }
      },
      async countRows() {
        const counts = tables.map(({ name }) => `(select count(*) from "${name}")`)
        const [counted] = await ask(`select ${counts.join(' + ')} as "rows"`)
        return Number(counted?.rows)
      },
      lastIds: () => lastIds(ask, dialect, tables),
      close: reader.close,
    }
  } catch (error) {
    await reader.close()
    throw error
  }
}

/** Counts and checksums of all tables: equal for equal rows, on both databases. */
export async function digestTables(snapshot: Snapshot): Promise<Record<string, Digest>> {
  const digests: Record<string, Digest> = {}
  for (const table of snapshot.tables) {
    const digest = startDigest()
    for await (const page of snapshot.pages(table)) {
      digest.add(page)
    }
    digests[table.name] = digest.result()
  }
  return digests
}

type Reader = {
  dialect: Dialect
  ask: Ask
  pages(query: string, columns: readonly string[]): AsyncIterable<Row[]>
  close(): Promise<void>
}

/** The file of a SQLite database that exists already. */
export function requireFile(dataFolder: string): string {
  const file = join(dataFolder, 'vestry.db')
  if (!existsSync(file)) {
    throw new StartupError(`There is no database ${file}.`)
  }
  return file
}

async function readSqlite(file: string, alone: boolean): Promise<Reader> {
  const handle = new SqliteFile(file, { readOnly: !alone, timeout: alone ? 500 : 5000 })
  try {
    if (alone) {
      handle.exec('pragma locking_mode = EXCLUSIVE')
    }
    // The first query begins the snapshot.
    handle.exec('begin; select 1 from sqlite_schema')
  } catch (error) {
    handle.close()
    throw (error as { code?: string }).code === 'SQLITE_BUSY'
      ? new StartupError(`A server or a command has the database ${file} open; stop it first.`, {
          cause: error,
        })
      : error
  }
  return {
    dialect: 'sqlite',
    ask: async (query) => handle.prepare<[], Record<string, unknown>>(query).all(),
    async *pages(query) {
      let page: Row[] = []
      for (const row of handle.prepare<[]>(query).iterateValues()) {
        page.push(row as Row)
        if (page.length === PAGE) {
          yield page
          page = []
          await nextTurn()
        }
      }
      if (page.length > 0) {
        yield page
      }
    },
    async close() {
      handle.close()
    },
  }
}

async function readPostgres(connectionString: string, alone: boolean): Promise<Reader> {
  const [{ default: pg }, { WHOLE_NUMBERS }] = await Promise.all([import('pg'), import('./open-postgres.ts')])
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: `${APPLICATION} snapshot`,
    types: WHOLE_NUMBERS,
  })
  // When a connection breaks, its query fails.
  client.on('error', () => undefined)
  const ask: Ask = async (query) => (await client.query<Record<string, unknown>>(query)).rows
  try {
    await client.connect()
    if (alone) {
      await refuseOthers(ask)
    }
    // The first query begins the snapshot.
    await ask('begin isolation level repeatable read read only')
    await ask('select 1')
  } catch (error) {
    await client.end()
    throw error
  }
  let cursors = 0
  return {
    dialect: 'postgres',
    ask,
    async *pages(query, columns) {
      cursors += 1
      const cursor = `pages_${cursors}`
      await ask(`declare ${cursor} no scroll cursor for ${query}`)
      for (;;) {
        const page = await ask(`fetch ${PAGE} from ${cursor}`)
        if (page.length > 0) {
          yield page.map((row) => columns.map((column) => row[column]) as Row)
        }
        if (page.length < PAGE) {
          break
        }
      }
      await ask(`close ${cursor}`)
    },
    close: () => client.end(),
  }
}

/** A connection that was just closed is listed for a moment longer. */
async function refuseOthers(ask: Ask) {
  for (let looks = 1; ; looks += 1) {
    const [found] = await ask(`select count(*) as others from pg_stat_activity
      where datname = current_database() and application_name = '${APPLICATION}'`)
    if (found?.others === 0) {
      return
    }
    if (looks === LOOKS) {
      throw new StartupError(
        `A server or a command is connected to the PostgreSQL database (${found?.others} connections); stop it first.`,
      )
    }
    await pause(LOOK_EVERY)
  }
}

async function textColumns(ask: Ask, table: string): Promise<unknown[]> {
  const columns = await ask(`select attname from pg_attribute
    where attrelid = '"${table}"'::regclass and atttypid = 'text'::regtype`)
  return columns.map(({ attname }) => attname)
}

async function lastIds(ask: Ask, dialect: Dialect, tables: readonly CopiedTable[]) {
  const last: Record<string, number> = {}
  if (dialect === 'sqlite') {
    for (const { name, seq } of await ask('select name, seq from sqlite_sequence order by name')) {
      last[String(name)] = Number(seq)
    }
    return last
  }
  for (const { name } of tables.filter(({ columns }) => columns.includes('id'))) {
    const [found] = await ask(`select pg_get_serial_sequence('"${name}"', 'id') as sequence`)
    if (found?.sequence) {
      const [state] = await ask(`select greatest(case when is_called then last_value else 0 end,
        (select max(id) from "${name}")) as last from ${found.sequence}`)
      last[name] = Number(state?.last)
    }
  }
  return last
}
