import type { NewMark, Roll } from '@vestry/contract/calls/attendance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from './each-database.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { createTestClock } from './test-clock.ts'

// One term of a Sunday school, as its people experience it. The tests build on each other, in this order.

const NAMES = [
  ['Noah', 'Baker'],
  ['Íñigo', 'Álvarez'],
  ['Ana', 'Álvarez'],
  ['Shaun', 'OʼBrien'],
  ['Fátima', 'Díaz'],
  ['Gideon', 'Evans'],
  ['Hannah', 'Fernández'],
  ['Kofi', 'Grant'],
  ['Lydia', 'Hughes'],
  ['Miriam', 'Ibáñez'],
  ['Olga', 'Jones'],
  ['David', 'Zuma'],
] as const
const FIRST_SUNDAY = '2026-05-03T10:30:00'
const DAY_OF = (time: string) => time.slice(0, 10)

eachDatabase((database) => {
  let server: TestServer
  let miriam: { sub: string; token: string }
  let saul: { sub: string; token: string }
  let class_id: number
  let series_id: number
  const children = new Map<string, number>()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: createTestClock(Date.parse('2026-05-03T08:00:00Z')) })
    miriam = await newTeacher('Miriam Cohen')
    saul = await newTeacher('Saul Bright')
  })
  afterAll(() => server.destroy())

  async function newTeacher(name: string) {
    const person = {
      email: `${name.split(' ')[0]}@vestry.test`.toLowerCase(),
      password: 'Faith, hope & l0ve',
    }
    const { sub } = await server.app.identity.users.create({
      ...person,
      permanent: true,
      attributes: { name },
    })
    return { sub, token: await server.signIn(person) }
  }

  async function rollOf(id: number, { token } = miriam): Promise<Roll> {
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: id }, token })
    if (!roll) {
      throw new Error('no roll')
    }
    return roll
  }

  const childIn = (roll: Roll, first_name: string) => {
    const child = roll.children.find((one) => one.first_name === first_name)
    if (!child) {
      throw new Error(`${first_name} is not on the roll`)
    }
    return child
  }

  test('the administrator sees the twelve Sundays of a term before planning them', async () => {
    const repeat = { every: 1, weekdays: ['SU'], times: 12 }
    const { sessions } = await server.ask('POST /classes/preview', {
      body: { session_datetime: FIRST_SUNDAY, repeat },
    })
    expect([sessions.length, sessions[0], sessions.at(-1)]).toEqual([12, FIRST_SUNDAY, '2026-07-19T10:30:00'])
    const planned = await server.ask('POST /classes', {
      body: { title: 'Lambs', session_datetime: FIRST_SUNDAY, room: 'Hall', teachers: [miriam.sub], repeat },
    })
    expect(planned.sessions).toBe(12)
    class_id = planned.id
    series_id = planned.series_id
  })

  test('twelve children are added and enrolled, all in one call', async () => {
    for (const [first_name, last_name] of NAMES) {
      const body = { first_name, last_name, parent_contact: 'Grace, 600 123 456', is_member: 1 }
      children.set(first_name, (await server.ask('POST /attendees', { body })).id)
    }
    const { changed } = await server.ask('POST /classes/roster', {
      body: { series_id, attendee_ids: [...children.values()] },
    })
    expect(changed).toBe(12)
  })

  test('the teacher finds her classes, the next one first, and nobody else finds them among theirs', async () => {
    const query = { operator: 'gte', session_datetime: DAY_OF(FIRST_SUNDAY), direction: 'ASC' }
    const hers = await server.ask('GET /classes/teacher/by-date', { query, token: miriam.token })
    expect(hers.totalCount).toBe(12)
    expect(hers.results[0]).toMatchObject({ id: class_id, title: 'Lambs', teachers: ['Miriam Cohen'] })
    const his = await server.ask('GET /classes/teacher/by-date', { query, token: saul.token })
    expect(his).toEqual({ results: [], totalCount: 0 })
  })

  test('she opens the roll: everybody is there by name, and nothing is recorded of anybody', async () => {
    const roll = await rollOf(class_id)
    expect(roll).toMatchObject({ title: 'Lambs', room: 'Hall', teachers: ['Miriam Cohen'], cancelled: false })
    expect(roll.children.map(({ first_name }) => first_name)).toEqual(
      'Ana Íñigo Noah Fátima Gideon Hannah Kofi Lydia Miriam Olga Shaun David'.split(' '),
    )
    expect(new Set(roll.children.map(({ mark }) => mark.state))).toEqual(new Set(['not_recorded']))
  })

  test('she marks ten present and two absent with one call, and the other screen hears of it', async () => {
    const seen = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    const { token } = miriam
    const own = await server.ask('GET /attendance/roll-call', { query: { class_id }, token })
    const away = new Set([children.get('Olga'), children.get('David')])
    const marks: NewMark[] = [...children.values()].map((attendee_id) => ({
      attendee_id,
      state: away.has(attendee_id) ? 'absent' : 'present',
      seen: 0,
    }))
    const body = { class_id, marks }
    const answer = await server.ask('PUT /attendance/roll-call', { body, token })
    expect([answer.saved.length, answer.refused, answer.before]).toEqual([12, [], own.revision])
    const news = await server.ask('GET /attendance/roll-call', { query: { class_id, since: seen.revision } })
    expect(news.roll?.children.filter(({ mark }) => mark.state === 'present')).toHaveLength(10)
    expect(news.revision).not.toBe(seen.revision)
    const after = { class_id, since: answer.revision }
    expect(await server.ask('GET /attendance/roll-call', { query: after, token })).toEqual({
      revision: answer.revision,
      roll: null,
    })
  })

  test('a guest arrives: nobody has her name yet, and she is in the list and present at once', async () => {
    const guest = { first_name: 'Zoë', last_name: 'Okafor', parent_contact: 'Ada, ada@vestry.test' }
    const { parent_contact: _, ...name } = guest
    const namesakes = () =>
      server.ask('GET /attendees/namesakes', { query: { ...name, first_name: 'ZOE' }, token: miriam.token })
    expect(await namesakes()).toEqual([])
    const body = { class_id, ...guest, request_id: crypto.randomUUID() }
    const added = await server.ask('POST /attendance/guest', { body, token: miriam.token })
    expect(await server.ask('POST /attendance/guest', { body, token: miriam.token })).toEqual(added)
    expect(await namesakes()).toMatchObject([{ id: added.attendee_id, ...guest, is_member: 0 }])
    expect(childIn(await rollOf(class_id), 'Zoë')).toMatchObject({
      on_roster: false,
      mark: { state: 'present' },
    })
  })

  test('she corrects one mark with a comment, which a later mark leaves where it is', async () => {
    const records = await server.ask('GET /attendance', { query: { class_id }, token: miriam.token })
    const record = records.find(({ first_name }) => first_name === 'Olga')
    const answer = await server.ask('PUT /attendance', {
      body: {
        attendance_id: record?.id,
        attended: true,
        comment: 'Came at eleven',
        version: record?.version,
      },
      token: miriam.token,
    })
    expect(answer).toEqual({ message: 'Attendance record updated' })
    const { mark, attendee_id } = childIn(await rollOf(class_id), 'Olga')
    expect(mark).toMatchObject({ state: 'present', comment: 'Came at eleven' })
    const marks = [{ attendee_id, state: 'present', seen: mark.version }]
    await server.ask('PUT /attendance/roll-call', { body: { class_id, marks }, token: miriam.token })
    expect(childIn(await rollOf(class_id), 'Olga').mark).toEqual(mark)
  })

  test('another teacher is refused everything about the class, and every call that is not for teachers', async () => {
    const records = await server.ask('GET /attendance', { query: { class_id } })
    const attendance_id = records[0]?.id
    const attendee_id = children.get('Noah')
    const marks = [{ attendee_id, state: 'absent', seen: 0 }]
    const guest = { first_name: 'No', last_name: 'Body', parent_contact: 'None' }
    const refused: [string, object][] = [
      ['GET /attendance', { query: { class_id } }],
      ['POST /attendance', { body: { class_id, attendee_id } }],
      ['PUT /attendance', { body: { attendance_id, attended: false } }],
      ['DELETE /attendance', { query: { attendance_id } }],
      ['GET /attendance/by-date', { query: { session_datetime: FIRST_SUNDAY, exclude_class_id: class_id } }],
      ['GET /attendance/roll-call', { query: { class_id } }],
      ['PUT /attendance/roll-call', { body: { class_id, marks } }],
      ['POST /attendance/guest', { body: { class_id, ...guest } }],
      ['GET /classes/item', { query: { class_id } }],
      ['GET /classes/roster', { query: { series_id } }],
      ['POST /classes/roster', { body: { series_id, attendee_ids: [attendee_id] } }],
      ['DELETE /classes/roster', { query: { series_id, attendee_ids: String(attendee_id) } }],
      ['GET /classes/by-date', {}],
      ['GET /teachers', {}],
      ['POST /classes', { body: { title: 'Mine', session_datetime: FIRST_SUNDAY } }],
      ['PUT /classes', { body: { id: class_id, title: 'Mine', session_datetime: FIRST_SUNDAY } }],
      ['PUT /classes/cancelled', { body: { class_id, cancelled: true } }],
      ['DELETE /classes', { query: { class_id, records: records.length } }],
    ]
    for (const [call, given] of refused) {
      const { status, body } = await server.tryCall(call, { ...given, token: saul.token })
      expect([call, status, body.error]).toEqual([call, 403, 'not_allowed'])
    }
    expect(await server.ask('GET /attendance', { query: { class_id } })).toEqual(records)
  })

  test('a child who is here is in no other class of that time, and the error names the other class', async () => {
    const { id: other } = await server.ask('POST /classes', {
      body: { title: 'Shepherds', session_datetime: FIRST_SUNDAY, teachers: [saul.sub] },
    })
    const attendee_id = children.get('Ana')
    const query = { session_datetime: FIRST_SUNDAY, exclude_class_id: other }
    const booked = await server.ask('GET /attendance/by-date', { query, token: saul.token })
    expect(booked).toHaveLength(13)
    expect(booked).toContain(attendee_id)
    const body = { class_id: other, attendee_id }
    expect(await server.tryCall('POST /attendance', { body, token: saul.token })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Add Failed. Selected Attendee already in another class: ') },
    })
  })

  test('the history shows how many records each class has; what was recorded keeps the class from being cancelled', async () => {
    server.clock.advance(7 * 24 * 60 * 60_000)
    const token = await server.signIn()
    const query = {
      operator: 'lte',
      session_datetime: '2026-05-10',
      includeAttendanceCount: true,
      search: 'lambs',
    }
    const { results, totalCount } = await server.ask('GET /classes/by-date', { query, token })
    expect(totalCount).toBe(2)
    expect(
      results.map(({ session_datetime, attendance_count }) => [DAY_OF(session_datetime), attendance_count]),
    ).toEqual([
      ['2026-05-10', 0],
      ['2026-05-03', 13],
    ])
    const cancelled = { class_id, cancelled: true }
    const { status, body } = await server.tryCall('PUT /classes/cancelled', { body: cancelled, token })
    expect([status, body.error]).toEqual([409, 'in_use'])
    expect(body.message).toContain('13')
  })

  test('on the next Sunday the roll has the roster again, without the guest', async () => {
    const token = await server.signIn()
    const query = { operator: 'eq', session_datetime: '2026-05-10', search: 'lambs' }
    const { results } = await server.ask('GET /classes/by-date', { query, token })
    const { roll } = await server.ask('GET /attendance/roll-call', {
      query: { class_id: results[0]?.id },
      token,
    })
    expect(roll?.children).toHaveLength(12)
    expect(new Set(roll?.children.map(({ mark }) => mark.state))).toEqual(new Set(['not_recorded']))
  })
})
