import type { CallInput } from '@vestry/contract/calls/api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

type Query = NonNullable<CallInput<'GET /classes/by-date'>['query']>

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
    for (const [title, session_datetime, teachers] of [
      ['Lambs', '2026-05-02T23:59:59', [ruth.sub]],
      ['Señales del Reino', '2026-05-03T00:00:00', []],
      ['Lambs', '2026-05-03T10:30:00', [ruth.sub]],
      ['John 3:16, for children', '2026-05-03T23:59:59', []],
      ['Ark', '2026-05-04T00:00:00', [ruth.sub]],
    ] as const) {
      await plan(server, { title, session_datetime, teachers: [...teachers] })
    }
  })
  afterAll(() => server.destroy())

  const list = (query: Query = {}) => server.ask('GET /classes/by-date', { query })
  const timesOf = async (query: Query) =>
    (await list({ direction: 'ASC', ...query })).results.map(({ session_datetime }) =>
      session_datetime.slice(5, 16),
    )
  const titlesOf = async (query: Query) => (await list(query)).results.map(({ title }) => title)

  const [EVE, FIRST, CLASS, LAST, NEXT] = [
    '05-02T23:59',
    '05-03T00:00',
    '05-03T10:30',
    '05-03T23:59',
    '05-04T00:00',
  ]

  test.each([
    ['eq', [FIRST, CLASS, LAST]],
    ['neq', [EVE, NEXT]],
    ['gt', [NEXT]],
    ['lt', [EVE]],
    ['gte', [FIRST, CLASS, LAST, NEXT]],
    ['lte', [EVE, FIRST, CLASS, LAST]],
  ] as const)('%s a day', async (operator, times) => {
    expect(await timesOf({ session_datetime: '2026-05-03', operator })).toEqual(times)
  })

  test.each([
    ['eq', [CLASS]],
    ['neq', [EVE, FIRST, LAST, NEXT]],
    ['gt', [LAST, NEXT]],
    ['lt', [EVE, FIRST]],
    ['gte', [CLASS, LAST, NEXT]],
    ['lte', [EVE, FIRST, CLASS]],
  ] as const)('%s a date and time', async (operator, times) => {
    expect(await timesOf({ session_datetime: '2026-05-03T10:30', operator })).toEqual(times)
  })

  test('without a time all are listed, the latest first', async () => {
    const { results, totalCount } = await list()
    expect(totalCount).toBe(5)
    expect(results.map(({ title }) => title)).toEqual([
      'Ark',
      'John 3:16, for children',
      'Lambs',
      'Señales del Reino',
      'Lambs',
    ])
  })

  test('by title, and within a title by time', async () => {
    const byTitle = { orderBy: 'title', direction: 'ASC' } as const
    expect(await titlesOf(byTitle)).toEqual([
      'Ark',
      'John 3:16, for children',
      'Lambs',
      'Lambs',
      'Señales del Reino',
    ])
    expect(await timesOf({ ...byTitle, search: 'la' })).toEqual([EVE, CLASS])
    expect(await timesOf({ ...byTitle, search: 'la', direction: 'DESC' })).toEqual([CLASS, EVE])
  })

  test.each([
    ['SENALES', 1],
    ['reino señ', 1],
    ['john 316', 1],
    ['children, john', 1],
    ['lambs', 2],
    ['a', 4],
    ['lambs ark', 0],
    ['<b>lambs</b>', 2],
    ['<script>lambs</script>', 0],
    ['%', 0],
    [' ', 5],
  ])('a search for "%s" finds %i', async (search, found) => {
    expect((await list({ search })).totalCount).toBe(found)
  })

  test('search and time are asked for together', async () => {
    const query = { search: 'lambs', session_datetime: '2026-05-03', operator: 'gte' } as const
    expect(await timesOf(query)).toEqual([CLASS])
    expect(await timesOf({ ...query, orderBy: 'title' })).toEqual([CLASS])
  })

  test('pages follow each other, and say how many there are in all', async () => {
    const page = (offset: number) => list({ limit: 2, offset, direction: 'ASC' })
    const pages = [await page(0), await page(2), await page(4), await page(6)]
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5, 5])
    expect(
      pages.flatMap(({ results }) => results.map(({ session_datetime }) => session_datetime.slice(5, 16))),
    ).toEqual([EVE, FIRST, CLASS, LAST, NEXT])
  })

  test('a page has nineteen, if nobody asks for more', async () => {
    const every = { every: 1, weekdays: ['SU' as const], times: 20 }
    const { series_id } = await plan(server, { title: 'Nineteen', repeat: every })
    const { results, totalCount } = await list({ search: 'nineteen' })
    expect([results.length, totalCount]).toEqual([19, 20])
    const first = await server.ask('GET /classes/by-date', {
      query: { search: 'nineteen', direction: 'ASC', limit: 1 },
    })
    await server.ask('DELETE /classes', { query: { class_id: first.results[0]?.id, scope: 'following' } })
    expect((await server.tryCall('GET /classes/roster', { query: { series_id } })).status).toBe(404)
    expect(await list({ search: 'nineteen' })).toEqual({ results: [], totalCount: 0 })
  })

  test('records are counted when they are asked for', async () => {
    const { id } = await enrolledClass(server, 3, { title: 'Counted' })
    const [plain] = (await list({ search: 'counted' })).results
    expect(plain).toEqual({
      id,
      series_id: expect.any(Number),
      title: 'Counted',
      session_datetime: expect.any(String),
      room: '',
      cancelled: false,
      teachers: [],
    })
    const counted = async () =>
      (await list({ search: 'counted', includeAttendanceCount: true })).results.map(
        ({ attendance_count }) => attendance_count,
      )
    expect(await counted()).toEqual([3])
    const [record] = await server.ask('GET /attendance', { query: { class_id: id } })
    await server.ask('DELETE /attendance', { query: { attendance_id: record?.id } })
    expect(await counted()).toEqual([2])
    await server.ask('DELETE /classes', { query: { class_id: id, records: 2 } })
  })

  test('what lists remember is not forgotten because of a mark', async () => {
    const { id, attendees } = await enrolledClass(server, 1)
    const changesOf = () =>
      pastHandlers(server, (db) =>
        db.selectFrom('lock_scope').select('changes').where('name', '=', 'classes').executeTakeFirst(),
      )
    const before = await changesOf()
    const marks = attendees.map((attendee_id) => ({ attendee_id, state: 'present' as const, seen: 2 }))
    await server.ask('PUT /attendance/roll-call', { body: { class_id: id, marks } })
    expect(await changesOf()).toEqual(before)
    await server.ask('DELETE /classes', { query: { class_id: id, records: 1 } })
    expect(await changesOf()).not.toEqual(before)
  })

  describe('the classes of a teacher', () => {
    const own = async (query: Query, token = ruth.token) =>
      (await server.tryCall('GET /classes/teacher/by-date', { query: { direction: 'ASC', ...query }, token }))
        .body as unknown as Awaited<ReturnType<typeof list>>
    const ownTimes = async (query: Query) =>
      (await own(query)).results.map(({ session_datetime }) => session_datetime.slice(5, 16))

    test('are those that are assigned to them', async () => {
      expect(await own({})).toMatchObject({
        totalCount: 3,
        results: [{ title: 'Lambs', teachers: [ruth.name] }, { title: 'Lambs' }, { title: 'Ark' }],
      })
      expect(await ownTimes({ session_datetime: '2026-05-03', operator: 'gte' })).toEqual([CLASS, NEXT])
      expect(await ownTimes({ search: 'LAMB', orderBy: 'title' })).toEqual([EVE, CLASS])
      expect(await own({}, await server.signIn())).toEqual({ totalCount: 0, results: [] })
    })

    test('change at once when somebody else takes over', async () => {
      const esther = await addTeacher(server, 'Deacons')
      const { id, content } = await plan(server, { title: 'Handed over', teachers: [ruth.sub] })
      const body = { ...content, id, teachers: [esther.sub] }
      expect((await own({ search: 'handed' })).totalCount).toBe(1)
      await server.ask('PUT /classes', { body })
      expect((await own({ search: 'handed' })).totalCount).toBe(0)
      expect((await own({ search: 'handed' }, esther.token)).totalCount).toBe(1)
      await server.ask('DELETE /classes', { query: { class_id: id } })
    })
  })

  test('what was planned, renamed or moved by someone else is listed so at once', async () => {
    const { id, content } = await plan(server, { title: 'Fresh', session_datetime: '2026-08-02T10:30:00' })
    const query = { session_datetime: '2026-08-01', operator: 'gte' } as const
    expect(await titlesOf({ ...query, search: 'fresh' })).toEqual(['Fresh'])
    await server.ask('PUT /classes', { body: { ...content, id, title: 'Stale' } })
    expect(await titlesOf({ ...query, search: 'fresh' })).toEqual([])
    expect(await titlesOf({ ...query, search: 'stale' })).toEqual(['Stale'])
    await server.ask('PUT /classes', {
      body: { ...content, id, title: 'Stale', session_datetime: '2026-07-26T10:30:00' },
    })
    expect(await titlesOf({ ...query, search: 'stale' })).toEqual([])
  })
})
