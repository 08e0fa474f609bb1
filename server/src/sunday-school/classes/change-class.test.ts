import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher, enrolledClass, plan, sessionsOf } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const WEEKLY = { every: 1, weekdays: ['SU' as const], times: 4 }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const find = (id: number) => server.ask('GET /classes/item', { query: { class_id: id } })
  const timesOf = async (series_id: number) =>
    (await sessionsOf(server, series_id)).map(({ session_datetime }) => session_datetime)
  const recordsOf = (class_id: number) => server.ask('GET /attendance', { query: { class_id } })

  /** A weekly series from the first Sunday in May of a year of its own, which no other class reaches. */
  let year = 2130
  async function planMay(overrides: Parameters<typeof plan>[1] = {}) {
    year += 1
    const first = new Date(Date.UTC(year, 4, 1))
    first.setUTCDate(1 + ((7 - first.getUTCDay()) % 7))
    const days = [0, 7, 14, 21, 28].map((more) =>
      new Date(first.getTime() + more * 86_400_000).toISOString().slice(0, 10),
    )
    const session_datetime = `${days[0]}T10:30:00`
    const planned = await plan(server, { session_datetime, repeat: WEEKLY, ...overrides })
    return { ...planned, days, rows: await sessionsOf(server, planned.series_id) }
  }

  test('one session is changed and the others stay', async () => {
    const { series_id, content, rows } = await planMay({ title: 'Lambs' })
    const id = rows[1]?.id ?? 0
    const body = {
      ...content,
      session_datetime: rows[1]?.session_datetime,
      id,
      version: 1,
      title: 'Picnic',
      room: 'Park',
    }
    expect(await server.ask('PUT /classes', { body })).toEqual({
      message: 'Class successfully updated',
      id,
      version: 2,
      sessions: 1,
    })
    const after = await sessionsOf(server, series_id)
    expect(after.map(({ title, room }) => `${title}${room}`)).toEqual([
      'Lambs',
      'PicnicPark',
      'Lambs',
      'Lambs',
    ])
    const found = await server.ask('GET /classes/by-date', { query: { search: 'picnic' } })
    expect(found.totalCount).toBe(1)
    expect((await server.ask('GET /classes/roster', { query: { series_id } })).title).toBe('Lambs')
  })

  test('what is changed of one and the following leaves all else of them as it is', async () => {
    const ruth = await addTeacher(server)
    const esther = await addTeacher(server)
    const { series_id, content, rows } = await planMay({ title: 'Sheep', teachers: [ruth.sub] })
    const at = (index: number) => ({
      id: rows[index]?.id ?? 0,
      session_datetime: rows[index]?.session_datetime ?? '',
    })
    await server.ask('PUT /classes', { body: { ...content, ...at(3), room: 'Attic', notes: 'Last one' } })
    const answer = await server.ask('PUT /classes', {
      body: { ...content, ...at(1), title: 'Rams', teachers: [esther.sub], scope: 'following' },
    })
    expect(answer).toMatchObject({ sessions: 3, version: 2 })
    expect(await sessionsOf(server, series_id)).toMatchObject([
      { title: 'Sheep', teachers: [ruth.name], room: '' },
      { title: 'Rams', teachers: [esther.name], room: '' },
      { title: 'Rams', teachers: [esther.name], room: '' },
      { title: 'Rams', teachers: [esther.name], room: 'Attic' },
    ])
    expect(await find(at(3).id)).toMatchObject({ notes: 'Last one', version: 3 })
    expect((await server.ask('GET /classes/roster', { query: { series_id } })).title).toBe('Rams')
  })

  test('a series of one class is renamed with it', async () => {
    const { id, series_id, content } = await plan(server)
    await server.ask('PUT /classes', { body: { ...content, id, title: 'Christmas play' } })
    expect((await server.ask('GET /classes/roster', { query: { series_id } })).title).toBe('Christmas play')
  })

  test('an unchanged class keeps its version, and another version is refused', async () => {
    const { id, content } = await plan(server)
    expect(await server.ask('PUT /classes', { body: { ...content, id, version: 1 } })).toMatchObject({
      version: 1,
      sessions: 0,
    })
    await server.ask('PUT /classes', { body: { ...content, id, version: 1, room: 'Theirs' } })
    const { status, body } = await server.tryCall('PUT /classes', {
      body: { ...content, id, version: 1, room: 'Ours' },
    })
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: 'changed_meanwhile',
        message:
          'Someone else has changed this class since you opened it. Open it again to see their changes.',
      },
    })
    expect(
      await server.ask('PUT /classes', { body: { ...content, id, version: 1, room: 'Theirs' } }),
    ).toMatchObject({ version: 2 })
  })

  test('of many who change one loaded class at once, exactly one succeeds', async () => {
    const { id, content } = await plan(server)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        server.tryCall('PUT /classes', { body: { ...content, id, version: 1, room: `Room ${index}` } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('the following move by as many days and to the same new time', async () => {
    const { series_id, content, days, rows } = await planMay()
    await server.ask('PUT /classes', {
      body: { ...content, id: rows[2]?.id, session_datetime: `${days[2]}T09:00:00` },
    })
    const monday = new Date(Date.parse(days[1] ?? '') + 86_400_000).toISOString().slice(0, 10)
    await server.ask('PUT /classes', {
      body: { ...content, id: rows[1]?.id, session_datetime: `${monday}T10:30:00`, scope: 'following' },
    })
    const clock = async () => (await timesOf(series_id)).map((time) => time.slice(11, 16))
    expect(await clock()).toEqual(['10:30', '10:30', '09:00', '10:30'])
    await server.ask('PUT /classes', {
      body: { ...content, id: rows[1]?.id, session_datetime: `${monday}T18:00:00`, scope: 'following' },
    })
    expect(await clock()).toEqual(['10:30', '18:00', '18:00', '18:00'])
    const weekdays = (await timesOf(series_id)).map((time) => new Date(`${time}Z`).getUTCDay())
    expect(weekdays).toEqual([0, 1, 1, 1])
  })

  test.each([
    ['later', 1],
    ['earlier', -1],
  ])(
    'a weekly series with records in each session moves a week %s, and takes its records along',
    async (_, weeks) => {
      const { series_id, content, rows } = await planMay()
      const children = await addChildren(server, 3)
      for (const { id: class_id } of rows) {
        for (const attendee_id of children) {
          await server.ask('POST /attendance', { body: { class_id, attendee_id } })
        }
      }
      const shifted = rows.map(({ session_datetime }) =>
        new Date(Date.parse(`${session_datetime}Z`) + weeks * 7 * 86_400_000).toISOString().slice(0, 19),
      )
      const answer = await server.ask('PUT /classes', {
        body: { ...content, id: rows[0]?.id, session_datetime: shifted[0], scope: 'following' },
      })
      expect(answer.sessions).toBe(4)
      expect(await timesOf(series_id)).toEqual(shifted)
      const after = await sessionsOf(server, series_id)
      expect(after.map(({ id, attendance_count }) => [id, attendance_count])).toEqual(
        rows.map(({ id }) => [id, 3]),
      )
      const booked = await server.ask('GET /attendance/by-date', {
        query: { session_datetime: shifted[0], exclude_class_id: rows[3]?.id },
      })
      expect(booked.toSorted((a, b) => a - b)).toEqual(children)
    },
  )

  test('a move that would put children into two classes at once is refused, and nothing of it is kept', async () => {
    const one = await enrolledClass(server, 5)
    const { rows, content, series_id } = await planMay()
    for (const attendee_id of one.attendees) {
      await server.ask('POST /attendance', { body: { class_id: rows[1]?.id, attendee_id } })
    }
    const before = await timesOf(series_id)
    const target = one.content.session_datetime
    const { status, body } = await server.tryCall('PUT /classes', {
      body: { ...content, id: rows[1]?.id, session_datetime: target, room: 'Half moved', scope: 'following' },
    })
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'in_another_class' })
    const day = `on ${target.slice(0, 10)} at 10:30`
    expect(body.message).toMatch(
      new RegExp(
        `^Child \\d+ Ruiz, Child \\d+ Ruiz, Child \\d+ Ruiz and 2 more would be in two classes at once, ${day}[.]$`,
      ),
    )
    expect(await timesOf(series_id)).toEqual(before)
    expect(await find(rows[1]?.id ?? 0)).toMatchObject({ room: '', version: 1, attendance_count: 5 })
    expect(await recordsOf(rows[1]?.id ?? 0)).toHaveLength(5)
  })

  test('a session that meets another one of its own series is refused too', async () => {
    const { rows, content } = await planMay()
    const [attendee_id = 0] = await addChildren(server, 1)
    for (const { id: class_id } of rows) {
      await server.ask('POST /attendance', { body: { class_id, attendee_id } })
    }
    const { body } = await server.tryCall('PUT /classes', {
      body: { ...content, id: rows[1]?.id, session_datetime: rows[2]?.session_datetime },
    })
    expect(body.error).toBe('in_another_class')
  })

  test('a class moves to a time, or a child of it is added to another class then, but never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await enrolledClass(server, 1), await plan(server)]
      const { session_datetime } = other.content
      const add = { class_id: other.id, attendee_id: one.attendees[0] }
      const calls = [
        () => server.tryCall('PUT /classes', { body: { ...one.content, id: one.id, session_datetime } }),
        () => server.tryCall('POST /attendance', { body: add }),
      ]
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.error).toBe('in_another_class')
    }
  })

  test('a series does not move out of the calendar', async () => {
    const { id, content } = await plan(server, {
      session_datetime: '9999-12-12T10:30:00',
      repeat: { ...WEEKLY, times: 2 },
    })
    const { status, body } = await server.tryCall('PUT /classes', {
      body: { ...content, id, session_datetime: '9999-12-31T10:30:00', scope: 'following' },
    })
    expect({ status, field: body.field }).toEqual({ status: 400, field: 'session_datetime' })
  })

  test('a class is handed to nobody unknown', async () => {
    const { id, content } = await plan(server)
    const { status, body } = await server.tryCall('PUT /classes', {
      body: { ...content, id, teachers: [crypto.randomUUID()] },
    })
    expect({ status, field: body.field }).toEqual({ status: 400, field: 'teachers' })
  })
})
