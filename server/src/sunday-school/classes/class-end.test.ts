import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, plan, sessionsOf } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const WEEKLY = { every: 1, weekdays: ['SU' as const], times: 3 }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const endsOf = async (series_id: number) =>
    (await sessionsOf(server, series_id)).map(({ end_time = 'open' }) => end_time)

  test('an end is planned with a series, over a change of summer time, and shown everywhere', async () => {
    const teacher = await addTeacher(server)
    const { id, series_id } = await plan(server, {
      session_datetime: '2026-10-18T10:30:00',
      end_time: '11:45',
      repeat: WEEKLY,
      teachers: [teacher.sub],
    })
    expect(await endsOf(series_id)).toEqual(['11:45', '11:45', '11:45'])
    const day = { from: '2026-10-18', to: '2026-11-01' }
    const { classes } = await server.ask('GET /calendar', { query: day })
    expect(classes.map(({ end_time }) => end_time)).toEqual(['11:45', '11:45', '11:45'])
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: id } })
    expect(roll?.end_time).toBe('11:45')
    const now = { session_datetime: '2026-05-03T10:30:00', end_time: '11:45', teachers: [teacher.sub] }
    await plan(server, now)
    const office = await server.ask('GET /today')
    expect(office.office?.classes[0]?.end_time).toBe('11:45')
    const teaching = await server.ask('GET /today', { token: teacher.token })
    expect(teaching.teaching?.next?.end_time).toBe('11:45')
  })

  test('an end is changed of one class, or of it and the following ones, and left out it stays', async () => {
    const { id, series_id, content } = await plan(server, { repeat: WEEKLY })
    const { title, session_datetime } = content
    const change = (body: object) =>
      server.ask('PUT /classes', { body: { id, title, session_datetime, ...body } })
    expect(await endsOf(series_id)).toEqual(['open', 'open', 'open'])
    await change({ end_time: '11:30' })
    expect(await endsOf(series_id)).toEqual(['11:30', 'open', 'open'])
    await change({ end_time: '12:00', scope: 'following' })
    expect(await endsOf(series_id)).toEqual(['12:00', '12:00', '12:00'])
    await change({ room: 'Attic', scope: 'following' })
    expect(await endsOf(series_id)).toEqual(['12:00', '12:00', '12:00'])
    await change({ room: 'Attic', end_time: '' })
    expect(await endsOf(series_id)).toEqual(['open', '12:00', '12:00'])
  })

  test('an end that is not after the start is refused, when planned, changed, or by a later start', async () => {
    const { id, series_id, content } = await plan(server, { end_time: '11:30', repeat: WEEKLY })
    const { title, session_datetime } = content
    const day = session_datetime.slice(0, 10)
    const refused = (end: string, start: string) => ({
      status: 400,
      body: {
        error: 'invalid_request',
        message: `The class on ${day} would end at ${end}, but it begins at ${start}. Choose a later end, or none.`,
        field: 'end_time',
      },
    })
    const body = { id, title, session_datetime }
    const planned = { title, session_datetime, end_time: '10:30' }
    expect(await server.tryCall('POST /classes', { body: planned })).toMatchObject(refused('10:30', '10:30'))
    expect(await server.tryCall('PUT /classes', { body: { ...body, end_time: '09:00' } })).toMatchObject(
      refused('09:00', '10:30'),
    )
    const later = { ...body, session_datetime: `${day}T12:00`, scope: 'following' }
    expect(await server.tryCall('PUT /classes', { body: later })).toMatchObject(refused('11:30', '12:00'))
    await server.ask('PUT /classes', { body: { ...later, end_time: '13:00' } })
    expect(await endsOf(series_id)).toEqual(['13:00', '13:00', '13:00'])
    for (const end_time of ['25:00', '9:00', 'noon', '11:60']) {
      expect((await server.tryCall('PUT /classes', { body: { ...body, end_time } })).body).toMatchObject({
        error: 'invalid_request',
        field: 'end_time',
      })
    }
  })

  test('a class comes back from the trash with its end', async () => {
    const { id, series_id } = await plan(server, { end_time: '11:30' })
    await server.ask('DELETE /classes', { query: { class_id: id } })
    await server.ask('POST /trash/restore', { body: { record: `class/${id}` } })
    expect(await endsOf(series_id)).toEqual(['11:30'])
  })
})
