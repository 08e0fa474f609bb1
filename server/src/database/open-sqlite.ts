import { Kysely, SqliteDialect } from 'kysely'
import { SqliteFile, type SqliteStatement } from '../sqlite-file.ts'
import { type Database, type OnQuery, READ_SCOPE, requireScope, type ScopeState } from './database.ts'
import { runTransaction } from './run-transaction.ts'
import type { Tables } from './tables.ts'
import { TRIGRAM_TABLES } from './trigram-search.ts'
import { createWrites } from './writes.ts'

/** A database in one file, where every commit is flushed to the disk. */
export function openSqlite(file: string, onQuery?: OnQuery): Database {
  const handle = new SqliteFile(file)
  handle.switchToWal()
  handle.exec('pragma synchronous = FULL')
  handle.exec('pragma foreign_keys = ON')
  // Deleted data is overwritten, so that nobody can read an erased child out of the file's free space.
  handle.exec('pragma secure_delete = ON')
  // The most memory for the cache, in KiB, which is kept until the end: it holds the index in which a far page of a
  // large list is found.
  handle.exec('pragma cache_size = -131072')
  handle.exec(TRIGRAM_TABLES)
  // Kysely's transactions take several turns of the event loop. A connection of its own sees only what is committed.
  const reader = new SqliteFile(file, { readOnly: true })
  let readVersioned: SqliteStatement<[string], ScopeState> | undefined
  const through = (dialect: SqliteDialect) =>
    new Kysely<Tables>({
      ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis) }),
      dialect,
    })
  const dialect = new SqliteDialect({ database: withKeptStatements(handle) })
  const sql = through(dialect)
  return {
    sql,
    dialect: 'sqlite',
    transaction: (work) => runTransaction(sql, dialect, work),
    // This connection has the usual cache of 2 MB: what is read once is not kept in memory.
    longReads: through(new SqliteDialect({ database: withKeptStatements(reader) })),
    async readVersioned(scope) {
      readVersioned ??= reader.prepare<[string], ScopeState>(`${READ_SCOPE}?`)
      return requireScope(readVersioned.get(scope), scope)
    },
    writes: createWrites((onWrite) => watchFile(reader, onWrite)),
    async close() {
      reader.close()
      handle.exec('pragma wal_checkpoint(TRUNCATE)')
      await sql.destroy()
    },
  }
}

/** How often the file is looked at, in milliseconds: what this process writes is told at once. */
const LOOK_EVERY = 2000

/** Watches for writes of other connections, such as those of the command line. */
function watchFile(reader: SqliteFile, onWrite: () => void): () => void {
  const statement = reader.prepare<[], { data_version: number }>('pragma data_version')
  let known = statement.get()?.data_version
  const timer = setInterval(() => {
    const version = statement.get()?.data_version
    if (version !== known) {
      known = version
      onWrite()
    }
  }, LOOK_EVERY)
  timer.unref()
  return () => clearInterval(timer)
}

const MAX_KEPT = 500
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }
/** A statement that was prepared before still has the old names of columns. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/** Keeps prepared statements by their text, some hundreds; preparing one costs more than running it. */
function withKeptStatements(handle: SqliteFile) {
  const kept = new Map<string, ReturnType<typeof prepare>>()

  function prepare(text: string) {
    const statement = handle.prepare<readonly unknown[]>(text)
    const changesTables = CHANGES_TABLES.test(text)
    return {
      reader: statement.answersRows,
      all: (parameters: readonly unknown[]) => statement.all(...parameters),
      run(parameters: readonly unknown[]) {
        // A full disk has ended the transaction by itself; an error about that would hide what happened.
        if (text === 'rollback' && !handle.inTransaction) {
          return NOTHING_DONE
        }
        if (changesTables) {
          kept.clear()
        }
        return statement.run(...parameters)
      },
      iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
    }
  }

  return {
    prepare(text: string) {
      let statement = kept.get(text)
      if (!statement) {
        statement = prepare(text)
        if (kept.size === MAX_KEPT) {
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
