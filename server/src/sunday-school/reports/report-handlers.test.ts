import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  async function record(class_id: number, marks: readonly [number, 'present' | 'absent'][]) {
    await server.ask('PUT /attendance/roll-call', {
      body: { class_id, marks: marks.map(([attendee_id, state]) => ({ attendee_id, state, seen: 0 })) },
    })
  }

  test('steps, total, the time before and each series are added up from what is recorded', async () => {
    const [ada = 0, ben = 0, eve = 0] = await addChildren(server, 3)
    const older = await plan(server, { title: 'Lambs', session_datetime: '2024-01-28T10:30:00' })
    const january = await plan(server, { title: 'Doves', session_datetime: '2024-02-04T10:30:00' })
    const march = await plan(server, { title: 'Doves', session_datetime: '2024-04-07T10:30:00' })
    const untaken = await plan(server, { title: 'Lambs', session_datetime: '2024-04-14T10:30:00' })
    const cancelled = await plan(server, { title: 'Lambs', session_datetime: '2024-04-21T10:30:00' })
    await record(older.id, [[ada, 'present']])
    await record(january.id, [
      [ada, 'present'],
      [ben, 'present'],
      [eve, 'absent'],
    ])
    await record(march.id, [[ada, 'absent']])
    await server.ask('PUT /classes/cancelled', { body: { class_id: cancelled.id, cancelled: true } })
    const report = await server.ask('GET /reports/attendance', {
      query: { from: '2024-02-01', to: '2024-04-30', step: 'month' },
    })
    const nothing = { classes: 0, rolls: 0, present: 0, absent: 0, not_recorded: 0, children: 0 }
    expect(report).toEqual({
      steps: [
        { ...nothing, day: '2024-02-01', classes: 1, rolls: 1, present: 2, absent: 1, children: 2 },
        { day: '2024-03-01', ...nothing },
        { ...nothing, day: '2024-04-01', classes: 2, rolls: 1, absent: 1 },
      ],
      total: { ...nothing, classes: 3, rolls: 2, present: 2, absent: 2, children: 2 },
      before: {
        ...nothing,
        ...{ from: '2023-11-03', to: '2024-01-31', classes: 1, rolls: 1, present: 1, children: 1 },
      },
      series: [
        {
          ...nothing,
          ...{ series_id: january.series_id, title: 'Doves', classes: 1, rolls: 1 },
          ...{ present: 2, absent: 1, children: 2 },
        },
        { ...nothing, series_id: march.series_id, title: 'Doves', classes: 1, rolls: 1, absent: 1 },
        { series_id: untaken.series_id, title: 'Lambs', ...nothing, classes: 1 },
      ],
    })
  })

  test('a class is compared with the term before it: the latest of the same title that had ended', async () => {
    const { sub, token } = await addTeacher(server)
    const [ada = 0, ben = 0] = await addChildren(server, 2)
    const termOf = async (title: string, first: string, state: 'present' | 'absent') => {
      const repeat = { every: 1, weekdays: ['SU' as const], times: 3 }
      const made = await plan(server, { title, session_datetime: `${first}T10:30:00`, repeat })
      await record(made.id, [
        [ada, 'present'],
        [ben, state],
      ])
      return made
    }
    await termOf('Wrens', '2018-01-07', 'present')
    const earlier = await termOf('Wrens', '2018-09-02', 'absent')
    await termOf('Robins', '2018-11-04', 'present')
    const later = await termOf('Wrens', '2019-01-06', 'present')
    await server.ask('PUT /classes/cancelled', { body: { class_id: earlier.id + 2, cancelled: true } })
    const query = { series_id: later.series_id, from: '2019-01-06', to: '2019-01-20', step: 'week' } as const
    const more = { not_recorded: 0, children: 1 }
    const term = {
      from: '2018-09-02',
      to: '2018-09-09',
      classes: 2,
      rolls: 1,
      present: 1,
      absent: 1,
      ...more,
    }
    const ask = (more: object, asker?: string) =>
      server.ask('GET /reports/attendance', {
        query: { ...query, ...more },
        ...(asker !== undefined && { token: asker }),
      })
    expect((await ask({ compare: 'term' })).before).toEqual(term)
    const days = { from: '2018-12-22', to: '2019-01-05', classes: 0, rolls: 0, present: 0, absent: 0 }
    expect((await ask({})).before).toEqual({ ...days, not_recorded: 0, children: 0 })
    const first = { series_id: earlier.series_id, from: '2018-09-02', to: '2018-09-16', compare: 'term' }
    expect((await ask(first)).before).toMatchObject({ from: '2018-01-07', classes: 3, present: 2 })
    await server.ask('PUT /classes', {
      body: { id: later.id, title: 'Wrens', session_datetime: '2019-01-06T10:30:00', teachers: [sub] },
    })
    expect((await ask({ compare: 'term' }, token)).before).toEqual({
      ...term,
      classes: 0,
      rolls: 0,
      present: 0,
      absent: 0,
      children: 0,
    })
  })

  test('the records of a deleted child are counted again once it comes back', async () => {
    const { id, series_id } = await plan(server, { session_datetime: '2021-06-06T10:30:00' })
    const [ada = 0, ben = 0] = await addChildren(server, 2)
    await record(id, [
      [ada, 'present'],
      [ben, 'absent'],
    ])
    const countsOf = async () => {
      const query = { from: '2021-06-01', to: '2021-06-30', step: 'month', series_id } as const
      const { present, absent } = (await server.ask('GET /reports/attendance', { query })).total
      return { present, absent }
    }
    await server.ask('DELETE /attendees', { query: { attendee_id: ada } })
    expect(await countsOf()).toEqual({ present: 0, absent: 1 })
    await server.ask('POST /trash/restore', { body: { record: `attendee/${ada}` } })
    expect(await countsOf()).toEqual({ present: 1, absent: 1 })
  })

  test('a week begins on the day that is asked for', async () => {
    const sunday = await enrolledClass(server, 1, { session_datetime: '2023-06-11T10:30:00' })
    const query = { from: '2023-06-07', to: '2023-06-13', step: 'week' } as const
    const daysOf = async (first_day?: number) => {
      const { steps } = await server.ask('GET /reports/attendance', {
        query: { ...query, series_id: sunday.series_id, ...(first_day !== undefined && { first_day }) },
      })
      return steps.map(({ day, classes }) => [day, classes])
    }
    expect(await daysOf()).toEqual([
      ['2023-06-05', 1],
      ['2023-06-12', 0],
    ])
    expect(await daysOf(0)).toEqual([
      ['2023-06-04', 0],
      ['2023-06-11', 1],
    ])
  })

  test('a register tells the state of each child in each class that was held, the latest sixty', async () => {
    const { id, series_id, attendees } = await enrolledClass(server, 2, {
      session_datetime: '2020-01-05T10:30:00',
      repeat: { every: 1, weekdays: ['SU'], times: 62 },
    })
    const [ada = 0, ben = 0] = attendees
    const [guest = 0] = await addChildren(server, 1)
    const sessions = await server.ask('GET /classes/sessions', { query: { series_id } })
    const [second, third] = sessions.slice(1)
    await record(id, [[guest, 'present']])
    await record(second?.id ?? 0, [[ada, 'absent']])
    await record(third?.id ?? 0, [
      [ada, 'present'],
      [guest, 'present'],
    ])
    await server.ask('PUT /classes/cancelled', {
      body: { class_id: sessions[3]?.id ?? 0, cancelled: true },
    })
    const registerOf = (from: string, to: string) =>
      server.ask('GET /reports/register', { query: { series_id, from, to } })
    const february = await registerOf('2020-01-12', '2020-02-02')
    expect(february.sessions.map(({ session_datetime }) => session_datetime.slice(0, 10))).toEqual([
      '2020-01-12',
      '2020-01-19',
      '2020-02-02',
    ])
    const statesOf = (child: number) => february.children.find((each) => each.id === child)?.states
    expect(february.children).toHaveLength(3)
    expect(statesOf(ada)).toEqual(['absent', 'present', 'not_recorded'])
    expect(statesOf(ben)).toEqual(['not_recorded', 'not_recorded', 'not_recorded'])
    expect(statesOf(guest)).toEqual(['not_recorded', 'present', 'not_recorded'])
    const whole = await registerOf('2020-01-01', '2021-12-31')
    expect(whole.sessions).toHaveLength(60)
    expect(whole.earlier).toBe(1)
    expect(whole.sessions[0]?.id).toBe(second?.id)
    expect((await registerOf('2019-01-01', '2019-12-31')).sessions).toEqual([])
  })

  test('what has not begun counts for nothing', async () => {
    const { series_id } = await plan(server, { session_datetime: '2999-01-06T10:30:00' })
    const { total, steps } = await server.ask('GET /reports/attendance', {
      query: { from: '2999-01-01', to: '2999-12-31', step: 'year', series_id },
    })
    expect(total.classes).toBe(0)
    expect(steps).toHaveLength(1)
  })

  test('Teachers see their own classes, and no other series; who led is for those who arrange', async () => {
    const ruth = await addTeacher(server)
    const own = await plan(server, { session_datetime: '2022-05-01T10:30:00', teachers: [ruth.sub] })
    const other = await plan(server, { session_datetime: '2022-05-08T10:30:00' })
    const query = { from: '2022-05-01', to: '2022-05-31', step: 'month' } as const
    const { token } = ruth
    const seen = await server.tryCall('GET /reports/attendance', { query, token })
    expect(seen.body).toMatchObject({ total: { classes: 1 }, series: [{ series_id: own.series_id }] })
    const refused = await server.tryCall('GET /reports/attendance', {
      query: { ...query, series_id: other.series_id },
      token,
    })
    expect(refused).toMatchObject({ status: 403, body: { message: 'This class is not one of yours.' } })
    const { from, to } = query
    const register = { from, to, series_id: other.series_id }
    expect((await server.tryCall('GET /reports/register', { query: register, token })).status).toBe(403)
    expect((await server.tryCall('GET /reports/teachers', { query: { from, to }, token })).status).toBe(403)
    expect(await server.ask('GET /reports/teachers', { query: { from, to } })).toEqual([
      { sub: ruth.sub, name: ruth.name, classes: 1, rolls: 0 },
    ])
  })

  test.each([
    ['2026-05-02', '2026-05-01'],
    ['1900-01-01', '2026-01-01'],
  ])('from %s to %s is refused', async (from, to) => {
    const answer = await server.tryCall('GET /reports/attendance', { query: { from, to, step: 'year' } })
    expect(answer).toMatchObject({ status: 400, body: { field: 'to' } })
  })
})
