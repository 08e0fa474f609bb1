import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { holdClass, newChild, SUNDAY } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const GUEST = { first_name: 'Lydia', last_name: 'Okafor', parent_contact: 'Grace' }
const NOT_YOURS = { error: 'not_allowed', message: 'This class is not one of yours.' }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  /** A signed-in person with a role; without a group they are a teacher. */
  async function newPerson(groups: string[] = []) {
    const email = `${crypto.randomUUID()}@vestry.test`
    const person = await server.addPerson(email, groups)
    const sub = (await server.app.identity.users.list()).find((one) => one.email === email)?.sub ?? ''
    return { sub, email, token: await server.signIn(person) }
  }

  /** Every attendance call about one class, its record and its time. */
  function callsAbout(class_id: number, attendance_id: number, attendee_id: number) {
    return {
      'GET /attendance': { query: { class_id } },
      'POST /attendance': { body: { class_id, attendee_id } },
      'PUT /attendance': { body: { attendance_id, attended: true } },
      'GET /attendance/by-date': { query: { session_datetime: SUNDAY, exclude_class_id: class_id } },
      'GET /attendance/roll-call': { query: { class_id } },
      'PUT /attendance/roll-call': { body: { class_id, marks: [{ attendee_id, state: 'absent', seen: 0 }] } },
      'PUT /attendance/helpers': { body: { class_id, helpers: 2, seen: 0 } },
      'POST /attendance/guest': { body: { class_id, ...GUEST } },
      'DELETE /attendance': { query: { attendance_id } },
    }
  }

  async function classWithRecord(teachers: string[]) {
    const { id: class_id } = await holdClass(server, { teachers })
    const child = await newChild(server)
    const { id } = await server.ask('POST /attendance', { body: { class_id, attendee_id: child } })
    return callsAbout(class_id, id, await newChild(server))
  }

  test('a teacher is refused everything about a class of somebody else, and nothing happens', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()]
    const calls = await classWithRecord([theirs.sub])
    const records = () => server.ask('GET /attendance', calls['GET /attendance'])
    const before = await records()
    for (const [call, given] of Object.entries(calls)) {
      const { status, body } = await server.tryCall(call, { ...given, token: mine.token })
      expect({ call, status, body }).toEqual({ call, status: 403, body: NOT_YOURS })
    }
    expect(await records()).toEqual(before)
  })

  test.each([
    ['Teachers', []],
    ['Teachers', ['Teachers', 'Admins']],
  ])('one of the %s does everything in a class of their own', async (_role, groups) => {
    const teacher = await newPerson(groups)
    const calls = await classWithRecord([teacher.sub])
    for (const [call, given] of Object.entries(calls)) {
      const { status } = await server.tryCall(call, { ...given, token: teacher.token })
      expect([call, status]).toEqual([call, 200])
    }
  })

  test.each([['Admins'], ['Secretaries']])('one of the %s does everything in every class', async (group) => {
    const person = await newPerson([group])
    const calls = await classWithRecord([])
    for (const [call, given] of Object.entries(calls)) {
      const { status } = await server.tryCall(call, { ...given, token: person.token })
      expect([call, status]).toEqual([call, 200])
    }
  })

  test('a teacher asks who is booked at the time of their class, and at no other', async () => {
    const teacher = await newPerson()
    const { id } = await holdClass(server, { teachers: [teacher.sub] })
    const ask = (session_datetime: string) =>
      server.tryCall('GET /attendance/by-date', {
        query: { session_datetime, exclude_class_id: id },
        token: teacher.token,
      })
    expect((await ask(SUNDAY)).status).toBe(200)
    expect(await ask('2026-05-10T10:30:00')).toMatchObject({
      status: 403,
      body: { error: 'not_allowed', message: 'Your class is not held at this time.' },
    })
  })

  test('a teacher whose class was given to somebody else is refused at the next save', async () => {
    const teacher = await newPerson()
    const { id: class_id } = await holdClass(server, { teachers: [teacher.sub] })
    const attendee_id = await newChild(server)
    const save = (state: string, seen: number) =>
      server.tryCall('PUT /attendance/roll-call', {
        body: { class_id, marks: [{ attendee_id, state, seen }] },
        token: teacher.token,
      })
    expect((await save('present', 0)).status).toBe(200)
    const other = await newPerson()
    await server.ask('PUT /classes', {
      body: { id: class_id, title: 'Lambs', session_datetime: SUNDAY, teachers: [other.sub] },
    })
    expect(await save('absent', 2)).toMatchObject({ status: 403, body: NOT_YOURS })
    expect(await server.ask('GET /attendance', { query: { class_id } })).toMatchObject([{ state: 'present' }])
  })

  test('a right that is withdrawn counts in a roll that is open, although nothing in it changes', async () => {
    await server.ask('PUT /settings/rights', {
      body: { group: 'Planners', rights: ['arrange', 'allChildren'] },
    })
    const { token } = await newPerson(['Planners'])
    const { id: class_id } = await holdClass(server)
    const attendee_id = await newChild(server)
    await server.ask('POST /attendance', { body: { class_id, attendee_id, attended: true } })
    const ask = (since?: string) =>
      server.ask('GET /attendance/roll-call', {
        query: { class_id: String(class_id), ...(since !== undefined && { since }) },
        token,
      })
    const open = await ask()
    expect(open.roll?.children[0]?.names_only).toBeUndefined()
    expect((await ask(open.revision)).roll).toBeNull()
    await server.ask('PUT /settings/rights', { body: { group: 'Planners', rights: ['arrange'] } })
    const later = await ask(open.revision)
    expect(later.roll?.children[0]?.names_only).toBe(true)
    expect((await ask(later.revision)).roll).toBeNull()
  })

  test('somebody who was disabled is refused at the next call', async () => {
    const teacher = await newPerson()
    const { id: class_id } = await holdClass(server, { teachers: [teacher.sub] })
    await server.app.identity.users.setEnabled(teacher.email, false)
    const { status } = await server.tryCall('GET /attendance', { query: { class_id }, token: teacher.token })
    expect(status).toBe(401)
  })

  test('in which other class a child is, a teacher is not told who sees of the child the name alone', async () => {
    await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: [] } })
    const teacher = await newPerson()
    const { id: class_id } = await holdClass(server, { teachers: [teacher.sub] })
    const { id: other } = await holdClass(server, { title: 'Shepherds' })
    const attendee_id = await newChild(server)
    await server.ask('POST /attendance', { body: { class_id: other, attendee_id } })
    const answers = async (token?: string) => {
      const by = { ...(token !== undefined && { token }) }
      const query = { class_id, attendee_id }
      const marks = [{ attendee_id, state: 'present' as const, seen: 0 }]
      return JSON.stringify([
        (await server.tryCall('GET /attendance/other-class', { query, ...by })).body,
        (await server.tryCall('POST /attendance', { body: query, ...by })).body,
        (await server.tryCall('PUT /attendance/roll-call', { body: { class_id, marks }, ...by })).body,
      ])
    }
    expect((await answers()).split('Shepherds')).toHaveLength(4)
    const told = await answers(teacher.token)
    expect(told).not.toContain('Shepherds')
    expect(told).toContain('"other_class":null')
    expect(told).toContain('"Add Failed. Selected Attendee already in another class"')
    expect(told).toContain('"reason":"in_another_class"')
  })
})
