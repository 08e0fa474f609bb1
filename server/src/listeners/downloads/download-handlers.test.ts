import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { publish } from '../../testing/build-sermon.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer
  let sower: string
  let vine: string

  beforeAll(async () => {
    server = await startTestServer({ database })
    sower = (await publish(server, { localizedname: 'The sower' })).uuid
    vine = (await publish(server, { localizedname: 'The vine', event_datetime: '2026-04-26T10:30:00' })).uuid
    const { sql, close } = await openDatabase(server.config)
    const idOf = async (uuid: string) =>
      (await sql.selectFrom('preaching_item').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow())
        .id
    const rows = [
      [sower, '2026-04-05', 100],
      [sower, '2026-04-19', 1],
      [sower, '2026-04-26', 2],
      [vine, '2026-04-26', 4],
      [vine, '2026-04-27', 8],
      [vine, '2026-05-03', 16],
    ] as const
    for (const [uuid, day, downloads] of rows) {
      await sql
        .insertInto('download_day')
        .values({ item_id: await idOf(uuid), day, downloads })
        .execute()
    }
    await close()
  })
  afterAll(() => server.destroy())

  const weeks = { from: '2026-04-20', to: '2026-05-10', step: 'week' as const }

  test('a report sums up weeks that have begun, and the days before', async () => {
    const { steps, total, before } = await server.ask('GET /downloads', { query: weeks })
    expect(steps).toEqual([
      { day: '2026-04-20', downloads: 6 },
      { day: '2026-04-27', downloads: 24 },
    ])
    expect([total, before]).toEqual([
      { downloads: 30 },
      { from: '2026-04-06', to: '2026-04-19', downloads: 1 },
    ])
  })

  test('the most downloaded comes first', async () => {
    const { sermons } = await server.ask('GET /downloads', { query: weeks })
    expect(sermons).toEqual([
      { uuid: vine, title: 'The vine', event_datetime: '2026-04-26T10:30:00', downloads: 28 },
      { uuid: sower, title: 'The sower', event_datetime: '2026-05-03T10:30:00', downloads: 2 },
    ])
  })

  test('one sermon has a report of its own, by days', async () => {
    const query = { uuid: sower, from: '2026-04-25', to: '2026-04-27', step: 'day' as const }
    const { steps, sermons } = await server.ask('GET /downloads', { query })
    expect(steps.map(({ downloads }) => downloads)).toEqual([0, 2, 0])
    expect(sermons.map(({ title }) => title)).toEqual(['The sower'])
  })

  test.each([
    ['steps', 'Semana,Descargas\r\n2026-04-20,6\r\n2026-04-27,24\r\nTotal,30\r\nEl periodo anterior,1\r\n'],
    ['sermons', 'Predicación,Fecha,Descargas\r\nThe vine,2026-04-26,28\r\nThe sower,2026-05-03,2\r\n'],
  ])('the file of the %s has the numbers of the page', async (table, content) => {
    const token = await server.signIn()
    const { body } = await server.app.http.inject({
      url: '/api/downloads/export',
      query: { ...weeks, table, language: 'es' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body.replace('\uFEFF', '')).toBe(content)
  })

  test('the trail says of which sermon a file is', async () => {
    const [token, days] = [await server.signIn(), 'from 2026-04-20, to 2026-05-10']
    for (const [of, detail] of [
      [{}, `downloads, ${days}, csv, 4 rows`],
      [{ uuid: sower }, `downloads, sermon ${sower}, ${days}, csv, 4 rows`],
    ] as const) {
      const query = { ...weeks, ...of, table: 'steps' as const, language: 'es' as const }
      await server.app.http.inject({
        url: '/api/downloads/export',
        query,
        headers: { authorization: `Bearer ${token}` },
      })
      const { results } = await server.ask('GET /audit', { query: { kind: 'list_exported', limit: 1 } })
      expect(results).toMatchObject([{ detail }])
    }
  })

  test('a range that ends before it begins is refused', async () => {
    const refused = await server.tryCall('GET /downloads', { query: { ...weeks, to: '2026-04-19' } })
    expect([refused.status, refused.body.field]).toEqual([400, 'to'])
  })
})
