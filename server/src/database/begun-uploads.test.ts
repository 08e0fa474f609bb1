import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createBegunUploads } from './begun-uploads.ts'
import { type Database, openDatabase } from './open-database.ts'

const KEY = 'preaching/2026/hope.mp3'
const EIGHT_DAYS = 8 * 24 * 60 * 60_000

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  test('an upload is another’s until each of theirs has ended, or nobody went on with it for days', async () => {
    const uploads = createBegunUploads(database, server.clock)
    // Uploads noted by another process of this server count as well.
    const elsewhere = createBegunUploads(database, server.clock)
    await elsewhere.begin(KEY, 'u1', 'ada')
    await elsewhere.begin(KEY, 'u2', 'ada')
    await elsewhere.begin(KEY, 'u2', 'ada')
    expect(await uploads.isOfAnother(KEY, 'ada')).toBe(false)
    expect(await uploads.isOfAnother(KEY, 'eve')).toBe(true)
    expect(await uploads.isOfAnother(`${KEY}3`, 'eve')).toBe(false)
    await uploads.end(KEY, 'u1')
    expect(await uploads.isOfAnother(KEY, 'eve')).toBe(true)
    await uploads.end(KEY, 'u2')
    expect(await uploads.isOfAnother(KEY, 'eve')).toBe(false)
    await uploads.begin(KEY, 'u3', 'ada')
    server.clock.advance(EIGHT_DAYS)
    await uploads.begin('preaching/2026/other.mp3', 'u4', 'ada')
    expect(await uploads.isOfAnother(KEY, 'eve')).toBe(false)
  })
})
