import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChildren, addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const rosterOf = async (series_id: number) =>
    (await server.ask('GET /classes/roster', { query: { series_id } })).attendees.map(({ id }) => id)
  const enrol = (series_id: number, attendee_ids: number[]) =>
    server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
  const move = (series_id: number, to_series_id: number, attendee_ids: number[]) =>
    server.ask('PUT /classes/roster', { body: { series_id, to_series_id, attendee_ids } })
  const done = (changed: number) => ({ message: 'Roster successfully updated', changed })
  const revisionOf = async (class_id: number) =>
    (await server.ask('GET /attendance/roll-call', { query: { class_id } })).revision

  test('a roster comes by last name, then first, with all that is known of each', async () => {
    const { series_id } = await plan(server, { title: 'Lambs' })
    const names = [
      ['Zoe', 'Ábalos'],
      ['Óscar', 'Ruiz'],
      ['ana', 'ruiz'],
    ]
    const ids: number[] = []
    for (const [first_name, last_name] of names) {
      ids.push((await server.ask('POST /attendees', { body: { first_name, last_name } })).id)
    }
    await enrol(series_id, ids)
    const roster = await server.ask('GET /classes/roster', { query: { series_id } })
    expect(roster).toMatchObject({ series_id, title: 'Lambs' })
    expect(roster.attendees.map(({ first_name }) => first_name)).toEqual(['Zoe', 'ana', 'Óscar'])
    expect(roster.attendees[0]).toEqual({
      id: ids[0],
      first_name: 'Zoe',
      last_name: 'Ábalos',
      birthdate: null,
      parent_contact: '',
      allergies: '',
      needs: '',
      notes: '',
      is_member: 0,
      version: 1,
    })
  })

  test('enrolling counts those who were not on the roster yet', async () => {
    const { series_id } = await plan(server)
    const children = await addChildren(server, 3)
    expect(await enrol(series_id, children.slice(0, 2))).toMatchObject(done(2))
    expect(await enrol(series_id, [...children, ...children])).toMatchObject(done(1))
    expect(await enrol(series_id, children)).toMatchObject(done(0))
    expect(await rosterOf(series_id)).toEqual(children)
  })

  test('who was deleted is left alone and named, and all others are enrolled', async () => {
    const { series_id } = await plan(server)
    const [gone = 0, ...children] = await addChildren(server, 3)
    await server.ask('DELETE /attendees', { query: { attendee_id: gone } })
    expect(await enrol(series_id, [gone, ...children, 4711])).toMatchObject({
      ...done(2),
      attendee_ids: children,
      left: [gone, 4711],
    })
    expect(await rosterOf(series_id)).toEqual(children)
  })

  test('two who enrol at once add nobody twice', async () => {
    const { series_id } = await plan(server)
    const children = await addChildren(server, 5)
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol(series_id, children)))
    expect(answers.map(({ changed }) => changed).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 5])
  })

  test('who is moved joins those who are there, and only who was on the roster moves', async () => {
    const [one, other] = [await plan(server), await plan(server)]
    const [a = 0, b = 0, c = 0, d = 0] = await addChildren(server, 4)
    await enrol(one.series_id, [a, b])
    await enrol(other.series_id, [b, c])
    expect(await move(one.series_id, other.series_id, [a, b, d])).toEqual({
      ...done(2),
      moved: [a, b],
      already: [b],
    })
    expect(await rosterOf(one.series_id)).toEqual([])
    expect((await rosterOf(other.series_id)).toSorted((x, y) => x - y)).toEqual([a, b, c])
    expect(await move(one.series_id, other.series_id, [a, b])).toEqual({
      ...done(0),
      moved: [],
      already: [],
    })
  })

  test('nobody moves to where they are', async () => {
    const { series_id } = await plan(server)
    const body = { series_id, to_series_id: series_id, attendee_ids: [1] }
    const { status, body: refusal } = await server.tryCall('PUT /classes/roster', { body })
    expect({ status, field: refusal.field }).toEqual({ status: 400, field: 'to_series_id' })
  })

  test('who is taken off the roster keeps their records', async () => {
    const { id, series_id, attendees } = await enrolledClass(server, 3)
    const query = { series_id, attendee_ids: attendees.slice(0, 2).join() }
    expect(await server.ask('DELETE /classes/roster', { query })).toMatchObject(done(2))
    expect(await server.ask('DELETE /classes/roster', { query })).toMatchObject(done(0))
    expect(await rosterOf(series_id)).toEqual(attendees.slice(2))
    expect(await server.ask('GET /attendance', { query: { class_id: id } })).toHaveLength(3)
  })

  test('five hundred go in one call, and no more', async () => {
    const { series_id } = await plan(server)
    const [child = 0] = await addChildren(server, 1)
    await enrol(series_id, [child])
    const some = (length: number) => [child, ...Array.from({ length: length - 1 }, (_, index) => 1e9 + index)]
    const query = { series_id, attendee_ids: some(500).join() }
    expect(await server.ask('DELETE /classes/roster', { query })).toMatchObject(done(1))
    const more = { series_id, attendee_ids: some(501) }
    for (const { status, body } of [
      await server.tryCall('DELETE /classes/roster', { query: { ...more, attendee_ids: some(501).join() } }),
      await server.tryCall('POST /classes/roster', { body: more }),
    ]) {
      expect({ status, field: body.field }).toEqual({ status: 400, field: 'attendee_ids' })
    }
  })

  test('a roll that is looked at shows that its roster has changed, and only then', async () => {
    const { id, series_id } = await plan(server)
    const other = await plan(server)
    const children = await addChildren(server, 2)
    const before = await revisionOf(id)
    await enrol(other.series_id, children)
    expect(await revisionOf(id)).toBe(before)
    await move(other.series_id, series_id, children)
    const moved = await revisionOf(id)
    expect(moved).not.toBe(before)
    await enrol(series_id, children)
    expect(await revisionOf(id)).toBe(moved)
    await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: String(children[0]) } })
    expect(await revisionOf(id)).not.toBe(moved)
  })

  describe('Teachers', () => {
    test('keep the rosters of the series that they are assigned to, and of no other', async () => {
      const ruth = await addTeacher(server)
      const own = await plan(server, { teachers: [ruth.sub] })
      const second = await plan(server, { teachers: [ruth.sub] })
      const other = await plan(server)
      const attendee_ids = await addChildren(server, 1)
      const tell = async (call: string, given: object) =>
        (await server.tryCall(call, { ...given, token: ruth.token })).status
      const statuses = async (series_id: number, to_series_id: number) => [
        await tell('POST /classes/roster', { body: { series_id, attendee_ids } }),
        await tell('GET /classes/roster', { query: { series_id } }),
        await tell('PUT /classes/roster', { body: { series_id, to_series_id, attendee_ids } }),
        await tell('DELETE /classes/roster', { query: { series_id, attendee_ids: attendee_ids.join() } }),
      ]
      expect(await statuses(own.series_id, second.series_id)).toEqual([200, 200, 200, 200])
      expect(await statuses(own.series_id, other.series_id)).toEqual([200, 200, 403, 200])
      expect(await statuses(other.series_id, own.series_id)).toEqual([403, 403, 403, 403])
    })
  })
})
