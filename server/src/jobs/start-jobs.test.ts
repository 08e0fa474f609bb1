import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const DAY = 24 * 60 * 60_000
const YEARS = 5 * 365 * DAY

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on })
  })
  afterAll(() => server.destroy())

  /** What is left after a server has run its jobs at this time. */
  async function keptAfter(milliseconds: number) {
    server.clock.advance(milliseconds)
    await (await buildApp(server.config, { clock: server.clock, log: undefined })).close()
    const { sql, close } = await openDatabase(server.config)
    const trashed = await sql.selectFrom('trash').select('record').execute()
    const told = await sql.selectFrom('audit_event').select('id').where('kind', '=', 'item_deleted').execute()
    await close()
    return { trashed: trashed.length, told: told.length }
  }

  test('a start with a clock that is ahead removes nothing for good in its first day', async () => {
    const { uuid } = await publish(server)
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    await server.app.close()
    expect(await keptAfter(YEARS)).toEqual({ trashed: 1, told: 1 })
    expect(await keptAfter(DAY)).toEqual({ trashed: 0, told: 0 })
  })
})
