import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { applyRetention } from '../testing/apply-retention.ts'
import { addTeacher } from '../testing/build-class.ts'
import { arrivedFamily } from '../testing/door-contract.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { enrolAll, holdClass, newChild, pastHandlers } from '../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { monthsBefore } from './create-retention.ts'

const DAY = 24 * 60 * 60_000

test.each([
  ['2026-05-31', 3, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 24, '2024-01-15'],
  ['2026-01-31', 2, '2025-11-30'],
])('%s, %i months before, is %s', (day, months, expected) => {
  expect(monthsBefore(day, months)).toBe(expected)
})

eachDatabase((kind) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const applyIn = (milliseconds: number) => applyRetention(server, database, milliseconds)
  const preview = (rule: string, months: number) =>
    server.ask('GET /settings/retention/preview', { query: { rule, months } })
  const set = (rule: string, months: number, shown = 0) =>
    server.tryCall('PUT /settings/retention', { body: { rule, months, shown } })
  const trail = async (query: object) => (await server.ask('GET /audit', { query: { ...query } })).results

  /** A class of this day, and who came to it. */
  async function hold(day: string, came: readonly number[]) {
    const { id: class_id, series_id } = await holdClass(server, { session_datetime: `${day}T10:30:00` })
    const marks = came.map((attendee_id) => ({ attendee_id, state: 'present', seen: 0 }))
    await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
    return { class_id, series_id }
  }
  const addGuest = (first_name: string) =>
    server
      .ask('POST /attendees', { body: { first_name, last_name: 'Guest', is_member: 0 } })
      .then(({ id }) => id)

  test('guests who came and were not seen for so long are shown, and erased once the rule is on', async () => {
    const [old, back, called, enrolled, away, never] = (await Promise.all(
      ['Old', 'Back', 'Called', 'Enrolled', 'Away', 'Never'].map(addGuest),
    )) as [number, number, number, number, number, number]
    const adult = { first_name: 'Member', last_name: 'Guest', is_member: 1 }
    const { id: member } = await server.ask('POST /attendees', { body: adult })
    const other = await addGuest('Other')
    await hold('2024-11-03', [old, back, called, enrolled, away, member])
    await hold('2025-03-02', [other])
    const { series_id } = await hold('2026-04-05', [back])
    await enrolAll(server, series_id, [enrolled])
    await server.ask('POST /follow-up', {
      body: {
        ...{ request_id: crypto.randomUUID(), attendee_id: called, seen: 0, outcome: 'ill', note: '' },
        ...{ assigned_to: '', due_day: '', until_day: '' },
      },
    })
    const absence = { attendee_id: away, from_day: '2026-01-01', until_day: '2026-12-31', reason: '' }
    await server.ask('POST /attendees/absences', { body: absence })
    expect(await preview('guests', 12)).toEqual({
      count: 2,
      children: [
        { id: old, first_name: 'Old', last_name: 'Guest', last_seen: '2024-11-03' },
        { id: other, first_name: 'Other', last_name: 'Guest', last_seen: '2025-03-02' },
      ],
    })
    expect((await preview('guests', 18)).children).toEqual([])
    await applyIn(0)
    expect((await preview('guests', 12)).count).toBe(2)

    expect(await set('guests', 12, 1)).toMatchObject({
      status: 409,
      body: { message: 'The rule would remove more than you were shown. Look at it again first.' },
    })
    expect((await set('guests', 12, 2)).status).toBe(200)
    expect(await server.ask('GET /settings/retention')).toContainEqual({ rule: 'guests', months: 12 })
    await applyIn(0)
    expect(await preview('guests', 12)).toEqual({ count: 0, children: [] })
    const found = await database.sql
      .selectFrom('attendee')
      .select('id')
      .where('last_name', '=', 'Guest')
      .orderBy('id')
      .execute()
    const left = found.map(({ id }) => id)
    expect(left).toEqual([back, called, enrolled, away, never, member].sort((a, b) => a - b))
    expect(await trail({ limit: 3 })).toMatchObject([
      { kind: 'retention_applied', actor: null, detail: 'guests 2' },
      { kind: 'attendee_erased', actor: null, record: `attendee/${other}` },
      { kind: 'attendee_erased', actor: null, record: `attendee/${old}` },
    ])
    expect((await set('guests', 0)).status).toBe(200)
    expect(await trail({ kind: 'retention_changed' })).toMatchObject([
      { detail: 'guests 0' },
      { detail: 'guests 12' },
    ])
  })

  test('a guest whose latest visit or place on a roster lies in the trash is not erased', async () => {
    const [seen, enrolled] = [await addGuest('Seen'), await addGuest('Enrolled')]
    await hold('2023-05-07', [seen, enrolled])
    const visited = await hold('2026-04-19', [seen])
    const joined = await holdClass(server)
    await enrolAll(server, joined.series_id, [enrolled])
    await server.ask('DELETE /classes', { query: { class_id: visited.class_id, records: 1 } })
    await server.ask('DELETE /classes', { query: { class_id: joined.id } })
    expect(await preview('guests', 24)).toEqual({ count: 0, children: [] })
    await set('guests', 24, 0)
    await applyIn(0)
    await set('guests', 0)
    for (const class_id of [visited.class_id, joined.id]) {
      await server.ask('POST /trash/restore', { body: { record: `class/${class_id}` } })
    }
    const records = await server.ask('GET /attendance', { query: { class_id: visited.class_id } })
    expect(records).toMatchObject([{ attendee_id: seen, state: 'present' }])
  })

  test('many guests are erased, a few at a time', async () => {
    const guests: number[] = await Promise.all(Array.from({ length: 45 }, (_, at) => addGuest(`Crowd ${at}`)))
    await hold('2022-05-01', guests)
    const { count, children } = await preview('guests', 36)
    expect([count, children.length]).toEqual([45, 45])
    await set('guests', 36, 45)
    await applyIn(0)
    expect((await preview('guests', 36)).count).toBe(0)
    const applied = await trail({ kind: 'retention_applied', limit: 3 })
    expect(applied.map(({ detail }) => detail)).toEqual(['guests 5', 'guests 20', 'guests 20'])
    await set('guests', 0)
  })

  test('remarks go that are older, and what they were made on stays', async () => {
    const child = await newChild(server)
    const [long, lately] = [await hold('2025-01-05', [child]), await hold('2026-04-26', [child])]
    const recordOf = async ({ class_id }: { class_id: number }) =>
      (await server.ask('GET /attendance', { query: { class_id } }))[0]
    for (const held of [long, lately]) {
      const attendance_id = (await recordOf(held))?.id
      const body = { attendance_id, attended: true, comment: 'Cried' }
      await server.ask('PUT /attendance', { body })
    }
    const former = await recordOf(long)
    const absence = { attendee_id: child, from_day: '2025-02-01', until_day: '2025-02-02', reason: 'Flu' }
    await server.ask('POST /attendees/absences', { body: absence })
    expect(await preview('remarks', 12)).toEqual({ count: 2, children: [] })
    await set('remarks', 12, 2)
    await applyIn(0)
    expect(await recordOf(long)).toMatchObject({ state: 'present', comment: '' })
    expect((await recordOf(long))?.version).toBeGreaterThan(former?.version ?? 0)
    expect((await recordOf(lately))?.comment).toBe('Cried')
    const absences = await server.ask('GET /attendees/absences', { query: { attendee_id: child } })
    expect(absences).toMatchObject([{ from_day: '2025-02-01', reason: '' }])
    expect((await trail({ limit: 2 })).map(({ detail }) => detail)).toEqual(['remarks 2', 'remarks 12'])
    await set('remarks', 0)
  })

  test('entries of the audit trail go that are older', async () => {
    const before = await trail({ limit: 200 })
    expect(before.length).toBeGreaterThan(20)
    expect(await preview('audit', 3)).toEqual({ count: 0, children: [] })
    await set('audit', 3, 0)
    await applyIn(80 * DAY)
    expect(await trail({ limit: 200 })).toHaveLength(before.length + 1)
    await applyIn(100 * DAY)
    expect(await trail({ limit: 200 })).toMatchObject([{ kind: 'retention_applied' }])
    await set('audit', 0)
  })

  test('stays at the door go that are older and over, with their codes', async () => {
    const { stay, adult, class_id } = await arrivedFamily(server)
    await arrivedFamily(server)
    const body = { stay_ids: [stay.id], adult_id: adult, name: '', code: stay.code, reason: '' }
    await server.ask('POST /door/handovers', { body })
    expect(await preview('door', 1)).toEqual({ count: 0, children: [] })
    await set('door', 1, 0)
    await applyIn(20 * DAY)
    const kept = () => pastHandlers(server, (db) => db.selectFrom('stay').select(['id', 'gone_at']).execute())
    expect(await kept()).toHaveLength(2)
    await applyIn(40 * DAY)
    expect((await kept()).map(({ gone_at }) => gone_at)).toEqual([0])
    expect(await server.ask('GET /attendance', { query: { class_id } })).toHaveLength(1)
    await set('door', 0)
  })

  test('months that a rule does not offer, and whoever does not administer, are refused', async () => {
    expect(await set('audit', 24)).toMatchObject({
      status: 400,
      body: { field: 'months', message: 'months must be one of 3, 6, 12, 18 for audit.' },
    })
    const { token } = await addTeacher(server, 'Office')
    for (const call of ['GET /settings/retention', 'PUT /settings/retention']) {
      expect((await server.tryCall(call, { token })).status).toBe(403)
    }
  })
})
