import { Kysely, SqliteDialect } from 'kysely'
import { SqliteFile, type SqliteStatement } from '../sqlite-file.ts'
import { type Database, type OnQuery, READ_SCOPE, requireScope, type ScopeState } from './database.ts'
import type { LockScope, Tables } from './tables.ts'
import { TRIGRAM_TABLES } from './trigram-search.ts'

/** How long, in milliseconds, another process's write may go unnoticed; this process's own is noticed at once. */
const TRUSTED = 20

/** A database in one file, where every commit is flushed to the disk. */
export function openSqlite(file: string, onQuery?: OnQuery): Database {
  const handle = new SqliteFile(file)
  handle.switchToWal()
  handle.exec('pragma synchronous = FULL')
  handle.exec('pragma foreign_keys = ON')
  // What is deleted is overwritten: an erased child is not to be read out of the file's free space.
  handle.exec('pragma secure_delete = ON')
  // In KiB, at most, and kept until the end: half of an index of 10^6 rows, which is the way to any page of it.
  handle.exec('pragma cache_size = -131072')
  handle.exec(TRIGRAM_TABLES)
  // Kysely's transactions span several turns of the event loop. A connection of its own sees only what is committed.
  const reader = new SqliteFile(file, { readOnly: true })
  const trusted = new Map<LockScope, Promise<ScopeState>>()
  const forget = () => trusted.clear()
  let readVersioned: SqliteStatement<[string], ScopeState> | undefined
  const through = (file: SqliteFile) =>
    new Kysely<Tables>({
      ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis) }),
      dialect: new SqliteDialect({ database: withKeptStatements(file, forget) }),
    })
  const sql = through(handle)
  return {
    sql,
    dialect: 'sqlite',
    // It has the usual cache, of 2 MB: what is read once is not kept in memory.
    longReads: through(reader),
    readVersioned(scope) {
      let state = trusted.get(scope)
      if (!state) {
        readVersioned ??= reader.prepare<[string], ScopeState>(`${READ_SCOPE}?`)
        state = Promise.resolve(requireScope(readVersioned.get(scope), scope))
        trusted.set(scope, state)
        setTimeout(forget, TRUSTED).unref()
      }
      return state
    },
    async close() {
      reader.close()
      handle.exec('pragma wal_checkpoint(TRUNCATE)')
      await sql.destroy()
    },
  }
}

const MAX_KEPT = 500
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }
/** Whatever begins otherwise may change something, or end a transaction. */
const ONLY_READS = /^\s*select\b/i
/** What was prepared before names the columns as they were. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/**
 * Keeps prepared statements by their text, which are a few hundred; preparing costs more than running.
 * `beforeWrite` is called for each one that may change something or ends a transaction.
 */
function withKeptStatements(handle: SqliteFile, beforeWrite: () => void) {
  const kept = new Map<string, ReturnType<typeof prepare>>()

  function prepare(text: string) {
    const statement = handle.prepare<readonly unknown[]>(text)
    const onlyReads = ONLY_READS.test(text)
    const changesTables = CHANGES_TABLES.test(text)
    return {
      reader: statement.answersRows,
      all(parameters: readonly unknown[]) {
        if (!onlyReads) {
          beforeWrite()
        }
        return statement.all(...parameters)
      },
      run(parameters: readonly unknown[]) {
        // A full disk ends the transaction by itself; to complain of that would hide what happened.
        if (text === 'rollback' && !handle.inTransaction) {
          return NOTHING_DONE
        }
        beforeWrite()
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
