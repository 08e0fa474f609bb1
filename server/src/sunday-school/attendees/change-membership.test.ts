import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addChildren, addTeacher, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer
  let ids: number[]

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  beforeEach(async () => {
    ids = await addChildren(server, 3)
  })
  afterAll(() => server.destroy())

  const change = (changes: object[]) => server.ask('PUT /attendees/several', { body: { changes } })
  const asMembers = (some: number[]) => some.map((id) => ({ id, is_member: 1 }))
  const memberships = async () => {
    const all: number[] = []
    for (const attendee_id of ids) {
      const child = await server.ask('GET /attendees', { query: { attendee_id } })
      all.push('is_member' in child ? child.is_member : Number.NaN)
    }
    return all
  }
  const saveOther = async (attendee_id: number) => {
    const child = await server.ask('GET /attendees', { query: { attendee_id } })
    const { first_name, last_name } = 'first_name' in child ? child : { first_name: '', last_name: '' }
    const body = { id: attendee_id, first_name, last_name, notes: 'Sings', is_member: 1 }
    await server.ask('PUT /attendees', { body })
  }

  test('the membership of several is changed at once, and one undo puts back exactly what was', async () => {
    await change(asMembers(ids.slice(0, 1)))
    const { undo, left } = await change(asMembers(ids))
    expect(undo.map(({ id, is_member }) => [id, is_member])).toEqual(ids.slice(1).map((id) => [id, 0]))
    expect(left).toEqual([])
    expect(await memberships()).toEqual([1, 1, 1])
    expect((await change(undo)).left).toEqual([])
    expect(await memberships()).toEqual([1, 0, 0])
  })

  test('the same change again changes nothing, and neither does the same undo', async () => {
    const { undo } = await change(asMembers(ids))
    expect(await change(asMembers(ids))).toMatchObject({ undo: [], left: [] })
    await change(undo)
    expect(await change(undo)).toMatchObject({ undo: [], left: [] })
    expect(await memberships()).toEqual([0, 0, 0])
  })

  test('an undo leaves alone and names whom somebody has changed or deleted since', async () => {
    const { undo } = await change(asMembers(ids))
    const [changed = 0, deleted = 0] = ids
    await saveOther(changed)
    await server.ask('DELETE /attendees', { query: { attendee_id: deleted } })
    const { left } = await change(undo)
    expect(left.toSorted((one, other) => one.id - other.id)).toEqual([
      { id: changed, why: 'changed_meanwhile' },
      { id: deleted, why: 'not_found' },
    ])
    ids = ids.filter((id) => id !== deleted)
    expect(await memberships()).toEqual([1, 0])
  })

  test('two at once end with one of the two memberships, whole', async () => {
    const guests = ids.map((id) => ({ id, is_member: 0 }))
    await Promise.all([change(asMembers(ids)), change(guests), change(asMembers(ids))])
    expect(new Set(await memberships()).size).toBe(1)
  })

  test('who sees only the name of one of them changes none, and who may not change children neither', async () => {
    const { token } = await addTeacher(server)
    for (const rights of [['children'], ['allChildren']]) {
      await server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights } })
      const body = { changes: asMembers(ids) }
      expect((await server.tryCall('PUT /attendees/several', { body, token })).status).toBe(403)
    }
    expect(await memberships()).toEqual([0, 0, 0])
  })

  test('no more than five hundred are changed at once, and no fewer than one', async () => {
    const many = Array.from({ length: 501 }, (_, at) => ({ id: at + 1, is_member: 1 }))
    for (const changes of [[], many]) {
      expect((await server.tryCall('PUT /attendees/several', { body: { changes } })).status).toBe(400)
    }
  })

  test('a class answers who was put into it and who was taken out, and nobody else is taken back', async () => {
    const { series_id } = await plan(server)
    const [first = 0, second = 0, third = 0] = ids
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [first] } })
    const added = await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: ids } })
    expect(added.attendee_ids).toEqual([second, third])
    const query = { series_id, attendee_ids: added.attendee_ids }
    await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: [third] } })
    expect((await server.ask('DELETE /classes/roster', { query })).attendee_ids).toEqual([second])
    const { attendees } = await server.ask('GET /classes/roster', { query: { series_id } })
    expect(attendees.map(({ id }) => id)).toEqual([first])
  })

  test('the chosen ones alone are exported', async () => {
    const [first, , third] = ids
    const token = await server.signIn()
    const { body } = await server.app.http.inject({
      url: `/api/attendees/export?attendee_ids=${first},${third}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body.trim().split('\r\n')).toHaveLength(3)
  })
})
