import { api } from '@vestry/contract/calls/api.ts'
import type { Route } from '@vestry/contract/calls/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTeacher, buildClass, enrolledClass, plan, sessionsOf } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const WEEKLY = { every: 1, weekdays: ['SU' as const], times: 4 }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const find = (id: number) => server.ask('GET /classes/item', { query: { class_id: id } })

  test('a single class is planned and found whole', async () => {
    const ruth = await addTeacher(server)
    const body = buildClass({
      title: '  Lambs ',
      session_datetime: '2026-05-10 10:30',
      room: 'Blue room',
      notes: 'Bring\nscissors',
      teachers: [ruth.sub],
    })
    const created = await server.ask('POST /classes', { body })
    expect(created).toEqual({
      message: 'Class successfully created',
      id: expect.any(Number),
      series_id: expect.any(Number),
      sessions: 1,
    })
    expect(await find(created.id)).toEqual({
      id: created.id,
      series_id: created.series_id,
      title: 'Lambs',
      session_datetime: '2026-05-10T10:30:00',
      room: 'Blue room',
      notes: 'Bring\nscissors',
      cancelled: false,
      teachers: [{ sub: ruth.sub, name: ruth.name }],
      version: 1,
      attendance_count: 0,
      following: { sessions: 0, records: 0 },
      last_change: { at: server.clock.now(), by: ADA.email },
    })
  })

  test('a series is planned as it was previewed', async () => {
    const start = { session_datetime: '2026-03-16T10:30:00', repeat: WEEKLY }
    const { sessions } = await server.ask('POST /classes/preview', { body: start })
    expect(sessions).toEqual(
      ['2026-03-22', '2026-03-29', '2026-04-05', '2026-04-12'].map((day) => `${day}T10:30:00`),
    )
    const planned = await plan(server, start)
    expect(planned.sessions).toBe(4)
    const rows = await sessionsOf(server, planned.series_id)
    expect(rows.map(({ session_datetime }) => session_datetime)).toEqual(sessions)
    expect(rows[0]?.id).toBe(planned.id)
    expect((await find(planned.id)).following).toEqual({ sessions: 3, records: 0 })
  })

  test('too many sessions, and none at all, are refused by the preview and by the saving', async () => {
    const long = {
      session_datetime: '2026-05-03T10:30:00',
      repeat: { every: 1, weekdays: ['SU'], until: '2036-01-01' },
    }
    const none = {
      session_datetime: '2026-05-03T10:30:00',
      repeat: { every: 1, weekdays: ['SU'], until: '2026-05-02' },
    }
    for (const [given, message] of [
      [long, 'That would be more than 208 classes. Let the series end earlier.'],
      [none, 'No class would be held: the series ends before its first day.'],
    ] as const) {
      const answers = [
        await server.tryCall('POST /classes/preview', { body: given }),
        await server.tryCall('POST /classes', { body: { ...buildClass(), ...given } }),
      ]
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({
          status: 400,
          body: { error: 'invalid_request', message, field: 'repeat' },
        })
      }
    }
  })

  test.each([
    [{ every: 0, weekdays: ['SU'], times: 2 }],
    [{ every: 53, weekdays: ['SU'], times: 2 }],
    [{ every: 1, weekdays: [], times: 2 }],
    [{ every: 1, weekdays: ['Sunday'], times: 2 }],
    [{ every: 1, weekdays: ['SU'] }],
    [{ every: 1, weekdays: ['SU'], times: 2, until: '2026-06-01' }],
    [{ every: 1, weekdays: ['SU'], times: 209 }],
    [{ every: 1, weekdays: ['SU'], until: '2026-06-31' }],
    [{ every: 1, weekdays: ['SU'], times: 2, byday: 'MO' }],
  ])('refuses to repeat %j', async (repeat) => {
    const { status, body } = await server.tryCall('POST /classes', { body: { ...buildClass(), repeat } })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        message:
          'repeat must be an object of every (1 to 52 weeks), weekdays, and either until (a date) or times (1 to 208).',
        field: 'repeat',
      },
    })
  })

  test('refuses a year that was typed with two digits', async () => {
    const body = buildClass({ session_datetime: '0026-05-03T10:30' })
    const answer = await server.tryCall('POST /classes', { body })
    expect(answer).toMatchObject({ status: 400, body: { field: 'session_datetime' } })
  })

  test('of twenty equal calls at once one plans the series, and all return it', async () => {
    const body = { ...buildClass({ title: 'Only once' }), repeat: WEEKLY, request_id: crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask('POST /classes', { body })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const { totalCount } = await server.ask('GET /classes/by-date', { query: { search: 'only once' } })
    expect(totalCount).toBe(4)
  })

  test('a class is given to nobody who can not sign in', async () => {
    const gone = await addTeacher(server)
    await server.app.identity.users.setEnabled(gone.name, false)
    for (const sub of [crypto.randomUUID(), gone.sub]) {
      const { status, body } = await server.tryCall('POST /classes', {
        body: buildClass({ teachers: [sub] }),
      })
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'invalid_request',
          message: 'teachers names somebody who cannot sign in here.',
          field: 'teachers',
        },
      })
    }
  })

  test('who has taught is still named when they can no longer sign in, and can stay assigned', async () => {
    const leaver = await addTeacher(server)
    const { id, content } = await plan(server, { teachers: [leaver.sub] })
    await server.app.identity.users.setEnabled(leaver.name, false)
    expect((await server.ask('GET /teachers')).map(({ sub }) => sub)).not.toContain(leaver.sub)
    expect((await find(id)).teachers).toEqual([{ sub: leaver.sub, name: leaver.name }])
    await server.ask('PUT /classes', { body: { ...content, id, room: 'Elsewhere' } })
    expect(await find(id)).toMatchObject({ room: 'Elsewhere', teachers: [{ sub: leaver.sub }] })
    await server.app.identity.users.remove(leaver.name)
    expect((await find(id)).teachers).toEqual([])
    const { version } = await server.ask('PUT /classes', {
      body: { ...content, id, room: 'Elsewhere', teachers: [] },
    })
    expect(version).toBe(2)
  })

  test('a new series begins with the roster of another', async () => {
    const former = await enrolledClass(server, 3)
    const { series_id } = await plan(server, { roster_of: former.series_id })
    const { attendees } = await server.ask('GET /classes/roster', { query: { series_id } })
    expect(attendees.map(({ id }) => id)).toEqual(former.attendees)
  })

  test('nothing is planned when the roster to copy is gone', async () => {
    const body = { ...buildClass({ title: 'Half planned' }), roster_of: 4711 }
    expect((await server.tryCall('POST /classes', { body })).status).toBe(404)
    const { totalCount } = await server.ask('GET /classes/by-date', { query: { search: 'half planned' } })
    expect(totalCount).toBe(0)
  })

  test('what is answered is exactly what the contract says', async () => {
    const ruth = await addTeacher(server)
    const { id, series_id, attendees } = await enrolledClass(server, 2, {
      repeat: WEEKLY,
      teachers: [ruth.sub],
    })
    const day = (await find(id)).session_datetime.slice(0, 10)
    const query = { includeAttendanceCount: true, session_datetime: day }
    const answers: [Route, unknown][] = [
      [api.classes.listByDate, await server.ask('GET /classes/by-date', { query })],
      [api.classes.find, await find(id)],
      [api.classes.listTeachers, await server.ask('GET /teachers')],
      [api.classes.listSeries, await server.ask('GET /classes/series')],
      [api.rosters.find, await server.ask('GET /classes/roster', { query: { series_id } })],
      [api.calendar.find, await server.ask('GET /calendar', { query: { from: day, to: day } })],
    ]
    for (const [route, answer] of answers) {
      expect(route.answer.parse(answer)).toEqual(answer)
    }
    expect(await find(id)).toMatchObject({ attendance_count: 2, following: { sessions: 3, records: 0 } })
    const rows = await sessionsOf(server, series_id)
    const body = { class_id: rows[2]?.id, attendee_id: attendees[0] }
    await server.ask('POST /attendance', { body })
    expect((await find(id)).following).toEqual({ sessions: 3, records: 1 })
  })

  describe('Teachers', () => {
    test('may look at their own classes and at no other', async () => {
      const ruth = await addTeacher(server)
      const own = await plan(server, { teachers: [ruth.sub] })
      const other = await plan(server)
      const tell = async (class_id: number) => {
        const { status, body } = await server.tryCall('GET /classes/item', {
          query: { class_id },
          token: ruth.token,
        })
        return [status, body.error]
      }
      expect(await tell(own.id)).toEqual([200, undefined])
      expect(await tell(other.id)).toEqual([403, 'not_allowed'])
    })

    test('neither plan nor change classes, nor see who else there is', async () => {
      const ruth = await addTeacher(server)
      const { id, content } = await plan(server, { teachers: [ruth.sub] })
      for (const [call, given] of [
        ['GET /teachers', {}],
        ['GET /classes/by-date', {}],
        ['POST /classes', { body: buildClass() }],
        ['POST /classes/preview', { body: { session_datetime: content.session_datetime, repeat: WEEKLY } }],
        ['PUT /classes', { body: { ...content, id } }],
        ['PUT /classes/cancelled', { body: { class_id: id, cancelled: true } }],
        ['DELETE /classes', { query: { class_id: id } }],
      ] as const) {
        const { status } = await server.tryCall(call, { ...given, token: ruth.token })
        expect([call, status]).toEqual([call, 403])
      }
    })

    test('other roles do all of it', async () => {
      const { token } = await addTeacher(server, 'Secretaries')
      const { status } = await server.tryCall('POST /classes', { body: buildClass(), token })
      expect(status).toBe(200)
    })
  })
})

test.each([
  ['Europe/Madrid', '2026-03-22', '2026-03-29'],
  ['America/New_York', '2026-11-01', '2026-11-08'],
])(
  'in %s a class keeps its time of the day across the change of the clocks',
  async (timeZone, before, after) => {
    const server = await startTestServer({ timeZone })
    try {
      const { series_id } = await plan(server, {
        session_datetime: `${before}T10:30:00`,
        repeat: { ...WEEKLY, times: 2 },
      })
      const times = (await sessionsOf(server, series_id)).map(({ session_datetime }) => session_datetime)
      expect(times).toEqual([`${before}T10:30:00`, `${after}T10:30:00`])
    } finally {
      await server.destroy()
    }
  },
)
