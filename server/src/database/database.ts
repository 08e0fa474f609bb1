import type { Kysely, Transaction } from 'kysely'
import type { LockScope, Tables } from './tables.ts'

/** The name of our connections in PostgreSQL's list of open connections. */
export const APPLICATION = 'vestry'

/** Which of the two databases a connection speaks to. Only files under `database/` may ask. */
export type Dialect = 'sqlite' | 'postgres'

/** How many rows a lock scope counts, and a number that grows with every write to it. */
export type ScopeState = Omit<Tables['lock_scope'], 'name'>

export type Database = {
  sql: Kysely<Tables>
  dialect: Dialect
  /**
   * Does everything that `work` does, or nothing of it. On PostgreSQL, statements that it asks for together, as with
   * `Promise.all`, take one round trip.
   */
  transaction<Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Reads many rows once, without taking the room in memory that other queries need. Sees only what is committed. */
  longReads: Kysely<Tables>
  /** Asked with every list, and therefore quick. Sees only what is committed. */
  readVersioned(scope: LockScope): Promise<ScopeState>
  writes: Writes
  /** How many of the pool's connections are used; absent where there is no pool. */
  pool?(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Word of what is written, by whatever process. */
export type Writes = {
  /** This process has written. */
  tell(): void
  /** Calls back after each write, perhaps more often, until the returned function is called. */
  follow(onWrite: () => void): () => void
}

/** Called with the milliseconds that each statement took. */
export type OnQuery = (milliseconds: number) => void

/** One step of the schema. It is never edited after a release; a change of mind is a new step. */
export type MigrationStep = (sql: Kysely<Tables & FormerTables>, dialect: Dialect) => Promise<void>

/** The names that a later step has changed. */
export type FormerTables = { area: Tables['lock_scope'] }

/** The query for the state of a lock scope, up to the place of its one parameter. */
export const READ_SCOPE = 'select items, changes from lock_scope where name = '

export function requireScope(state: ScopeState | undefined, scope: LockScope): ScopeState {
  if (!state) {
    throw new Error(`The database has no lock scope ${scope}.`)
  }
  return state
}
