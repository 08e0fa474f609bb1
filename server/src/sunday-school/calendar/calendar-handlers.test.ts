import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, plan } from '../../testing/build-class.ts'
import { publish } from '../../testing/build-sermon.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  test('classes and sermons come by time, from the first second to the last', async () => {
    const late = await plan(server, { title: 'Late', session_datetime: '2026-05-31T23:59:59', room: 'Attic' })
    const early = await plan(server, { title: 'Early', session_datetime: '2026-05-01T00:00:00' })
    await plan(server, { session_datetime: '2026-04-30T23:59:59' })
    await plan(server, { session_datetime: '2026-06-01T00:00:00' })
    await server.ask('PUT /classes/cancelled', { body: { class_id: late.id, cancelled: true } })
    const second = await publish(server, { event_datetime: '2026-05-10T10:30:00' })
    const first = await publish(server, { event_datetime: '2026-05-03T10:30:00' })
    await publish(server, { event_datetime: '2026-06-07T10:30:00' })
    const query = { from: '2026-05-01', to: '2026-05-31' }
    expect(await server.ask('GET /calendar', { query })).toEqual({
      classes: [
        {
          id: early.id,
          series_id: early.series_id,
          title: 'Early',
          session_datetime: '2026-05-01T00:00:00',
          room: '',
          cancelled: false,
        },
        {
          id: late.id,
          series_id: late.series_id,
          title: 'Late',
          session_datetime: '2026-05-31T23:59:59',
          room: 'Attic',
          cancelled: true,
        },
      ],
      sermons: [first, second].map(({ uuid, localizedname, event_datetime }) => ({
        uuid,
        localizedname,
        event_datetime,
      })),
    })
  })

  test('Teachers see their own classes, and every sermon', async () => {
    const ruth = await addTeacher(server)
    const own = await plan(server, { session_datetime: '2026-07-05T10:30:00', teachers: [ruth.sub] })
    await plan(server, { session_datetime: '2026-07-05T10:30:00' })
    await publish(server, { event_datetime: '2026-07-05T10:30:00' })
    const query = { from: '2026-07-01', to: '2026-07-31' }
    const { body } = await server.tryCall('GET /calendar', { query, token: ruth.token })
    expect(body).toMatchObject({ classes: [{ id: own.id }], sermons: [{}] })
    expect((await server.ask('GET /calendar', { query })).classes).toHaveLength(2)
  })

  test('a class at an hour that summer time leaves out is on its day, at its hour', async () => {
    await plan(server, { session_datetime: '2032-03-28T02:30:00' })
    const query = { from: '2032-03-01', to: '2032-04-04' }
    const { classes } = await server.ask('GET /calendar', { query })
    expect(classes).toMatchObject([{ session_datetime: '2032-03-28T02:30:00' }])
  })

  test.each([
    ['2026-05-01', '2026-05-01', 200],
    ['2026-05-01', '2026-07-01', 200],
    ['2026-05-01', '2026-07-02', 400],
    ['2026-05-02', '2026-05-01', 400],
    ['0001-01-01', '9999-12-31', 400],
  ])('from %s to %s answers %i', async (from, to, status) => {
    const answer = await server.tryCall('GET /calendar', { query: { from, to } })
    expect(answer.status).toBe(status)
    if (status === 400) {
      expect(answer.body).toEqual({
        error: 'invalid_request',
        message: `to must be a date from ${from} on, and no more than 62 days may be asked for.`,
        field: 'to',
      })
    }
  })
})
