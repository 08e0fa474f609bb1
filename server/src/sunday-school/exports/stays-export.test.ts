import papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { arrivedFamily, holdToday, takeIn } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { newChild } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())

  const download = async (query: Record<string, string> = {}, token?: string) =>
    await server.app.http.inject({
      url: '/api/door/stays/export',
      query,
      headers: { authorization: `Bearer ${token ?? (await server.signIn())}` },
    })
  const rowsOf = async (query: Record<string, string> = {}) =>
    papa.parse<string[]>((await download(query)).body.slice(1), { skipEmptyLines: true }).data

  test('who arrived, who brought them and who got them goes out, with no code and no formula', async () => {
    const { id: class_id } = await holdToday(server, { title: 'Lambs', room: '=1+1' })
    const child = await newChild(server, { first_name: 'Noah', last_name: 'García' })
    const other = await newChild(server, { first_name: 'Ruth', last_name: 'García' })
    const family = await addFamily(server, { children: [child, other] })
    const { stays } = await takeIn(server, class_id, [child, other], { brought_by: family.adult })
    const [{ code = '', id = 0 } = {}] = stays.filter(({ attendee_id }) => attendee_id === child)
    server.clock.advance(30 * 60_000)
    await server.ask('POST /door/handovers', {
      body: { stay_ids: [id], adult_id: family.adult, name: '', code, reason: '' },
    })
    const by = stays[0]?.arrived_by
    const { body } = await download()
    expect(body).not.toContain(code)
    expect(await rowsOf()).toEqual([
      ['Arrived', 'Class', 'Room', 'Vestry ID', 'First Name', 'Last Name'].concat([
        'Brought By',
        'Taken In By',
        'Given Back',
        'Given To',
        'How',
        'Given By',
      ]),
      ['2026-05-03 10:00', 'Lambs', "'=1+1", String(child), 'Noah', 'García'].concat([
        'Ana López',
        `${by}`,
        '2026-05-03 10:30',
        'Ana López',
        'By its code',
        `${by}`,
      ]),
      ['2026-05-03 10:00', 'Lambs', "'=1+1", String(other), 'Ruth', 'García'].concat([
        'Ana López',
        `${by}`,
        '',
        '',
        '',
        '',
      ]),
    ])
    const { rawPayload } = await download({ format: 'xlsx', language: 'es' })
    const [head, first] = await readSheet(rawPayload)
    expect(head?.slice(6)).toEqual([
      'Quién lo trajo',
      'Recibido por',
      'Entrega',
      'Entregado a',
      'Cómo',
      'Entregado por',
    ])
    expect(first?.[10]).toBe('Con su código')
    const { results } = await server.ask('GET /audit', { query: { kind: 'list_exported' } })
    expect(results[0]).toMatchObject({ detail: 'stays, xlsx, 2 rows' })
  })

  test('the days that are asked for go out, and more than one page of them', async () => {
    const before = (await rowsOf()).length
    expect(await rowsOf({ from: '2026-05-04' })).toHaveLength(1)
    expect(await rowsOf({ to: '2026-05-02' })).toHaveLength(1)
    for (let family = 0; family < 9; family += 1) {
      await arrivedFamily(server, { children: 29 })
    }
    const rows = await rowsOf({ from: '2026-05-03', to: '2026-05-03' })
    expect(rows).toHaveLength(before + 9 * 29)
    expect(new Set(rows.map(([, , , id]) => id)).size).toBe(rows.length)
  })

  test('only those get it who may export and work at the door', async () => {
    const { token: office } = await addTeacher(server, 'Staff')
    const { token: teacher } = await addTeacher(server, 'Teachers')
    expect((await download({}, office)).statusCode).toBe(403)
    expect((await download({}, teacher)).statusCode).toBe(403)
  })
})
