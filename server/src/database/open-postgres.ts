import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import {
  APPLICATION,
  type Database,
  type OnQuery,
  READ_SCOPE,
  requireScope,
  type ScopeState,
} from './database.ts'
import { listenToPostgres } from './listen-to-postgres.ts'
import { runTransaction } from './run-transaction.ts'
import type { Tables } from './tables.ts'
import { createWrites } from './writes.ts'

const INT8 = 20
/** All our numbers fit into JavaScript's. */
export const WHOLE_NUMBERS = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === INT8 ? Number : pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
}
/** PostgreSQL's own code for a connection that broke. */
const CONNECTION_FAILURE = '08006'

/** The driver's error has no code when a connection was lost, or could not be made in time. */
async function withCode<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Error && !(error instanceof TypeError) && !('code' in error)
      ? Object.assign(error, { code: CONNECTION_FAILURE })
      : error
  }
}

/** A connection for Kysely, which doesn't ask for cursors here. */
async function connect(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await withCode(pool.connect())
  const query = (text: string, values: readonly unknown[]) => withCode(client.query(text, [...values]))
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** When a machine is lost within a transaction, its locks are kept for this long, in milliseconds. */
const IDLE_IN_TRANSACTION = 30_000

/** A database that several processes of the server may share. */
export function openPostgres(
  connectionString: string,
  onQuery?: OnQuery,
  idleInTransaction = IDLE_IN_TRANSACTION,
): Database {
  const pool = new pg.Pool({
    connectionString,
    application_name: APPLICATION,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: idleInTransaction,
    pipeline: true,
    types: WHOLE_NUMBERS,
  })
  // When a connection breaks, its query fails, and the next one replaces it. Without these listeners, one for idle
  // connections and one for those in use, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({
    pool: { options: pool.options, connect: () => connect(pool), end: () => pool.end() },
  })
  const sql = new Kysely<Tables>({
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis) }),
    dialect,
  })
  return {
    sql,
    dialect: 'postgres',
    transaction: (work) => runTransaction(sql, dialect, work),
    longReads: sql,
    async readVersioned(scope) {
      const { rows } = await withCode(
        pool.query<ScopeState>({ name: 'read-lock-scope', text: `${READ_SCOPE}$1`, values: [scope] }),
      )
      return requireScope(rows[0], scope)
    },
    writes: createWrites((onWrite) => listenToPostgres(connectionString, onWrite)),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => sql.destroy(),
  }
}
