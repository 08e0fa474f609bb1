import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild } from '../../testing/hold-classes.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** At the church, in Madrid, it is Sunday the third of May. */
const CLOCK = createTestClock(Date.parse('2026-05-03T10:00:00Z'))

const sunday = (weeks: number, time = '10:30:00') =>
  `${new Date(Date.UTC(2026, 4, 3 + 7 * weeks)).toISOString().slice(0, 10)}T${time}`

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database, clock: CLOCK })
  })
  afterAll(() => server.destroy())

  const profileOf = (attendee_id: number, token?: string) =>
    server.ask('GET /attendees/profile', { query: { attendee_id }, ...(token && { token }) })
  const mark = (class_id: number, attendee_id: number, state: string) =>
    server.ask('PUT /attendance/roll-call', { body: { class_id, marks: [{ attendee_id, state, seen: 0 }] } })
  const comment = async (class_id: number, attendee_id: number, text: string) => {
    const records = await server.ask('GET /attendance', { query: { class_id } })
    const record = records.find((one) => one.attendee_id === attendee_id)
    await server.ask('PUT /attendance', {
      body: { attendance_id: record?.id, attended: record?.attended, comment: text },
    })
  }
  /** A weekly class that began this many weeks before today, with these children on its roster. */
  const weekly = async (title: string, from: number, times: number, children: number[], more = {}) => {
    const { series_id } = await holdClass(server, {
      title,
      session_datetime: sunday(from),
      repeat: { every: 1, weekdays: ['SU'], times },
      ...more,
    })
    await enrolAll(server, series_id, children)
    const query = { search: title, direction: 'ASC', limit: 100 }
    const { results } = await server.ask('GET /classes/by-date', { query })
    return { series_id, ids: results.map(({ id }) => id) }
  }

  test('a child of whom nothing is recorded has an empty page', async () => {
    const { id } = await server.ask('POST /attendees', {
      body: { first_name: 'Noah', last_name: 'García', allergies: 'Nuts', needs: 'Ramp', notes: 'Sings' },
    })
    expect(await profileOf(id)).toEqual({
      id,
      first_name: 'Noah',
      last_name: 'García',
      birthdate: null,
      parent_contact: '',
      allergies: 'Nuts',
      needs: 'Ramp',
      notes: 'Sings',
      is_member: 0,
      version: 1,
      last_change: { at: server.clock.now(), by: ADA.email },
      classes: [],
      attendance: [],
      comments: [],
    })
  })

  test('its strip has the latest twelve recorded sessions since its first record, until today', async () => {
    const [child, other] = [await newChild(server), await newChild(server)]
    const { ids } = await weekly('Strip', -20, 24, [child, other])
    // Weeks -20 to -18 are before the child's first record; nobody recorded week -10; week 1 is still to come.
    for (const [week, id] of ids.entries()) {
      const weeks = week - 20
      if (weeks === -10) {
        continue
      }
      await mark(id, other, 'present')
      if (weeks > -18 && weeks !== -4) {
        await mark(id, child, weeks >= -3 ? 'absent' : 'present')
      }
    }
    const { attendance } = await profileOf(child)
    expect(attendance.map(({ session_datetime, state }) => [session_datetime, state])).toEqual(
      [-12, -11, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0].map((weeks) => [
        sunday(weeks),
        weeks === -4 ? 'not_recorded' : weeks >= -3 ? 'absent' : 'present',
      ]),
    )
    expect(attendance.at(-1)).toMatchObject({ class_id: ids[20], title: 'Strip' })
    const { attendance: begun } = await profileOf(other)
    expect(begun).toHaveLength(12)
  })

  test('a session that the child was in elsewhere, or that was cancelled, is not one without record', async () => {
    const [child, other] = [await newChild(server), await newChild(server)]
    const own = await weekly('Elsewhere', -3, 4, [child, other])
    const { id: visited } = await holdClass(server, { title: 'Visited', session_datetime: sunday(-2) })
    await mark(own.ids[0] ?? 0, child, 'present')
    await mark(own.ids[1] ?? 0, other, 'present')
    await mark(visited, child, 'present')
    await server.ask('PUT /classes/cancelled', { body: { class_id: own.ids[2], cancelled: true } })
    const { attendance } = await profileOf(child)
    expect(attendance.map(({ title, state }) => `${title} ${state}`)).toEqual([
      'Elsewhere present',
      'Visited present',
    ])
  })

  test('its classes are those of its rosters, by their next session that takes place', async () => {
    const child = await newChild(server)
    const past = await weekly('Past', -9, 3, [child])
    const later = await weekly('Later', 2, 2, [child])
    const now = await weekly('Now', -1, 4, [child])
    await server.ask('PUT /classes/cancelled', { body: { class_id: now.ids[1], cancelled: true } })
    const { classes } = await profileOf(child)
    expect(classes).toEqual([
      {
        series_id: now.series_id,
        title: 'Now',
        teachers: [],
        next: { class_id: now.ids[2], session_datetime: sunday(1) },
        last: sunday(2),
      },
      {
        series_id: later.series_id,
        title: 'Later',
        teachers: [],
        next: { class_id: later.ids[0], session_datetime: sunday(2) },
        last: sunday(3),
      },
      { series_id: past.series_id, title: 'Past', teachers: [], next: null, last: sunday(-7) },
    ])
  })

  test('comments come with their class, the newest first, as they were typed', async () => {
    const child = await newChild(server)
    const { ids } = await weekly('Remarked', -2, 2, [child])
    for (const [index, id] of ids.entries()) {
      await mark(id, child, index === 0 ? 'present' : 'absent')
      await comment(id, child, `Week ${index} <b>&</b> 👧`)
    }
    const { comments } = await profileOf(child)
    expect(comments).toEqual([
      {
        class_id: ids[1],
        title: 'Remarked',
        session_datetime: sunday(-1),
        state: 'absent',
        comment: 'Week 1 <b>&</b> 👧',
      },
      {
        class_id: ids[0],
        title: 'Remarked',
        session_datetime: sunday(-2),
        state: 'present',
        comment: 'Week 0 <b>&</b> 👧',
      },
    ])
  })

  test('a teacher sees the child, and of its classes those that are assigned to them', async () => {
    const child = await newChild(server, { first_name: 'Shared' })
    const miriam = await addTeacher(server)
    const stranger = await addTeacher(server)
    const mine = await weekly('Mine', -1, 3, [child], { teachers: [miriam.sub] })
    const theirs = await weekly('Theirs', -1, 3, [child], {
      session_datetime: sunday(-1, '16:00:00'),
    })
    for (const { ids } of [mine, theirs]) {
      await mark(ids[0] ?? 0, child, 'present')
      await comment(ids[0] ?? 0, child, 'Said')
    }
    const whole = await profileOf(child)
    expect(whole.classes.map(({ title }) => title)).toEqual(['Mine', 'Theirs'])
    expect(whole.attendance).toHaveLength(2)
    const seen = await profileOf(child, miriam.token)
    expect(seen).toMatchObject({ first_name: 'Shared' })
    expect(seen.classes).toMatchObject([{ title: 'Mine', teachers: [miriam.name] }])
    expect(seen.attendance.map(({ title }) => title)).toEqual(['Mine'])
    expect(seen.comments.map(({ title }) => title)).toEqual(['Mine'])
    expect(await profileOf(child, stranger.token)).toMatchObject({
      first_name: 'Shared',
      classes: [],
      attendance: [],
      comments: [],
    })
  })

  test('nobody is found by an id that no attendee has', async () => {
    const answer = await server.tryCall('GET /attendees/profile', { query: { attendee_id: 2 ** 31 - 1 } })
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})
