import type { Kysely } from 'kysely'
import type { LockScope, Tables } from './tables.ts'

/** The name of our connections in PostgreSQL's list of open ones. */
export const APPLICATION = 'vestry'

/** Which of the two databases a connection speaks to. Only files under `database/` may ask. */
export type Dialect = 'sqlite' | 'postgres'

/** How many rows a lock scope counts, and a number that grows with every write to it. */
export type ScopeState = Omit<Tables['lock_scope'], 'name'>

export type Database = {
  sql: Kysely<Tables>
  dialect: Dialect
  /** Reads many rows once, and takes no room for them that others need. Tells only of what is committed. */
  longReads: Kysely<Tables>
  /** Asked for with every list, and therefore quick. Tells only of what is committed. */
  readVersioned(scope: LockScope): Promise<ScopeState>
  /** How the connections are used, where there is a pool of them. */
  pool?(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Called with the milliseconds that each statement took. */
export type OnQuery = (milliseconds: number) => void

/** One step of the schema. It is never edited after a release; a change of mind is a new step. */
export type MigrationStep = (sql: Kysely<Tables & FormerTables>, dialect: Dialect) => Promise<void>

/** What a later step has renamed. */
export type FormerTables = { area: Tables['lock_scope'] }

/** The query for the state of a lock scope, up to the place of its one parameter. */
export const READ_SCOPE = 'select items, changes from lock_scope where name = '

export function requireScope(state: ScopeState | undefined, scope: LockScope): ScopeState {
  if (!state) {
    throw new Error(`The database has no lock scope ${scope}.`)
  }
  return state
}
