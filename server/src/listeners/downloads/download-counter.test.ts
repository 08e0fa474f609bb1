import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { publish } from '../../testing/build-sermon.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { buildSecondApp } from '../../testing/second-app.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { mediaAddress } from '../addresses.ts'

const DAY = 24 * 60 * 60_000
const AGENT = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)'
const TODAY = '2026-05-03'
const MONTH = { from: '2026-05-01', to: '2026-05-31', step: 'day' } as const
/** An address that no other listener has. */
const LISTENER = '127.0.0.7'

/** A recording of two minutes: a tag of 4,000 bytes, then 1,000 bytes for each second. */
const TAG = 4000
const SIZE = TAG + 120_000
const RECORDING = Buffer.concat([
  Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, (TAG - 10) >> 7, (TAG - 10) & 0x7f]),
  Buffer.alloc(SIZE - 10, 'la'),
])
const MINUTE_ENDS = TAG + 60_000

eachDatabase((database) => {
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    server = await startTestServer({ database, settings: { VESTRY_TRUST_PROXY: '127.0.0.2' } })
    await server.ask('PUT /settings', { body: { publicPages: true } })
    await listen(server.app.http)
  })
  afterAll(() => server.destroy())

  type Asked = { method?: string; headers?: Record<string, string>; from?: string; at?: Http }

  /** Asks as a listener would, and reads all of the response. */
  async function get(path: string, { method = 'GET', headers, from, at = server.app.http }: Asked = {}) {
    const asked = send({
      ...{
        host: '127.0.0.1',
        port: portOf(at),
        path,
        method,
        localAddress: from ?? LISTENER,
        agent: false,
      },
      headers: { 'user-agent': AGENT, ...headers },
    }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const bytes = Buffer.concat(await response.toArray())
    await isOver(at)
    return { status: response.statusCode, length: bytes.length }
  }
  const range = (first: number, last: number) => ({ headers: { range: `bytes=${first}-${last}` } })

  /** The server closes a connection once it is done with the response, which the listener may have read earlier. */
  async function isOver({ server }: Http) {
    const connections = promisify(server.getConnections.bind(server))
    await vi.waitUntil(async () => (await connections()) === 0, { timeout: 60_000 })
  }

  async function recording(content = RECORDING, duration = 120) {
    count += 1
    const path = `preaching/2026/counted-${count}.mp3`
    await server.app.store.put(path, content, { 'content-type': 'audio/mpeg' })
    const sermon = await publish(server, { path, duration, poster_path: 'images/poster-large.jpg' })
    return { ...sermon, address: mediaAddress(sermon, path) }
  }

  /** What a report says for each day. */
  async function downloadsOf(uuid: string, from = TODAY, to = from) {
    const { steps } = await server.ask('GET /downloads', { query: { uuid, from, to, step: 'day' } })
    return steps.map(({ downloads }) => downloads)
  }

  test('somebody who has the whole recording is counted once, however often it is fetched', async () => {
    const { uuid, address } = await recording()
    expect(await get(address)).toEqual({ status: 200, length: SIZE })
    await get(address)
    await get(address, range(0, SIZE - 1))
    expect(await downloadsOf(uuid)).toEqual([1])
  })

  test.each<[string, Asked]>([
    ['two bytes', range(0, 1)],
    ['a second less than a minute', range(0, MINUTE_ENDS - 1001)],
    ['its tag and a little more', range(0, TAG + 500)],
    ['its length alone', { method: 'HEAD' }],
    ['a part that it has not', range(SIZE, SIZE + 10)],
    ['what it has already', { headers: { 'if-none-match': '*' } }],
    ['it as a crawler', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
    ['it as a script', { headers: { 'user-agent': 'curl/8.5.0' } }],
    ['it without a name', { headers: { 'user-agent': '' } }],
  ])('whoever asks for %s is not counted', async (_what, asked) => {
    const { uuid, address } = await recording()
    await get(address, asked)
    await get(address, asked)
    expect(await downloadsOf(uuid)).toEqual([0])
  })

  test('an address of no file, and files beside the recording, count nothing', async () => {
    const { uuid, address } = await recording()
    await server.app.store.put('images/poster-large.jpg', RECORDING, { 'content-type': 'image/jpeg' })
    expect((await get(address.replace(/\/\w{12}\//, '/000000000000/'))).status).toBe(404)
    expect((await get(mediaAddress({ uuid }, 'images/poster-large.jpg'))).status).toBe(200)
    expect(await downloadsOf(uuid)).toEqual([0])
  })

  test('parts add up to a minute, and what is fetched again adds nothing', async () => {
    const { uuid, address } = await recording()
    for (const at of [0, 0, 0, 0]) {
      await get(address, range(TAG + at, TAG + at + 19_999))
    }
    await get(address, range(TAG + 40_000, TAG + 59_999))
    expect(await downloadsOf(uuid)).toEqual([0])
    await get(address, range(TAG + 20_000, TAG + 39_999))
    expect(await downloadsOf(uuid)).toEqual([1])
    for (const part of [0, 1, 2]) {
      await get(address, range((part * SIZE) / 4, ((part + 1) * SIZE) / 4))
    }
    expect(await downloadsOf(uuid)).toEqual([1])
  })

  test('all of a short recording is a download, and of one whose length nobody knows', async () => {
    for (const duration of [45, 0]) {
      const { uuid, address } = await recording(RECORDING, duration)
      await get(address, range(0, SIZE - 2))
      expect(await downloadsOf(uuid)).toEqual([0])
      await get(address, range(SIZE - 1, SIZE - 1))
      expect(await downloadsOf(uuid)).toEqual([1])
    }
  })

  test('a listener who leaves before a minute was sent is not counted', async () => {
    // More than fits into the machine's own buffers.
    const { uuid, address } = await recording(Buffer.alloc(48 * 1024 * 1024, 'la'), 60)
    const asked = send({
      host: '127.0.0.1',
      port: portOf(server.app.http),
      path: address,
      headers: { 'user-agent': AGENT },
    }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await once(response, 'readable')
    asked.destroy()
    await isOver(server.app.http)
    expect(await downloadsOf(uuid)).toEqual([0])
    await get(address)
    expect(await downloadsOf(uuid)).toEqual([1])
  })

  test('another program and another address are other listeners; a /64 is one', async () => {
    const { uuid, address } = await recording()
    const through = (forwarded: string) => ({
      ...{ from: '127.0.0.2', headers: { 'x-forwarded-for': forwarded } },
    })
    await get(address, through('2001:db8:1:2::3'))
    await get(address, through('2001:db8:1:2:ffff::4'))
    expect(await downloadsOf(uuid)).toEqual([1])
    await get(address, through('2001:db8:1:3::3'))
    expect(await downloadsOf(uuid)).toEqual([2])
    await get(address, { headers: { 'user-agent': 'AntennaPod/3.4' } })
    expect(await downloadsOf(uuid)).toEqual([3])
  })

  test('nobody counts for more by what they say of their address', async () => {
    const { uuid, address } = await recording()
    for (const forwarded of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await get(address, { headers: { 'x-forwarded-for': forwarded } })
    }
    expect(await downloadsOf(uuid)).toEqual([1])
  })

  if (database.name === 'PostgreSQL') {
    test('two processes add up what each has served', async () => {
      const second = await buildSecondApp(server)
      const path = 'preaching/2026/counted-of-two.mp3'
      for (const { store } of [server.app, second]) {
        await store.put(path, RECORDING, { 'content-type': 'audio/mpeg' })
      }
      const sermon = await publish(server, { path, duration: 120 })
      const address = mediaAddress(sermon, path)
      await get(address)
      await listen(second.http)
      await get(address, { at: second.http })
      await second.close()
      expect(await downloadsOf(sermon.uuid)).toEqual([2])
    })
  }

  test('the sums go with a deleted sermon, come back with it, and go for good', async () => {
    const { uuid, address } = await recording()
    await get(address)
    expect(await downloadsOf(uuid)).toEqual([1])
    const record = `item/${uuid}` as const
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    await server.ask('POST /trash/restore', { body: { record } })
    expect(await downloadsOf(uuid)).toEqual([1])
    const { total } = await server.ask('GET /downloads', { query: MONTH })
    await server.ask('DELETE /preachingManagement', { query: { uuid } })
    await server.ask('DELETE /trash', { query: { record } })
    const left = await server.ask('GET /downloads', { query: MONTH })
    expect(left.total.downloads).toBe(total.downloads - 1)
  })

  describe('a server that was stopped', () => {
    let own: TestServer
    let kept: Awaited<ReturnType<typeof openDatabase>>

    beforeAll(async () => {
      own = await startTestServer({ database })
      await own.ask('PUT /settings', { body: { publicPages: true } })
      const path = 'preaching/2026/daily.mp3'
      await own.app.store.put(path, RECORDING, { 'content-type': 'audio/mpeg' })
      const address = mediaAddress(await publish(own, { path, duration: 120 }), path)
      const at = own.app.http
      await listen(at)
      await get(address, { at })
      own.clock.advance(DAY)
      await get(address, { at })
      await get(address, { at })
      await own.app.close()
      kept = await openDatabase(own.config)
    })
    afterAll(async () => {
      await kept.close()
      await own.destroy()
    })

    test('has written down what it counted, each day anew', async () => {
      const days = kept.sql.selectFrom('download_day').select(['day', 'downloads']).orderBy('day')
      expect(await days.execute()).toEqual([
        { day: TODAY, downloads: 1 },
        { day: '2026-05-04', downloads: 1 },
      ])
    })

    test('nobody can be found on the disk who has listened', async () => {
      const entries = await readdir(own.dataFolder, { recursive: true, withFileTypes: true })
      const files = entries.filter((file) => file.isFile())
      expect(files.length).toBeGreaterThan(1)
      const written = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))))
      const tables = await kept.sql.introspection.getTables()
      const rows = await Promise.all(
        tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(kept.sql)),
      )
      for (const bytes of [...written, JSON.stringify(rows)]) {
        expect([bytes.includes('Overcast'), bytes.includes(LISTENER)]).toEqual([false, false])
      }
    })
  })
})

type Http = TestServer['app']['http']

async function listen(http: Http): Promise<void> {
  await http.listen({ host: '127.0.0.1', port: 0 })
}

function portOf(http: Http): number {
  return (http.server.address() as AddressInfo).port
}
