import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import { isCollision } from './database-errors.ts'
import type { LockScope, Tables } from './tables.ts'

const ATTEMPTS = 5

/**
 * Runs `work` as the only writer of a lock scope, in one transaction that is durable when this resolves. Readers
 * are never held up. A transaction that collided with another one is run again, so `work` touches nothing
 * but the database.
 */
export async function withWriteLock<Result>(
  database: Database,
  scope: LockScope,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.sql.transaction().execute(async (transaction) => {
        // The first statement takes the lock: on PostgreSQL the row's, on SQLite the whole file's.
        await transaction
          .updateTable('lock_scope')
          .set((row) => ({ changes: row('changes', '+', 1) }))
          .where('name', '=', scope)
          .execute()
        return work(transaction)
      })
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) {
        throw error
      }
    }
  }
}
