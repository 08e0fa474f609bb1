import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

/** A lease that is not renewed expires after this time. A living process renews its own for as long as it needs it. */
const JOB_LEASE = 5 * 60_000
const LOCK_LEASE = 15_000
/**
 * How far ahead of this clock another may be. The other one is another machine's, or this one's own after a statement
 * waited for the row. A time further ahead was written by a wrong clock.
 */
const MAX_CLOCK_SKEW = 60_000
/** Roughly how often somebody who waits for a lock tries, and how many times. */
const RETRY_EVERY = 40
const MAX_TRIES = 500

/** The lock for taking somebody's administrator rights, or their account. */
export const ADMINISTRATORS = 'administrators'

/** PostgreSQL's own code for a lock that could not be had. */
const LOCK_NOT_AVAILABLE = '55P03'

/** A job that was due this long ago is put off by this much: the server was off, or its clock is ahead. */
const LONG_AGO = 7 * 24 * 60 * 60_000
const PUT_OFF = 24 * 60 * 60_000

export type Leases = ReturnType<typeof createLeases>

/**
 * Work that only one of the processes that share the database may do at a time. The clocks of their machines agree
 * within seconds.
 */
export function createLeases({ sql }: Database, clock: Clock) {
  /**
   * The holder's id, or `undefined` while another one holds the lease or it is not due. A due time more than `latest`
   * milliseconds ahead was written by a wrong clock.
   */
  async function acquire(name: string, length: number, latest = 0): Promise<string | undefined> {
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
              row.or([row('lease.due', '<=', now), row('lease.due', '>', now + latest + MAX_CLOCK_SKEW)]),
              row.or([
                row('lease.held_until', '<=', now),
                row('lease.held_until', '>', now + length + MAX_CLOCK_SKEW),
              ]),
            ]),
          ),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? holder : undefined
  }

  const mine = (name: string, holder: string) =>
    sql.updateTable('lease').where('name', '=', name).where('holder', '=', holder)

  /** Runs the work, and renews the lease while it runs. */
  async function hold<Result>(name: string, holder: string, length: number, work: () => Promise<Result>) {
    let renewed: Promise<unknown> = Promise.resolve()
    const renewal = setInterval(() => {
      const query = mine(name, holder).set({ held_until: clock.now() + length })
      renewed = query.execute().catch(() => undefined)
    }, length / 3)
    renewal.unref()
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      // On another connection, the renewal could overtake the release.
      await renewed
    }
  }

  async function doWhenDue(name: string, every: number, work: () => Promise<unknown>, latest: number) {
    const started = clock.now()
    const holder = await acquire(name, JOB_LEASE, latest)
    if (holder === undefined) {
      return false
    }
    await hold(name, holder, JOB_LEASE, work)
    await mine(name, holder)
      .set({ held_until: 0, due: started + every })
      .execute()
    return true
  }

  return {
    /**
     * Does a job unless some process has done it within `every` milliseconds, or is doing it; returns whether it was
     * done. A job that failed, or whose process died, is due again five minutes later.
     */
    doWhenDue: (name: string, every: number, work: () => Promise<unknown>): Promise<boolean> =>
      doWhenDue(name, every, work, every),

    /**
     * The same for a job that removes for good what is old enough: if it was due long ago it is put off first, so that
     * a clock that is ahead can be put right.
     */
    async doWhenDueOrPutOff(name: string, every: number, work: () => Promise<unknown>): Promise<boolean> {
      const now = clock.now()
      await sql
        .updateTable('lease')
        .set({ due: now + PUT_OFF })
        .where('name', '=', name)
        .where('due', '>', 0)
        .where('due', '<', now - LONG_AGO)
        .execute()
      return await doWhenDue(name, every, work, Math.max(every, PUT_OFF))
    },

    /** Does work while nobody else has the lock of that name; waits for the lock first. */
    async withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const holder = await acquire(name, LOCK_LEASE)
        if (holder !== undefined) {
          try {
            return await hold(name, holder, LOCK_LEASE, work)
          } finally {
            // A lock that can't be released expires.
            await mine(name, holder)
              .set({ held_until: 0 })
              .execute()
              .catch(() => undefined)
          }
        }
        await pause(RETRY_EVERY / 2 + randomInt(RETRY_EVERY))
      }
      throw Object.assign(new Error(`The lock ${name} could not be acquired.`), { code: LOCK_NOT_AVAILABLE })
    },
  }
}
