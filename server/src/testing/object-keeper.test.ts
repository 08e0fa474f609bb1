import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { createObjectKeeper } from '../object-keeper.ts'
import { publish } from './build-sermon.ts'
import { POSTGRES } from './each-database.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

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

async function waitersForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(other.sql)
  return rows[0]?.count ?? 0
}

test('an object that a save is about to name stays', async () => {
  const path = 'preaching/2026/about-to-be-named.mp3'
  const { uuid } = await publish(server)
  const keeper = createObjectKeeper(other, server.clock)
  let asked: Promise<boolean> | undefined
  await other.sql.transaction().execute(async (save) => {
    await save.updateTable('lock_scope').set({ changes: 1 }).where('name', '=', 'preaching').execute()
    asked = keeper.whileUnused(path, async () => undefined)
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1))
    await save.updateTable('preaching_item').set({ path }).where('uuid', '=', uuid).execute()
  })
  expect(await asked).toBe(false)
})
