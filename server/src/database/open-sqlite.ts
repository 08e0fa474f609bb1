import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { type AreaState, READ_AREA, requireArea } from './area-state.ts'
import type { Database, OnQuery } from './open-database.ts'
import type { AreaName, Tables } from './tables.ts'

/** How long, in milliseconds, another process's write may go unnoticed; this process's own is noticed at once. */
const TRUSTED = 20

/** A database in one file, where every commit is flushed to the disk. */
export function openSqlite(file: string, onQuery?: OnQuery): Database {
  const handle = new Sqlite(file)
  handle.pragma('busy_timeout = 5000')
  handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma('cache_size = -65536')
  // Kysely's transactions span several turns of the event loop. A connection of its own sees only what is committed.
  const reader = new Sqlite(file, { readonly: true })
  const trusted = new Map<AreaName, Promise<AreaState>>()
  const forget = () => trusted.clear()
  let readArea: Sqlite.Statement<[string], AreaState> | undefined
  const sql = new Kysely<Tables>({
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis) }),
    dialect: new SqliteDialect({ database: withKeptStatements(handle, forget) }),
  })
  return {
    sql,
    dialect: 'sqlite',
    readArea(area) {
      let state = trusted.get(area)
      if (!state) {
        readArea ??= reader.prepare<[string], AreaState>(`${READ_AREA}?`)
        state = Promise.resolve(requireArea(readArea.get(area), area))
        trusted.set(area, state)
        setTimeout(forget, TRUSTED).unref()
      }
      return state
    },
    async close() {
      reader.close()
      handle.pragma('wal_checkpoint(TRUNCATE)')
      await sql.destroy()
    },
  }
}

const MOST_KEPT = 500
const NOTHING_DONE: Sqlite.RunResult = { changes: 0, lastInsertRowid: 0 }

/**
 * Keeps prepared statements by their text, which are a few hundred; preparing costs more than running.
 * `beforeWrite` is called for each one that may change something or ends a transaction.
 */
function withKeptStatements(handle: Sqlite.Database, beforeWrite: () => void) {
  const kept = new Map<string, ReturnType<typeof prepare>>()

  function prepare(text: string) {
    const statement = handle.prepare<unknown[]>(text)
    const reads = statement.reader && statement.readonly
    return {
      reader: statement.reader,
      all(parameters: readonly unknown[]) {
        if (!reads) {
          beforeWrite()
        }
        return statement.all(parameters)
      },
      run(parameters: readonly unknown[]) {
        // A full disk ends the transaction by itself; to complain of that would hide what happened.
        if (text === 'rollback' && !handle.inTransaction) {
          return NOTHING_DONE
        }
        beforeWrite()
        return statement.run(parameters)
      },
      iterate: (parameters: readonly unknown[]) => statement.iterate(parameters),
    }
  }

  return {
    prepare(text: string) {
      let statement = kept.get(text)
      if (!statement) {
        statement = prepare(text)
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
