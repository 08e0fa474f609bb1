import { type Dialect, DummyDriver, type Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in a transaction whose statements go out as they are asked for; Kysely alone sends each after the answer to the
 * one before. When `work` ends, or fails, whatever of it still goes on can send nothing more.
 */
export async function runTransaction<Result>(
  sql: Kysely<Tables>,
  dialect: Dialect,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return await sql.transaction().execute(async (inTurn) => {
    const connection = await inTurn.getExecutor().provideConnection(async (one) => one)
    let hasEnded = false
    const executor = inTurn.getExecutor().withConnectionProvider({
      async provideConnection(send) {
        if (hasEnded) {
          throw new Error('The transaction has ended.')
        }
        return await send(connection)
      },
    })
    const config = { dialect }
    try {
      return await work(new Transaction({ config, dialect, driver: new DummyDriver(), executor }))
    } finally {
      hasEnded = true
    }
  })
}
