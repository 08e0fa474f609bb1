import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from './open-database.ts'

/** How long others wait for a process that died while it held something; one that lives holds on for as long as it needs. */
const HELD_FOR_A_JOB = 5 * 60_000
const HELD_FOR_A_TURN = 15_000
/**
 * So far ahead of this clock another's may be: that of another machine, or this one's own while a statement waited for
 * the row. What is further ahead was written by a clock that was wrong.
 */
const MAX_AHEAD = 60_000
/** About how often somebody who waits for a turn asks, and how many times. */
const ASKED_EVERY = 40
const MAX_ASKED = 500

/** The turn in which somebody's rights of an administrator are taken, or their account. */
export const ADMINISTRATORS = 'administrators'

/** PostgreSQL's own code for a lock that was not to be had. */
const LOCK_NOT_AVAILABLE = '55P03'

export type Leases = ReturnType<typeof createLeases>

/** What one process at a time may do, of all that share the database. The clocks of their machines agree within seconds. */
export function createLeases({ sql }: Database, clock: Clock) {
  /** The holder's mark, or `undefined` while another one holds it or it is not due. */
  async function claim(name: string, length: number, every = 0): Promise<string | undefined> {
    const now = clock.now()
    const holder = randomUUID()
    const held = { holder, held_until: now + length }
    const { numInsertedOrUpdatedRows } = await sql
      .insertInto('lease')
      .values({ name, ...held, due: 0 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(held)
          .where((row) =>
            row.and([
              row.or([row('lease.due', '<=', now), row('lease.due', '>', now + every + MAX_AHEAD)]),
              row.or([
                row('lease.held_until', '<=', now),
                row('lease.held_until', '>', now + length + MAX_AHEAD),
              ]),
            ]),
          ),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? holder : undefined
  }

  const mine = (name: string, holder: string) =>
    sql.updateTable('lease').where('name', '=', name).where('holder', '=', holder)

  /** Runs the work, and holds on to the lease meanwhile. */
  async function keep<Result>(name: string, holder: string, length: number, work: () => Promise<Result>) {
    const renewal = setInterval(() => {
      const renewed = mine(name, holder).set({ held_until: clock.now() + length })
      renewed.execute().catch(() => undefined)
    }, length / 3)
    renewal.unref()
    try {
      return await work()
    } finally {
      clearInterval(renewal)
    }
  }

  return {
    /**
     * Does a job if it was not done for `every` milliseconds, by whatever process, and nobody is at it; answers
     * whether it was done. One that failed, or whose process died, is due again five minutes later.
     */
    async doWhenDue(name: string, every: number, work: () => Promise<unknown>): Promise<boolean> {
      const begun = clock.now()
      const holder = await claim(name, HELD_FOR_A_JOB, every)
      if (holder === undefined) {
        return false
      }
      await keep(name, holder, HELD_FOR_A_JOB, work)
      await mine(name, holder)
        .set({ held_until: 0, due: begun + every })
        .execute()
      return true
    },

    /** Does work of that name while nobody else does any, and waits for them first. */
    async inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      for (let asked = 0; asked < MAX_ASKED; asked += 1) {
        const holder = await claim(name, HELD_FOR_A_TURN)
        if (holder !== undefined) {
          try {
            return await keep(name, holder, HELD_FOR_A_TURN, work)
          } finally {
            // One that can't be given back lapses.
            await mine(name, holder)
              .set({ held_until: 0 })
              .execute()
              .catch(() => undefined)
          }
        }
        await pause(ASKED_EVERY / 2 + randomInt(ASKED_EVERY))
      }
      throw Object.assign(new Error(`Nobody got a turn at ${name}.`), { code: LOCK_NOT_AVAILABLE })
    },
  }
}
