import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  CognitoError,
  type CognitoErrorName,
  expiredSession,
  invalidSession,
  usedSession,
} from '../../errors.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Clock, Database } from '../requests/host.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'

const CHALLENGE_LIFETIME = 3 * 60_000
/** How long the very same answer to a challenge gets the very same result: lines break, and clients repeat. */
const REPEATABLE = 30_000
const MAX_ATTEMPTS = 10

type Outcome = { answer: object } | { error: { name: CognitoErrorName; message: string } }

/** A step that went well: its answer, and what is to be written with it. */
export type Completed = { answer: object; write(sql: Kysely<CognitoTables>): Promise<void> }

/** How a step went: well, or with an error that ends the session. */
export type ChallengeResult = Completed | { error: CognitoError }

export type Challenges = ReturnType<typeof createChallenges>

/**
 * The steps of a sign-in that wait for the client's answer. A handle is random, known to the database only by its
 * digest, and good for one step and one answer, and for three minutes if no other time is given.
 */
export function createChallenges({ sql }: Database, clock: Clock, encryptor: Encryptor) {
  return {
    /** A handle and the row to write; the state is what the next step needs to know. */
    prepare(
      step: string,
      state: object,
      lifetime = CHALLENGE_LIFETIME,
    ): { handle: string; write(into: Kysely<CognitoTables>): Promise<void> } {
      const handle = randomBytes(48).toString('base64')
      const handleHash = hashOf(handle)
      return {
        handle,
        async write(into) {
          await into
            .insertInto('identity_challenge')
            .values({
              handle_hash: handleHash,
              step,
              encrypted_state: encryptor.encrypt('challenge', handleHash, JSON.stringify(state)),
              expires: clock.now() + lifetime,
              attempts: 0,
            })
            .execute()
        },
      }
    },

    /**
     * Runs a step once. A repeat of the same request gets the same result for a short time; another request is refused.
     * An error thrown by `run` leaves the session open for another try; one that it returns ends it.
     */
    async answer<State>(
      step: string,
      handle: string,
      request: object,
      run: (state: State) => Promise<ChallengeResult>,
    ): Promise<object> {
      const handleHash = hashOf(handle)
      const requestHash = encryptor.mac('challenge-request', JSON.stringify(request)).toString('base64')
      const row = await find(handleHash)
      if (!row || row.step !== step) {
        throw invalidSession()
      }
      if (row.completed !== null) {
        return repeat(row, requestHash)
      }
      const { numUpdatedRows: counted } = await sql
        .updateTable('identity_challenge')
        .set((set) => ({ attempts: set('attempts', '+', 1) }))
        .where('handle_hash', '=', handleHash)
        .where('expires', '>', clock.now())
        .where('attempts', '<', MAX_ATTEMPTS)
        .executeTakeFirst()
      if (counted !== 1n) {
        throw expiredSession()
      }
      const result = await run(
        JSON.parse(encryptor.decrypt('challenge', handleHash, row.encrypted_state)) as State,
      )
      const outcome: Outcome =
        'error' in result
          ? { error: { name: result.error.name, message: result.error.message } }
          : { answer: result.answer }
      const isFirst = await sql.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('identity_challenge')
          .set({
            request_hash: requestHash,
            encrypted_outcome: encryptor.encrypt('challenge-outcome', handleHash, JSON.stringify(outcome)),
            completed: clock.now(),
          })
          .where('handle_hash', '=', handleHash)
          .where('completed', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n && 'write' in result) {
          await result.write(transaction)
        }
        return numUpdatedRows === 1n
      })
      if (isFirst) {
        return resultOf(outcome)
      }
      const winner = await find(handleHash)
      if (!winner) {
        throw invalidSession()
      }
      return repeat(winner, requestHash)
    },

    async sweep(): Promise<void> {
      await sql
        .deleteFrom('identity_challenge')
        .where('expires', '<', clock.now() - REPEATABLE)
        .execute()
    },
  }

  async function find(handleHash: string) {
    return sql
      .selectFrom('identity_challenge')
      .selectAll()
      .where('handle_hash', '=', handleHash)
      .executeTakeFirst()
  }

  function repeat(row: CognitoTables['identity_challenge'], requestHash: string): object {
    if (row.request_hash !== requestHash || clock.now() - (row.completed ?? 0) > REPEATABLE) {
      throw usedSession()
    }
    return resultOf(
      JSON.parse(
        encryptor.decrypt('challenge-outcome', row.handle_hash, row.encrypted_outcome ?? ''),
      ) as Outcome,
    )
  }
}

function resultOf(outcome: Outcome): object {
  if ('error' in outcome) {
    throw new CognitoError(outcome.error.name, outcome.error.message)
  }
  return outcome.answer
}

function hashOf(handle: string): string {
  return createHash('sha256').update(handle).digest('base64')
}
