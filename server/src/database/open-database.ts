import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

export type Database = {
  sql: Kysely<Tables>
  dialect: Dialect
  close(): Promise<void>
}

/**
 * Opens the database and brings its schema up to date. With a `postgres://` address it is PostgreSQL,
 * otherwise the file `vestry.db` in the data folder, where every commit is flushed to the disk.
 */
export async function openDatabase(where: {
  databaseUrl?: string | undefined
  dataFolder: string
}): Promise<Database> {
  const database = where.databaseUrl
    ? postgres(where.databaseUrl)
    : sqlite(join(where.dataFolder, 'vestry.db'))
  try {
    await migrate(database.sql, database.dialect)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function sqlite(file: string): Database {
  const handle = new Sqlite(file)
  handle.pragma('busy_timeout = 5000')
  handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma('cache_size = -65536')
  const sql = new Kysely<Tables>({ dialect: new SqliteDialect({ database: withKeptStatements(handle) }) })
  return {
    sql,
    dialect: 'sqlite',
    async close() {
      handle.pragma('wal_checkpoint(TRUNCATE)')
      await sql.destroy()
    },
  }
}

const MOST_KEPT = 500

/** Keeps prepared statements by their text, which are a few hundred; preparing costs more than running. */
function withKeptStatements(handle: Sqlite.Database) {
  const kept = new Map<string, Sqlite.Statement<unknown[]>>()
  return {
    prepare(text: string) {
      let statement = kept.get(text)
      if (!statement) {
        statement = handle.prepare(text)
        if (kept.size === MOST_KEPT) {
          kept.clear()
        }
        kept.set(text, statement)
      }
      return statement
    },
    close() {
      kept.clear()
      handle.close()
    },
  }
}

const PG_INT8 = 20

function postgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        id === PG_INT8
          ? Number
          : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { sql, dialect: 'postgres', close: () => sql.destroy() }
}
