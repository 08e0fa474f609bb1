import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { createLeases, type Leases } from './leases.ts'
import { type Database, openDatabase } from './open-database.ts'

const HOUR = 60 * 60_000

eachDatabase((kind) => {
  const clock = createTestClock()
  const opened: Database[] = []
  let leases: [Leases, Leases]
  let drop: () => Promise<void>
  let dataFolder: string

  beforeAll(async () => {
    const made = await kind.create()
    drop = made.drop
    dataFolder = mkdtempSync(join(tmpdir(), 'vestry-leases-'))
    for (let count = 0; count < 2; count += 1) {
      opened.push(await openDatabase({ databaseUrl: made.databaseUrl, dataFolder }))
    }
    leases = opened.map((database) => createLeases(database, clock)) as [Leases, Leases]
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await drop()
    rmSync(dataFolder, { recursive: true })
  })

  test('of several processes that come to a job at once, one does it, and again an hour later', async () => {
    let done = 0
    const all = () =>
      Promise.all(
        [...leases, ...leases, ...leases].map((one) =>
          one.doWhenDue('sweep', HOUR, async () => {
            done += 1
            await setImmediate()
          }),
        ),
      )
    expect((await all()).filter(Boolean)).toHaveLength(1)
    clock.advance(HOUR - 1)
    expect(await all()).not.toContain(true)
    clock.advance(1)
    expect((await all()).filter(Boolean)).toHaveLength(1)
    expect(done).toBe(2)
  })

  test('a job that failed is due again five minutes later, for whoever comes first', async () => {
    const [one, other] = leases
    await expect(
      one.doWhenDue('copy', HOUR, async () => {
        throw new Error('No room.')
      }),
    ).rejects.toThrow('No room.')
    expect(await other.doWhenDue('copy', HOUR, async () => undefined)).toBe(false)
    clock.advance(5 * 60_000)
    expect(await other.doWhenDue('copy', HOUR, async () => undefined)).toBe(true)
  })

  test('a clock that was far ahead keeps no job from being done', async () => {
    const [one] = leases
    clock.advance(400 * 24 * HOUR)
    expect(await one.doWhenDue('far', HOUR, async () => undefined)).toBe(true)
    clock.advance(-400 * 24 * HOUR)
    expect(await one.doWhenDue('far', HOUR, async () => undefined)).toBe(true)
  })

  test('a job that removes for good is put off by a day when it was due long ago', async () => {
    const DAY = 24 * HOUR
    const [one, other] = leases
    const remove = (by = one) => by.doWhenDueOrPutOff('remove', HOUR, async () => undefined)
    expect(await remove()).toBe(true)
    clock.advance(5 * 365 * DAY)
    expect([await remove(), await remove(other)]).toEqual([false, false])
    clock.advance(DAY - HOUR)
    expect(await remove(other)).toBe(false)
    clock.advance(HOUR)
    expect(await remove(other)).toBe(true)
    // When a clock is put right, nothing is delayed.
    clock.advance(5 * 365 * DAY)
    expect(await remove()).toBe(false)
    clock.advance(-5 * 365 * DAY)
    expect([await remove(), await remove(other)]).toEqual([true, false])
  })

  test('a process whose clock is behind by a moment takes neither a job that is done nor a lock that is held', async () => {
    const [one] = leases
    const behind = createLeases(opened[1] as Database, { now: () => clock.now() - 40 })
    expect(await one.doWhenDue('moment', HOUR, async () => undefined)).toBe(true)
    expect(await behind.doWhenDue('moment', HOUR, async () => undefined)).toBe(false)
    const order: string[] = []
    let begun: Promise<void> | undefined
    await one.withLock('first user', async () => {
      begun = behind.withLock('first user', async () => {
        order.push('behind')
      })
      for (let ticks = 0; ticks < 200; ticks += 1) {
        await setImmediate()
      }
      order.push('one')
    })
    await begun
    expect(order).toEqual(['one', 'behind'])
  })

  test('a lock has one holder at a time, and work that fails releases it', async () => {
    let inside = 0
    let most = 0
    const works = [...leases, ...leases, ...leases].map((one, index) =>
      one.withLock('administrators', async () => {
        inside += 1
        most = Math.max(most, inside)
        for (let ticks = 0; ticks < 20; ticks += 1) {
          await setImmediate()
        }
        inside -= 1
        if (index % 2 === 1) {
          throw new Error('Refused.')
        }
        return index
      }),
    )
    const results = await Promise.allSettled(works)
    expect(most).toBe(1)
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ])
  })
})
