import {
  GROUP_RIGHTS,
  type GroupRight,
  heldRights,
  TEACHING,
  usualRights,
} from '@vestry/contract/rules/rights.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTeacher, plan } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { enrolAll, pastHandlers } from '../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const CHILD = {
  parent_contact: 'Mum 0600 555 111',
  birthdate: '2018-05-04',
  notes: 'Secret',
  allergies: 'Nuts',
  is_member: 1,
}
const HIDDEN = {
  birthdate: null,
  parent_contact: '',
  allergies: '',
  needs: '',
  notes: '',
  is_member: 0,
  names_only: true,
}

eachDatabase((database) => {
  let server: TestServer
  let ruth: Awaited<ReturnType<typeof addTeacher>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    ruth = await addTeacher(server)
  })
  afterAll(() => server.destroy())
  beforeEach(() => hold(GROUP_RIGHTS.filter((right) => right !== 'arrange')))

  const hold = (rights: readonly GroupRight[], group = 'Teachers') =>
    server.ask('PUT /settings/rights', { body: { group, rights: [...rights] } })
  const asRuth = (call: string, given: object = {}) => server.tryCall(call, { token: ruth.token, ...given })
  const addChild = async (first_name: string, last_name: string) =>
    (await server.ask('POST /attendees', { body: { first_name, last_name, ...CHILD } })).id

  test('a right that is taken counts at the next call, and one that is given too', async () => {
    const body = { first_name: 'Ann', last_name: 'Archer' }
    expect((await asRuth('POST /attendees', { body })).status).toBe(200)
    await hold([])
    expect(await asRuth('POST /attendees', { body })).toMatchObject({
      status: 403,
      body: { error: 'not_allowed', message: expect.stringContaining('does not add or change children') },
    })
    await hold(['children'])
    expect((await asRuth('POST /attendees', { body })).status).toBe(200)
  })

  test('administrators can’t lose theirs, and nobody else gains them', async () => {
    const { status } = await server.tryCall('PUT /settings/rights', { body: { group: 'Admins', rights: [] } })
    expect(status).toBe(400)
    await hold(GROUP_RIGHTS)
    for (const call of ['GET /settings', 'GET /audit', 'GET /staff']) {
      expect((await asRuth(call)).status).toBe(403)
    }
    expect((await asRuth('PUT /settings/rights', { body: { group: 'Teachers', rights: [] } })).status).toBe(
      403,
    )
  })

  test('a group whose name every object has holds what others hold, until it is given something else', async () => {
    const rightsOfGroup = async (group: string) =>
      heldRights(group, (await server.ask('GET /settings')).rights)
    expect(await rightsOfGroup('constructor')).toEqual(usualRights('constructor'))
    await hold(['sermons'], 'constructor')
    expect(await rightsOfGroup('constructor')).toEqual(['sermons'])
    expect(await rightsOfGroup('toString')).toEqual(usualRights('toString'))
  })

  test('what a group may do is not said to be saved where no browser keeps it', async () => {
    const refused = await server.tryCall('PUT /settings/rights', { body: { group: '__proto__', rights: [] } })
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request', field: 'group' } })
    const name = 'rights of __proto__'
    // Kept as an earlier version did.
    await pastHandlers(server, (db) =>
      db.insertInto('church_setting').values({ name, value: '["sermons"]' }).execute(),
    )
    await hold(['sermons'])
    const { token } = await addTeacher(server, '__proto__')
    const body = { first_name: 'Ann', last_name: 'Archer' }
    expect((await server.tryCall('POST /attendees', { body, token })).status).toBe(403)
    await pastHandlers(server, (db) => db.deleteFrom('church_setting').where('name', '=', name).execute())
  })

  test('who arranges classes sees all of them, whatever the group is called', async () => {
    await plan(server, { title: 'Of nobody' })
    expect((await asRuth('GET /classes/by-date')).status).toBe(403)
    await hold(GROUP_RIGHTS)
    expect((await asRuth('GET /classes/by-date')).status).toBe(200)
  })

  test('of children in others’ classes a teacher who only teaches sees, finds and changes nothing but the name', async () => {
    const own = await addChild('Olga', 'Own')
    const guest = await addChild('Gina', 'Guest')
    const other = await addChild('Otto', 'Other')
    const { series_id, id } = await plan(server, { title: 'Robins', teachers: [ruth.sub] })
    await enrolAll(server, series_id, [own])
    await server.ask('PUT /attendance/roll-call', {
      body: { class_id: id, marks: [{ attendee_id: guest, state: 'present', seen: 0 }] },
    })
    await hold(TEACHING)
    const list = async (query: object) =>
      (await asRuth('GET /attendees', { query: { direction: 'ASC', ...query } })).body as unknown as {
        results: {
          id: number
          birthdate: string | null
          parent_contact: string
          allergies: string
          notes: string
        }[]
        totalCount: number
      }
    const { results } = await list({ search: 'o', limit: 100 })
    expect(results.find((child) => child.id === own)).toMatchObject(CHILD)
    expect((await list({ search: 'gina' })).results).toMatchObject([{ id: guest, ...CHILD }])
    expect(results.find((child) => child.id === other)).toMatchObject({ first_name: 'Otto', ...HIDDEN })
    for (const search of ['0600 555 111', '0600555111', 'mum']) {
      expect(await list({ search })).toMatchObject({ results: [], totalCount: 0 })
      expect((await asRuth('GET /find', { query: { text: search } })).body).toMatchObject({ children: [] })
    }
    expect((await list({ age_from: 7, age_to: 7, limit: 100 })).totalCount).toBe((await list({})).totalCount)
    const names = async (query: object) =>
      (await list({ limit: 100, ...query })).results.map((child) => child.id)
    expect(await names({ orderBy: 'birthdate' })).toEqual(await names({}))
    expect((await asRuth('GET /find', { query: { text: 'otto' } })).body).toMatchObject({
      children: [{ id: other, age: null }],
    })
    for (const call of ['GET /attendees', 'GET /attendees/profile']) {
      const { body } = await asRuth(call, { query: { attendee_id: other } })
      expect(body).toMatchObject({ first_name: 'Otto', ...HIDDEN })
    }
    const photo = (attendee_id: number) => asRuth('GET /attendees/photo', { query: { attendee_id } })
    expect([(await photo(other)).status, (await photo(own)).status]).toEqual([403, 404])
    const small = await asRuth('GET /attendees/photos', { query: { attendee_ids: String(other) } })
    expect(small.body).toEqual([])
    const namesakes = await asRuth('GET /attendees/namesakes', {
      query: { first_name: 'Otto', last_name: 'Other' },
    })
    expect(namesakes.body).toMatchObject([{ id: other, ...HIDDEN }])
    const body = { id: other, first_name: 'Otto', last_name: 'Other', birthdate: null }
    expect((await asRuth('PUT /attendees', { body })).status).toBe(403)
    await hold(['children', 'delete'])
    expect((await asRuth('DELETE /attendees', { query: { attendee_id: other } })).status).toBe(403)
    expect(await server.ask('GET /attendees', { query: { attendee_id: other } })).toMatchObject(CHILD)
    await server.ask('PUT /attendees', { body: { ...CHILD, id: own, first_name: 'Olga', last_name: 'Own' } })
  })

  test('who arranges classes, and sees not all about every child, reads on a roster the names of others’ children', async () => {
    const [own, other] = [await addChild('Rosa', 'Own'), await addChild('Rolf', 'Other')]
    const mine = await plan(server, { title: 'Wrens', teachers: [ruth.sub] })
    const theirs = await plan(server, { title: 'Owls' })
    await enrolAll(server, mine.series_id, [own])
    await enrolAll(server, theirs.series_id, [own, other])
    await hold(['arrange', 'children'])
    const roster = async (series_id: number) =>
      (await asRuth('GET /classes/roster', { query: { series_id } })).body
    expect(await roster(mine.series_id)).toMatchObject({ attendees: [{ id: own, ...CHILD }] })
    expect(await roster(theirs.series_id)).toMatchObject({
      attendees: [
        { id: other, first_name: 'Rolf', ...HIDDEN },
        { id: own, ...CHILD },
      ],
    })
    await hold(GROUP_RIGHTS)
    expect(await roster(theirs.series_id)).toMatchObject({ attendees: [CHILD, CHILD] })
  })

  test('who arranges classes, and sees not all about every child, calls a roll by names and reads no remark', async () => {
    const [own, other] = [await addChild('Ivy', 'Own'), await addChild('Ian', 'Other')]
    const mine = await plan(server, { title: 'Finches', teachers: [ruth.sub] })
    const { id: class_id, series_id } = await plan(server, { title: 'Larks' })
    await enrolAll(server, mine.series_id, [own])
    await enrolAll(server, series_id, [own, other])
    const day = (
      await server.ask('GET /attendance/roll-call', { query: { class_id } })
    ).roll?.session_datetime.slice(0, 10)
    for (const attendee_id of [own, other]) {
      const { id } = await server.ask('POST /attendance', { body: { class_id, attendee_id } })
      await server.ask('PUT /attendance', { body: { attendance_id: id, attended: true, comment: 'Cried' } })
      await server.ask('POST /attendees/absences', {
        body: { attendee_id, from_day: day, until_day: day, reason: 'In hospital' },
      })
    }
    await hold(['arrange', 'children'])
    const mark = async (state: string, seen: number) =>
      (
        await asRuth('PUT /attendance/roll-call', {
          body: { class_id, marks: [own, other].map((attendee_id) => ({ attendee_id, state, seen })) },
        })
      ).body
    const named = [
      { attendee_id: own, mark: { state: 'present', comment: 'Cried' } },
      { attendee_id: other, mark: { state: 'present', comment: '' } },
    ]
    expect(await mark('absent', 0)).toMatchObject({ refused: named })
    expect(await mark('present', 0)).toMatchObject({ saved: named })
    const roll = (await asRuth('GET /attendance/roll-call', { query: { class_id } })).body
    expect(roll).toMatchObject({
      roll: {
        children: [
          {
            ...{ attendee_id: other, first_name: 'Ian', ...HIDDEN },
            ...{ away: { until_day: day, reason: '' }, mark: { state: 'present', comment: '' } },
          },
          { attendee_id: own, ...CHILD, away: { reason: 'In hospital' }, mark: { comment: 'Cried' } },
        ],
      },
    })
    const records = await asRuth('GET /attendance', { query: { class_id } })
    expect(records.body).toMatchObject([
      { attendee_id: other, comment: '', names_only: true },
      { attendee_id: own, comment: 'Cried' },
    ])
    const [{ id: attendance_id } = { id: 0 }] = records.body as unknown as { id: number }[]
    const record = (given: object) =>
      asRuth('PUT /attendance', { body: { attendance_id, attended: false, ...given } })
    expect((await record({ comment: '' })).status).toBe(403)
    expect((await record({})).status).toBe(200)
    await hold(GROUP_RIGHTS)
    expect((await asRuth('GET /attendance', { query: { class_id } })).body).toMatchObject([
      { state: 'absent', comment: 'Cried' },
      { state: 'present', comment: 'Cried' },
    ])
  })

  test('on the page of a child of whom somebody sees the name alone nobody’s remarks stand, and no count', async () => {
    const child = await addChild('Nora', 'Named')
    const { id: class_id } = await plan(server, { title: 'Swifts' })
    const { id } = await server.ask('POST /attendance', { body: { class_id, attendee_id: child } })
    await server.ask('PUT /attendance', { body: { attendance_id: id, attended: true, comment: 'Cried' } })
    const read = async (call: string) => (await asRuth(call, { query: { attendee_id: child } })).body
    await hold(GROUP_RIGHTS)
    expect(await read('GET /attendees/profile')).toMatchObject({ comments: [{ comment: 'Cried' }] })
    expect(await read('GET /attendees')).toMatchObject({ ...CHILD, attendance_count: 1 })
    await hold(['arrange', 'children'])
    expect(await read('GET /attendees/profile')).toMatchObject({ ...HIDDEN, comments: [] })
    expect(await read('GET /attendees')).toMatchObject({ ...HIDDEN, attendance_count: 0 })
  })

  test('the trash shows what somebody may delete, and nothing else', async () => {
    const id = await addChild('Tina', 'Trash')
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    const shown = async () =>
      (await asRuth('GET /trash')).body as unknown as { results: { record: string }[] }
    expect((await shown()).results).toMatchObject([{ record: `attendee/${id}` }])
    await hold(TEACHING)
    expect((await shown()).results).toEqual([])
    const refused = await asRuth('POST /trash/restore', { body: { record: `attendee/${id}` } })
    expect(refused.status).toBe(403)
  })

  test('a right that somebody has withdrawn meanwhile does not come back with another change', async () => {
    const change = (rights: GroupRight[], seen: GroupRight[], group = 'Choir') =>
      server.tryCall('PUT /settings/rights', { body: { group, rights, seen } })
    const held = async () => (await server.ask('GET /settings')).rights.Choir
    const usual = [...usualRights('Choir')]
    expect((await change(['sermons', 'delete'], usual)).status).toBe(200)
    expect(await change(['sermons', 'delete', 'children'], usual)).toMatchObject({
      status: 409,
      body: { error: 'changed_meanwhile' },
    })
    expect(await held()).toEqual(['sermons', 'delete'])
    // The order doesn't matter, and what is set already is no conflict.
    expect((await change(['sermons'], ['delete', 'sermons'])).status).toBe(200)
    expect((await change(['sermons'], ['sermons', 'delete'])).status).toBe(200)
    const both = await Promise.all([change([], ['sermons']), change(['sermons', 'children'], ['sermons'])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('of deleted children somebody who sees not all about every child lists and restores those they deleted', async () => {
    const [own, other] = [await addChild('Uma', 'Own'), await addChild('Uli', 'Other')]
    const { series_id } = await plan(server, { title: 'Terns', teachers: [ruth.sub] })
    await enrolAll(server, series_id, [own])
    await hold(['arrange', 'delete'])
    expect((await asRuth('DELETE /attendees', { query: { attendee_id: own } })).status).toBe(200)
    await server.ask('DELETE /attendees', { query: { attendee_id: other } })
    const restore = async (id: number) =>
      (await asRuth('POST /trash/restore', { body: { record: `attendee/${id}` } })).status
    const shown = async () => {
      const { body } = await asRuth('GET /trash', { query: { limit: 200 } })
      const { results } = body as unknown as { results: { record: string }[] }
      return [own, other].filter((id) => results.some(({ record }) => record === `attendee/${id}`))
    }
    expect(await shown()).toEqual([own])
    expect([await restore(other), await restore(own)]).toEqual([403, 200])
    const purge = await asRuth('DELETE /trash', { query: { record: `attendee/${other}` } })
    expect(purge.status).toBe(403)
    await hold(['delete', 'allChildren'])
    expect([await shown(), await restore(other)]).toEqual([[other], 200])
  })

  test('each change of a group’s rights is in the audit trail', async () => {
    await hold(['children', 'sermons'], 'Office')
    const { results } = await server.ask('GET /audit', { query: { kind: 'rights_changed', limit: 1 } })
    expect(results[0]).toMatchObject({ detail: 'Office: sermons, children' })
  })
})
