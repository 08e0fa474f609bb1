import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { POSTGRES } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { isUnavailable } from './database-errors.ts'
import { type Database, openDatabase } from './open-database.ts'
import type { LockScope } from './tables.ts'
import { withWriteLock } from './with-write-lock.ts'

let server: TestServer
/** Another process's. */
let other: Database

beforeAll(async () => {
  server = await startTestServer({ database: POSTGRES })
  other = await openDatabase(server.config)
})
afterAll(async () => {
  await other.close()
  await server.destroy()
})

/** Has the row of a scope in another process until the work is done. */
const holding = (scope: LockScope, work: Parameters<typeof withWriteLock>[2]) =>
  other.sql.transaction().execute(async (transaction) => {
    await transaction.updateTable('lock_scope').set({ changes: 1 }).where('name', '=', scope).execute()
    await work(transaction)
  })

async function waitersForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(other.sql)
  return rows[0]?.count ?? 0
}

test('whoever waits for a lock holds nobody up who reads, and is served in the end', async () => {
  await server.signIn()
  let saves: Promise<unknown>[] = []
  await holding('sunday_school', async () => {
    saves = Array.from({ length: 30 }, (_, at) =>
      server.ask('POST /attendees', { body: { first_name: `Waits ${at}`, last_name: 'Long' } }),
    )
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1))
    const reads = Array.from({ length: 10 }, () => server.tryCall('GET /attendees', { query: { limit: 1 } }))
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await waitersForLocks()).toBe(1)
  })
  expect(await Promise.all(saves)).toHaveLength(30)
})

test('whoever has waited too long, for another process or for this one, is told that the database is away', async () => {
  const database = await openDatabase(server.config)
  try {
    await holding('preaching', async () => {
      const waits = Array.from({ length: 3 }, () =>
        withWriteLock(database, 'preaching', async () => undefined, 200).catch((error: unknown) => error),
      )
      const errors = await Promise.all(waits)
      expect(errors.map(isUnavailable)).toEqual([true, true, true])
    })
    expect(await withWriteLock(database, 'preaching', async () => 'done')).toBe('done')
  } finally {
    await database.close()
  }
})

test('a feed that keeps the sizes of recordings takes its locks in the order of a save', async () => {
  await server.ask('PUT /settings', { body: { publicPages: true } })
  const path = 'preaching/2026/sized.mp3'
  await server.app.store.put(path, Buffer.from('sized'), {})
  await publish(server, { path })
  let feed: Promise<{ statusCode: number; body: string }> | undefined
  await holding('preaching', async (transaction) => {
    feed = server.app.http.inject({ url: '/podcast.xml' })
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1))
    await transaction.updateTable('preaching_item').set({ duration: 5 }).where('path', '=', path).execute()
  })
  expect((await feed)?.statusCode).toBe(200)
  expect((await feed)?.body).toContain('length="5"')
})
