import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { isCollision } from './database-errors.ts'
import type { LockScope, Tables } from './tables.ts'
import { WRITES_CHANNEL } from './writes.ts'

const ATTEMPTS = 5
/** A writer that waits longer than this for another one is told that the database doesn't answer, in milliseconds. */
const PATIENCE = 20_000
/** PostgreSQL's own code for a lock that could not be had. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs `work` as the only writer of a lock scope, in one transaction that is durable when this resolves. Readers never
 * wait; those who follow the writes hear of it. A transaction that collided with another one is run again, so `work` must change nothing but the database.
 */
export async function withWriteLock<Result>(
  database: Database,
  scope: LockScope,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  patience = PATIENCE,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await inTurn(database, scope, patience, () =>
        database.transaction(async (transaction) => {
          await Promise.all([
            database.dialect === 'postgres' &&
              sql`select set_config('lock_timeout', ${String(patience)}, true),
                pg_notify(${WRITES_CHANNEL}, '')`.execute(transaction),
            // The first statement that writes takes the lock: on PostgreSQL the row's, on SQLite the whole file's.
            transaction
              .updateTable('lock_scope')
              .set((row) => ({ changes: row('changes', '+', 1) }))
              .where('name', '=', scope)
              .execute(),
          ])
          return work(transaction)
        }),
      )
      database.writes.tell()
      return result
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) {
        throw error
      }
    }
  }
}

/** For each database and scope, a promise that resolves when the last writer is done. */
const turns = new WeakMap<Database, Map<LockScope, Promise<void>>>()

/**
 * The writers of a scope in this process wait for each other here, before they take a connection: writers who wait for
 * the row would use up all connections, and nobody could read.
 */
async function inTurn<Result>(
  database: Database,
  scope: LockScope,
  patience: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const ofDatabase = turns.get(database) ?? new Map<LockScope, Promise<void>>()
  turns.set(database, ofDatabase)
  const before = ofDatabase.get(scope)
  const turn = Promise.withResolvers<void>()
  ofDatabase.set(
    scope,
    Promise.resolve(before).then(() => turn.promise),
  )
  try {
    await Promise.race([before, refuseAfter(patience, scope, turn.promise)])
    return await work()
  } finally {
    turn.resolve()
  }
}

function refuseAfter(patience: number, scope: LockScope, over: Promise<void>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `The lock of ${scope} could not be acquired.`
      reject(Object.assign(new Error(message), { code: LOCK_NOT_AVAILABLE }))
    }, patience)
    timer.unref()
    void over.then(() => clearTimeout(timer))
  })
}
