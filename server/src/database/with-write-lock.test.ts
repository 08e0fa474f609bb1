import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publish } from '../testing/build-sermon.ts'
import { POSTGRES } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { isUnavailable } from './database-errors.ts'
import { type Database, openDatabase } from './open-database.ts'
import type { LockScope, Tables } from './tables.ts'
import { withWriteLock } from './with-write-lock.ts'

/** Less than a writer waits for its turn. */
const WAIT = { timeout: 15_000 }

let server: TestServer
/** Another process's database. */
let other: Database
/** The writer with whom this one collided. */
const opponents: Promise<unknown>[] = []

beforeAll(async () => {
  server = await startTestServer({ database: POSTGRES })
  other = await openDatabase(server.config)
  const lease = { name: 'collided', holder: '', held_until: 0, due: 0 }
  await other.sql.insertInto('lease').values(lease).execute()
})
afterAll(async () => {
  await other.close()
  await server.destroy()
})

/** Lets another process hold the row of a scope until the work is done. */
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
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1), WAIT)
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

/** Calls `collide` in each of the first so many tries, and returns how many tries there were and what they returned. */
async function collideIn(
  database: Database,
  tries: number,
  collide: (transaction: Transaction<Tables>) => Promise<unknown>,
) {
  let tried = 0
  const name = crypto.randomUUID()
  const result = await withWriteLock(database, 'preaching', async (transaction) => {
    tried += 1
    await transaction.insertInto('topic').values({ name, name_key: name }).execute()
    if (tried <= tries) {
      await collide(transaction)
    }
    return 'done'
  }).catch((error: Error & { code?: string }) => ({ code: error.code, isUnavailable: isUnavailable(error) }))
  const written = other.sql.selectFrom('topic').select('id').where('name', '=', name)
  return { tried, result, written: (await written.execute()).length }
}

const COLLISIONS = {
  /**
   * Another writer has the row of `settings` and waits for that of `classes`; whoever looks for deadlocks first is
   * refused.
   */
  '40P01': async (transaction: Transaction<Tables>) => {
    const lock = (sql: typeof transaction, scope: LockScope) =>
      sql.updateTable('lock_scope').set({ changes: 1 }).where('name', '=', scope).execute()
    await Promise.all(opponents)
    await lock(transaction, 'classes')
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const opponent = other.sql.transaction().execute(async (opposed) => {
      await sql`set local deadlock_timeout = '1h'`.execute(opposed)
      await lock(opposed, 'settings')
      hold()
      await lock(opposed, 'classes')
    })
    opponents.push(opponent)
    await isHeld
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1), WAIT)
    await sql`set local deadlock_timeout = '1ms'`.execute(transaction)
    await lock(transaction, 'settings')
  },
  /** Another writer changes a row after this one has begun to read. */
  '40001': async (transaction: Transaction<Tables>) => {
    const change = (db: Database['sql']) =>
      db.updateTable('lease').set({ due: 1 }).where('name', '=', 'collided')
    await change(other.sql).execute()
    await change(transaction).execute()
  },
}

test.each(['40P01', '40001'] as const)(
  'a writer who collides with another, %s, is run again, five times in all',
  async (code) => {
    const isolation = 'options=-c%20default_transaction_isolation%3Dserializable'
    const database = await openDatabase({
      ...server.config,
      databaseUrl: `${server.config.databaseUrl}${code === '40001' ? `&${isolation}` : ''}`,
    })
    try {
      expect(await collideIn(database, 4, COLLISIONS[code])).toEqual({ tried: 5, result: 'done', written: 1 })
      expect(await collideIn(database, 9, COLLISIONS[code])).toEqual({
        tried: 5,
        result: { code, isUnavailable: true },
        written: 0,
      })
      expect(await collideIn(database, 0, COLLISIONS[code])).toMatchObject({ tried: 1, written: 1 })
    } finally {
      await Promise.all(opponents)
      await database.close()
    }
  },
)

test('what fails otherwise is not tried again', async () => {
  const refused = async (transaction: Transaction<Tables>) =>
    transaction
      .insertInto('topic')
      .values({ id: 1, name: '', name_key: null as unknown as string })
      .execute()
  expect(await collideIn(other, 9, refused)).toEqual({
    tried: 1,
    result: { code: '23502', isUnavailable: false },
    written: 0,
  })
})

test('a feed that keeps the sizes of recordings takes its locks in the order of a save', async () => {
  await server.ask('PUT /settings', { body: { publicPages: true } })
  const path = 'preaching/2026/sized.mp3'
  await server.app.store.put(path, Buffer.from('sized'), {})
  await publish(server, { path })
  let feed: Promise<{ statusCode: number; body: string }> | undefined
  await holding('preaching', async (transaction) => {
    feed = server.app.http.inject({ url: '/podcast.xml' })
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1), WAIT)
    await transaction.updateTable('preaching_item').set({ duration: 5 }).where('path', '=', path).execute()
  })
  expect((await feed)?.statusCode).toBe(200)
  expect((await feed)?.body).toContain('length="5"')
})
