import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher } from '../../testing/build-class.ts'
import { holdToday, takeIn } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { followNews } from '../../testing/follow-news.ts'
import { enrolAll } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
    await server.ask('PUT /settings', { body: { families: true, door: true } })
  })
  afterAll(() => server.destroy())

  const rollOf = (class_id: number, { since, token }: { since?: string; token?: string } = {}) =>
    server.ask('GET /attendance/roll-call', {
      query: { class_id, ...(since && { since }) },
      ...(token && { token }),
    })
  const childIn = async (class_id: number, attendee_id: number, token?: string) =>
    (await rollOf(class_id, { ...(token && { token }) })).roll?.children.find(
      (child) => child.attendee_id === attendee_id,
    )
  const give = (stay: { id: number; code: string } | undefined, adult_id: number) =>
    server.ask('POST /door/handovers', {
      body: { stay_ids: [stay?.id], adult_id, name: '', code: stay?.code, reason: '' },
    })
  const move = (stay_id: number | undefined, class_id: number) =>
    server.ask('PUT /door/stays', { body: { stay_id, class_id, reason: '' } })

  /** A class of today with two brothers on its roster, whose adult collects them. */
  async function openClass() {
    const { id: class_id, series_id } = await holdToday(server)
    const children = await addChildren(server, 2)
    const [child = 0, other = 0] = children
    await enrolAll(server, series_id, children)
    const { adult } = await addFamily(server, { children })
    return { class_id, series_id, child, other, adult }
  }

  test('a roll of today tells who has not arrived, has arrived, and has gone, and when', async () => {
    const { class_id, child, other, adult } = await openClass()
    expect((await childIn(class_id, child))?.stay).toBeNull()
    const arrived = server.clock.now()
    const { stays } = await takeIn(server, class_id, [child])
    expect((await childIn(class_id, child))?.stay).toEqual({ arrived, gone: null })
    expect((await childIn(class_id, other))?.stay).toBeNull()
    server.clock.advance(60_000)
    await give(stays[0], adult)
    expect((await childIn(class_id, child))?.stay).toEqual({ arrived, gone: arrived + 60_000 })
    await server.ask('DELETE /door/handovers', { query: { stay_id: stays[0]?.id } })
    expect((await childIn(class_id, child))?.stay).toEqual({ arrived, gone: null })
  })

  test('an arrival is the mark of the roll: one record, which a teacher changes and the door takes back', async () => {
    const { class_id, child } = await openClass()
    await takeIn(server, class_id, [child])
    const shown = await childIn(class_id, child)
    expect(shown?.mark.state).toBe('present')
    const records = await server.ask('GET /attendance', { query: { class_id } })
    expect(records.map(({ attendee_id, state, version }) => [attendee_id, state, version])).toEqual([
      [child, 'present', shown?.mark.version],
    ])
    const marks = [{ attendee_id: child, state: 'absent', seen: shown?.mark.version }]
    const { refused } = await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
    expect(refused).toEqual([])
    const after = await childIn(class_id, child)
    expect([after?.mark.state, after?.stay]).toEqual(['absent', shown?.stay])
  })

  test('a child who is in another class is shown there, and on its own roll that it is in that one', async () => {
    const { class_id, child } = await openClass()
    const { id: next } = await holdToday(server, { title: 'Stars' })
    const { stays } = await takeIn(server, class_id, [child])
    await move(stays[0]?.id, next)
    expect((await childIn(class_id, child))?.stay).toMatchObject({ elsewhere: 'Stars' })
    expect((await childIn(next, child))?.stay).not.toHaveProperty('elsewhere')
  })

  test('whoever is in the room is on its roll, although somebody deleted the record', async () => {
    const { id: class_id } = await holdToday(server)
    const [child = 0] = await addChildren(server, 1)
    await takeIn(server, class_id, [child])
    const [record] = await server.ask('GET /attendance', { query: { class_id } })
    await server.ask('DELETE /attendance', { query: { attendance_id: record?.id } })
    const shown = await childIn(class_id, child)
    expect([shown?.mark.state, shown?.stay?.gone]).toEqual(['not_recorded', null])
  })

  test('whoever works at the door is told that the roll is another; a roll that is not is not sent again', async () => {
    const { class_id, child, adult } = await openClass()
    await server.app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.http.server.address() as { port: number }
    const news = await followNews(`http://127.0.0.1:${port}`, await server.signIn(), [class_id])
    try {
      const told = () => news.now()[`class/${class_id}`]
      const { stays } = await takeIn(server, class_id, [child])
      const { revision } = await rollOf(class_id)
      await expect.poll(told).toBe(revision)
      await give(stays[0], adult)
      await expect.poll(told).not.toBe(revision)
      const now = await rollOf(class_id, { since: revision })
      expect(now.roll).not.toBeNull()
      expect((await rollOf(class_id, { since: now.revision })).roll).toBeNull()
    } finally {
      news.close()
    }
  })

  test('nothing of it is told to others, of another day, and where there is no door', async () => {
    const { token, sub } = await addTeacher(server, 'Teachers')
    const { id: class_id, series_id } = await holdToday(server, { teachers: [sub] })
    const [child = 0] = await addChildren(server, 1)
    await enrolAll(server, series_id, [child])
    const before = await rollOf(class_id, { token })
    expect(before.roll?.children[0]).not.toHaveProperty('stay')
    const { adult } = await addFamily(server, { children: [child] })
    const { stays } = await takeIn(server, class_id, [child])
    const marked = await rollOf(class_id, { token })
    await give(stays[0], adult)
    // For somebody who doesn't see it, a giving-back changes nothing.
    expect((await rollOf(class_id, { since: marked.revision, token })).roll).toBeNull()
    expect(await childIn(class_id, child)).toHaveProperty('stay')
    await server.ask('PUT /settings', { body: { door: false } })
    expect(await childIn(class_id, child)).not.toHaveProperty('stay')
    await server.ask('PUT /settings', { body: { door: true } })
    server.clock.advance(24 * 60 * 60_000)
    expect(await childIn(class_id, child, await server.signIn())).not.toHaveProperty('stay')
  })
})
