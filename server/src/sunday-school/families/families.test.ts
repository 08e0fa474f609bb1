import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren, addTeacher, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily, COLLECTING } from '../../testing/family-contract.ts'
import { enrolAll, pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const ODD = `O'Brien 🙂 <script>`

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())

  const find = (family_id: number) => server.ask('GET /families/one', { query: { family_id } })
  const ofChild = (attendee_id: number) => server.ask('GET /families/child', { query: { attendee_id } })
  const rulesOf = async (attendee_id: number) =>
    (await ofChild(attendee_id)).families.flatMap(({ adults }) =>
      adults.map(({ first_name, rule, own }) => [first_name, rule, own]),
    )
  const say = async (
    attendee_id: number,
    adult_id: number,
    rule: 'usual' | 'always' | 'today' | 'no',
    token?: string,
  ) => {
    const { version, photo_consent, needs_reviewed } = await ofChild(attendee_id)
    const body = { attendee_id, version, photo_consent, needs_reviewed, rules: [{ adult_id, rule }] }
    return await server.tryCall('PUT /families/child', { body, ...(token && { token }) })
  }
  const bar = async (attendee_id: number, bars: { adult_id: number; reason: string }[]) => {
    const { version } = await ofChild(attendee_id)
    await server.ask('PUT /families/safeguarding', { body: { attendee_id, version, need_detail: '', bars } })
  }
  const save = (family: Awaited<ReturnType<typeof find>>, given: object, token?: string) =>
    server.tryCall('PUT /families', {
      body: {
        ...{ id: family.id, version: family.version, name: family.name, adults: family.adults },
        children: family.children.map(({ id }) => id),
        ...given,
      },
      ...(token && { token }),
    })

  test('a family has its adults in the order given and its children by birth date, and is found by any of them', async () => {
    const young = await server.ask('POST /attendees', {
      body: { first_name: 'Zoe', last_name: 'Quince', birthdate: '2019-02-03' },
    })
    const old = await server.ask('POST /attendees', {
      body: { first_name: 'Abel', last_name: 'Quince', birthdate: '2015-02-03' },
    })
    const adults = [
      { ...COLLECTING, first_name: ODD, last_name: '', phone: '+44 161 496 0123' },
      { ...COLLECTING, first_name: 'Ruth', email: 'Ruth@Example.org', collects: 'no' },
    ]
    const { id } = await server.ask('POST /families', {
      body: { name: 'Quince', adults, children: [young.id, old.id] } as never,
    })
    const family = await find(id)
    expect(family.children.map(({ first_name }) => first_name)).toEqual(['Abel', 'Zoe'])
    expect(family.adults.map(({ first_name }) => first_name)).toEqual(['OʼBrien', 'Ruth'])
    for (const search of ['quin', '1614960123', 'ruth@example.org', 'o’brien']) {
      const { results } = await server.ask('GET /families', { query: { search } })
      expect([search, results.map(({ name }) => name)]).toEqual([search, ['Quince']])
    }
    // The list shows a child's new name at once.
    await server.ask('PUT /attendees', {
      body: { id: old.id, first_name: 'Abe', last_name: 'Quince', birthdate: '2015-02-03' },
    })
    const { results } = await server.ask('GET /families', { query: { search: 'quince' } })
    expect(results[0]?.children.map(({ first_name }) => first_name)).toEqual(['Abe', 'Zoe'])
    expect(family.last_change).toMatchObject({ by: expect.any(String) })
  })

  test('who collects is said for the family, for one child, or for one day of the church', async () => {
    const [one = 0, other = 0] = await addChildren(server, 2)
    const { adult } = await addFamily(server, { children: [one, other] })
    expect(await rulesOf(one)).toEqual([['Ana', 'always', false]])
    await say(one, adult, 'no')
    expect([await rulesOf(one), await rulesOf(other)]).toEqual([
      [['Ana', 'no', true]],
      [['Ana', 'always', false]],
    ])
    await say(one, adult, 'usual')
    const family = await find((await ofChild(one)).families[0]?.id ?? 0)
    await save(family, { adults: [{ ...family.adults[0], collects: 'no' }] })
    await say(one, adult, 'today')
    expect(await rulesOf(one)).toEqual([['Ana', 'today', true]])
    await pastHandlers(server, (db) => db.updateTable('collect_rule').set({ day: '2026-01-04' }).execute())
    expect(await rulesOf(one)).toEqual([['Ana', 'no', false]])
  })

  test('the roll tells who collects on its day and who must not, and nothing of whoever else', async () => {
    const { id, series_id } = await plan(server, { session_datetime: '2026-05-24T10:30:00' })
    const [child = 0, other = 0] = await addChildren(server, 2)
    await enrolAll(server, series_id, [child, other])
    const before = await server.ask('GET /attendance/roll-call', { query: { class_id: id } })
    expect(JSON.stringify(before)).not.toContain('collectors')
    const { id: family_id, adult } = await addFamily(server, { children: [child] })
    const family = await find(family_id)
    await save(family, {
      adults: [
        ...family.adults,
        { ...COLLECTING, first_name: 'Ivo', last_name: '' },
        { ...COLLECTING, first_name: 'Eve', collects: 'no' },
      ],
    })
    await bar(child, [{ adult_id: adult, reason: 'By order of the court' }])
    const answer = await server.ask('GET /attendance/roll-call', {
      query: { class_id: id, since: before.revision },
    })
    const collectors = answer.roll?.children.map((row) => row.collectors)
    expect(collectors).toContainEqual([
      { adult_id: adult, name: 'Ana López', rule: 'barred' },
      { adult_id: expect.any(Number), name: 'Ivo', rule: 'always' },
    ])
    expect(JSON.stringify(answer)).not.toContain('court')
  })

  test('a bar outlives the family: it stays when the child or the adult leaves, and goes with nobody’s save', async () => {
    const [one = 0, other = 0] = await addChildren(server, 2)
    const { id, adult } = await addFamily(server, { children: [one, other] })
    await bar(one, [{ adult_id: adult, reason: 'By order of the court' }])
    const teacher = await addTeacher(server)
    expect(await say(one, adult, 'always', teacher.token)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Ana López must not collect this child.') },
    })
    await save(await find(id), { children: [other] }, teacher.token)
    expect(await rulesOf(one)).toEqual([['Ana', 'barred', true]])
    expect(await save(await find(id), { adults: [] }, teacher.token)).toMatchObject({ status: 403 })
    expect(
      await server.tryCall('DELETE /families', { query: { family_id: id }, token: teacher.token }),
    ).toMatchObject({ status: 403 })
    // Split off with the other child, the adult is still barred from the first.
    const family = await find(id)
    const split = await server.ask('POST /families/split', {
      body: { id, version: family.version, name: 'Solo', adults: [adult], children: [other] },
    })
    expect(await rulesOf(one)).toEqual([['Ana', 'barred', true]])
    await server.ask('POST /families/changes/undo', { body: { change_id: split.change_id } })
    expect(await rulesOf(one)).toEqual([['Ana', 'barred', true]])
    // A bar that is lifted lets nobody collect.
    await bar(one, [])
    expect(await rulesOf(one)).toEqual([])
    await save(await find(id), { children: [one, other] })
    expect(await rulesOf(one)).toEqual([['Ana', 'no', true]])
  })

  test('the same adult in two families is one once they are merged, barred if either says so, and two again', async () => {
    const [one = 0, other = 0] = await addChildren(server, 2)
    const first = await addFamily(server, { children: [one] })
    const second = await addFamily(server, { name: 'Lopez', children: [other] })
    await bar(other, [{ adult_id: second.adult, reason: 'By order of the court' }])
    const before = [await find(first.id), await find(second.id)]
    const { change_id } = await server.ask('POST /families/merge', {
      body: {
        ...{ kept: first.id, kept_version: before[0]?.version ?? 0 },
        ...{ merged: second.id, merged_version: before[1]?.version ?? 0 },
      },
    })
    const merged = await find(first.id)
    expect(merged.adults.map(({ first_name }) => first_name)).toEqual(['Ana'])
    expect(merged.children.map(({ id }) => id).sort()).toEqual([one, other].sort())
    expect([await rulesOf(one), await rulesOf(other)]).toEqual([
      [['Ana', 'always', false]],
      [['Ana', 'barred', true]],
    ])
    expect((await server.tryCall('GET /families/one', { query: { family_id: second.id } })).status).toBe(404)
    await server.ask('POST /families/changes/undo', { body: { change_id } })
    for (const family of before.filter((one) => one !== undefined)) {
      const { adults, children, name } = await find(family.id)
      expect({ adults, children, name }).toEqual({
        adults: family.adults,
        children: family.children,
        name: family.name,
      })
    }
    expect(await rulesOf(other)).toEqual([['Ana', 'barred', true]])
  })

  test('children with one contact and one last name are proposed as a family, and taken over once', async () => {
    const add = (first_name: string, last_name: string, parent_contact: string) =>
      server.ask('POST /attendees', { body: { first_name, last_name, parent_contact } })
    const ids = [
      await add('Mia', 'Vidal', 'Mum: Rosa Vidal, 0161 496 0777'),
      await add('Leo', 'Vidál', '+44 161 496 0777'),
      await add('Tom', 'Other', '0161 496 0777'),
      await add('Una', 'Alone', 'asks at the door'),
    ].map(({ id }) => id)
    const { proposals } = await server.ask('GET /families/proposals')
    const own = proposals.filter(({ children }) => children.some(({ id }) => ids.includes(id)))
    expect(
      own.map(({ name, adults, children }) => [
        name,
        adults[0]?.first_name,
        adults[0]?.phone,
        children.length,
      ]),
    ).toEqual([
      ['Other', 'Other', '0161 496 0777', 1],
      ['Vidal', 'Rosa', '0161 496 0777', 2],
    ])
    const families = own.map(({ name, adults, children }) => ({
      name,
      adults: adults.map((adult) => ({ ...adult, id: null })),
      children: children.map(({ id }) => id),
    }))
    const body = { request_id: crypto.randomUUID(), families }
    const taken = await server.ask('POST /families/take-over', { body: body as never })
    expect(taken).toMatchObject({ added: 2, refused: [] })
    expect(await server.ask('POST /families/take-over', { body: body as never })).toMatchObject({
      added: 2,
      change_id: taken.change_id,
    })
    const again = { ...body, request_id: crypto.randomUUID() }
    expect(await server.ask('POST /families/take-over', { body: again as never })).toMatchObject({
      added: 0,
      refused: [0, 1],
    })
    const { results } = await server.ask('GET /families', { query: { search: '1614960777' } })
    expect(results).toHaveLength(2)
    // The contact of the spec stays.
    expect(await server.ask('GET /attendees', { query: { attendee_id: ids[0] } })).toMatchObject({
      parent_contact: 'Mum Rosa Vidal, 0161 496 0777',
    })
    const changes = await server.ask('GET /families/changes')
    expect(changes.find(({ id }) => id === taken.change_id)).toMatchObject({ kind: 'taken_over', count: 2 })
    await server.ask('POST /families/changes/undo', { body: { change_id: taken.change_id } })
    expect((await server.ask('GET /families', { query: { search: '1614960777' } })).results).toEqual([])
  })

  test('of two who save at once one is told, and of two who delete and change nobody loses a thing unknown', async () => {
    const { id } = await addFamily(server)
    const family = await find(id)
    const answers = await Promise.all(['Amos', 'Joel'].map((name) => save(family, { name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { change_id } = await server.ask('DELETE /families', { query: { family_id: id } })
    expect((await save(await find(id).catch(() => family), { name: 'Late' })).status).toBe(404)
    await server.ask('POST /families/changes/undo', { body: { change_id } })
    expect(['Amos', 'Joel']).toContain((await find(id)).name)
  })

  test('a child who is erased takes an only family along, its adults and what was kept of them', async () => {
    const [one = 0, other = 0] = await addChildren(server, 2)
    const alone = await addFamily(server, { name: 'Solitary', children: [one] })
    const shared = await addFamily(server, { name: 'Shared', children: [one, other] })
    const split = await find(shared.id)
    await server.ask('POST /families/split', {
      body: { id: split.id, version: split.version, name: 'Parted', adults: [shared.adult], children: [one] },
    })
    await server.ask('POST /attendees/erase', { body: { attendee_id: one } })
    expect((await server.tryCall('GET /families/one', { query: { family_id: alone.id } })).status).toBe(404)
    expect((await find(shared.id)).children.map(({ id }) => id)).toEqual([other])
    expect((await server.ask('GET /families', { query: { search: 'parted' } })).results).toEqual([])
  })
})
