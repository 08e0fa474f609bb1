import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { holdClass } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const LYDIA = { first_name: 'Lydia', last_name: 'Okafor', parent_contact: 'Grace, 600 123 456' }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const welcome = (body: object) => server.ask('POST /attendance/guest', { body })
  const find = (attendee_id: number) => server.ask('GET /attendees', { query: { attendee_id } })
  const count = async () => {
    const page = await server.ask('GET /attendees', { query: { limit: 1 } })
    return 'totalCount' in page ? page.totalCount : 0
  }

  test('a guest is in the list and present at once', async () => {
    const { id: class_id } = await holdClass(server)
    const { id, attendee_id, message } = await welcome({ class_id, ...LYDIA })
    expect(message).toBe('Attendance record added')
    expect(await find(attendee_id)).toMatchObject({ ...LYDIA, is_member: 0, birthdate: null, notes: '' })
    expect(await server.ask('GET /attendance', { query: { class_id } })).toMatchObject([
      { id, attendee_id, state: 'present', attended: true, comment: '' },
    ])
    const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    expect(roll?.children).toMatchObject([{ attendee_id, on_roster: false, mark: { state: 'present' } }])
  })

  test('a guest is found like every other child', async () => {
    const { id: class_id } = await holdClass(server)
    const guest = { ...LYDIA, first_name: 'Íñigo', last_name: 'Wolfe' }
    const { attendee_id } = await welcome({ class_id, ...guest })
    for (const search of ['inigo', 'WOLF', '600123456']) {
      const page = await server.ask('GET /attendees', { query: { search, limit: 100 } })
      expect('results' in page && page.results.map(({ id }) => id)).toContain(attendee_id)
    }
  })

  test('the same request again adds nothing, however often and however many at once', async () => {
    const { id: class_id } = await holdClass(server)
    const body = { class_id, ...LYDIA, request_id: crypto.randomUUID() }
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 10 }, () => welcome(body)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await count()).toBe(before + 1)
    expect(await server.ask('GET /attendance', { query: { class_id } })).toHaveLength(1)
  })

  test('a guest who was taken out of the class again does not return with a request whose answer was lost', async () => {
    const { id: class_id } = await holdClass(server)
    const body = { class_id, ...LYDIA, request_id: crypto.randomUUID() }
    const { id } = await welcome(body)
    await server.ask('DELETE /attendance', { query: { attendance_id: id } })
    expect(await server.tryCall('POST /attendance/guest', { body })).toMatchObject({
      status: 404,
      body: { message: 'This child was added, and was taken out of this class again since.' },
    })
    expect(await server.ask('GET /attendance', { query: { class_id } })).toEqual([])
  })

  test('the same request for another class of that time is refused', async () => {
    const [here, there] = [await holdClass(server), await holdClass(server)]
    const guest = { ...LYDIA, request_id: crypto.randomUUID() }
    await welcome({ class_id: here.id, ...guest })
    const answer = await server.tryCall('POST /attendance/guest', { body: { class_id: there.id, ...guest } })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', field: 'request_id' } })
  })

  test('nothing is kept of a guest at a class that was cancelled or is not there', async () => {
    const { id: cancelled } = await holdClass(server, { cancelled: true })
    const before = await count()
    for (const class_id of [cancelled, 4711]) {
      const { status } = await server.tryCall('POST /attendance/guest', { body: { class_id, ...LYDIA } })
      expect([404, 409]).toContain(status)
    }
    expect(await count()).toBe(before)
  })

  test('what is typed is cleaned before it is kept', async () => {
    const { id: class_id } = await holdClass(server)
    const { attendee_id } = await welcome({
      class_id,
      first_name: ' <b>Anne</b>  Marie ',
      last_name: 'Smith<script>alert(1)</script>',
      parent_contact: 'grace@vestry.test',
      allergies: 'Nuts & <b>milk</b>',
    })
    expect(await find(attendee_id)).toMatchObject({
      first_name: 'Anne Marie',
      last_name: 'Smith',
      parent_contact: 'grace@vestry.test',
      allergies: 'Nuts & <b>milk</b>',
      needs: '',
    })
  })

  test.each(['first_name', 'last_name', 'parent_contact'])('a guest without %s is refused', async (field) => {
    const { id: class_id } = await holdClass(server)
    for (const nothing of ['', '  ', '<i></i>', '!?']) {
      const body = { class_id, ...LYDIA, [field]: nothing }
      const answer = await server.tryCall('POST /attendance/guest', { body })
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', field } })
    }
  })
})
