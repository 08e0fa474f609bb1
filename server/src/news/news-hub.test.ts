import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import type { Caller } from '../http/caller.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { createNewsHub, type NewsHub } from './news-hub.ts'

const WAIT = { timeout: 30_000 }
const caller = (name: string): Caller => ({
  sub: name,
  email: `${name}@vestry.test`,
  name,
  role: 'Admins',
  rights: ['administer'],
})

eachDatabase((on) => {
  let database: Database
  let release: () => Promise<void>
  let hub: NewsHub
  let queries = 0
  const failures: unknown[] = []

  beforeAll(async () => {
    const opened = await openTestDatabase(on, () => {
      queries += 1
    })
    database = opened.database
    release = opened.release
  })
  beforeEach(() => {
    failures.length = 0
    hub = createNewsHub({
      database,
      readRolls: async () => () => undefined,
      reportError: (error) => failures.push(error),
      times: { gather: 20, between: 0, look: 60 },
    })
  })
  afterAll(() => release())

  const write = () => withWriteLock(database, 'preaching', async () => undefined)

  /** Somebody who listens, with the events told and the signs of life that came. */
  function listen(name: string, lookAgain = async () => caller(name)) {
    const heard = { told: 0, beats: 0, ended: false }
    const stream = hub.follow({ classes: [], caller: caller(name), lookAgain })
    stream.on('data', (text: Buffer) => {
      heard[String(text).startsWith(':') ? 'beats' : 'told'] += 1
    })
    stream.on('end', () => {
      heard.ended = true
    })
    return { heard, leave: () => stream.destroy() }
  }

  test('a write costs one reading however many listen, and none while nobody does', async () => {
    const listeners = Array.from({ length: 50 }, (_, at) => listen(`person ${at}`))
    const told = () => listeners.map(({ heard }) => heard.told)
    await expect.poll(told, WAIT).toEqual(Array(50).fill(1))
    await pause(200)
    // Those who listen are looked at again and again, which reads nothing here.
    const idle = queries
    await pause(400)
    expect(queries).toBe(idle)
    await write()
    const ofWrite = on.name === 'PostgreSQL' ? 4 : 3
    await expect.poll(told, WAIT).toEqual(Array(50).fill(2))
    await pause(200)
    expect(queries - idle).toBeLessThanOrEqual(ofWrite + 2)
    for (const { leave } of listeners) {
      leave()
    }
    await pause(200)
    const alone = queries
    await write()
    await pause(200)
    expect(queries - alone).toBeLessThanOrEqual(ofWrite)
  })

  test('signs of life come while nothing happens, until somebody may no longer listen', async () => {
    let may = true
    const { heard } = listen('ada', async () => {
      if (!may) {
        throw new Error('signed out')
      }
      return caller('ada')
    })
    await expect.poll(() => heard.beats, WAIT).toBeGreaterThan(2)
    expect(heard.told).toBe(1)
    may = false
    await expect.poll(() => heard.ended, WAIT).toBe(true)
  })

  test('when the counters can not be read, all streams end, and the next can begin', async () => {
    const { heard } = listen('ada')
    await expect.poll(() => heard.told, WAIT).toBe(1)
    await sql`alter table lock_scope rename to hidden_scope`.execute(database.sql)
    database.writes.tell()
    await expect.poll(() => heard.ended, WAIT).toBe(true)
    expect(failures).toHaveLength(1)
    await sql`alter table hidden_scope rename to lock_scope`.execute(database.sql)
    const again = listen('ada')
    await expect.poll(() => again.heard.told, WAIT).toBe(1)
    again.leave()
  })
})
