import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/open-database.ts'
import { SqliteFile } from '../../sqlite-file.ts'
import { addChildren, addTeacher, plan } from '../../testing/build-class.ts'
import { buildPhoto } from '../../testing/build-photo.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** Each of these words occurs nowhere else in a church. */
const CHILD = {
  first_name: 'Xerxqua',
  last_name: 'Vyzklopff',
  birthdate: '2017-12-29',
  parent_contact: '0655 44731 mum@vyzklopff.example',
  allergies: 'Qumquatnuts',
  needs: 'Wheelchairqx',
  notes: 'Zwitterjay sings',
}
const TRACES = [
  ...[
    'xerxqua',
    'vyzklopff',
    '2017-12-29',
    '0655 44731',
    '65544731',
    'qumquatnuts',
    'wheelchairqx',
    'zwitterjay',
  ],
  ...['commentqy', 'reasonqz', 'followqw', 'formerqv'],
]

eachDatabase((kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
  })
  afterAll(() => server.destroy())

  const erase = (attendee_id: number, token?: string) =>
    server.tryCall('POST /attendees/erase', { body: { attendee_id }, ...(token && { token }) })
  const turnoutOf = async (class_id: number) => {
    const query = { limit: 100, includeAttendanceCount: true, includeTurnout: true }
    const { results } = await server.ask('GET /classes/by-date', { query })
    const { attendance_count, turnout } = results.find(({ id }) => id === class_id) ?? {}
    return { attendance_count, turnout }
  }
  const rollOf = async (class_id: number) =>
    (await server.ask('GET /attendance/roll-call', { query: { class_id } })).roll
  const mark = (class_id: number, attendee_id: number, state: 'present' | 'absent') =>
    server.ask('PUT /attendance/roll-call', { body: { class_id, marks: [{ attendee_id, state, seen: 0 }] } })
  const report = () =>
    server.ask('GET /reports/attendance', {
      query: { from: '2026-01-01', to: '2026-12-31', step: 'month' },
    })

  /** All of a report except how many different children came: erased children can't be told apart. */
  const tallies = ({ steps, total, before, series }: Awaited<ReturnType<typeof report>>) =>
    [...steps, total, before, ...series].map(({ children: _children, ...tally }) => tally)

  /** A child with everything that a child can have, in a class that was held and in one that was deleted since. */
  async function addKnownChild() {
    const { id } = await server.ask('POST /attendees', { body: CHILD })
    const body = { attendee_id: id, ...buildPhoto('Xerxqua') }
    await server.ask('PUT /attendees/photo', { body })
    const held = await holdClass(server, { session_datetime: '2026-03-01T10:30:00' })
    const deleted = await holdClass(server, { session_datetime: '2026-03-08T10:30:00' })
    const [other = 0] = await addChildren(server, 1)
    for (const { id: class_id, series_id } of [held, deleted]) {
      await enrolAll(server, series_id, [id, other])
      await pastHandlers(server, (db) => db.updateTable('roster').set({ since: '2026-01-01' }).execute())
      await mark(class_id, id, 'present')
      await mark(class_id, other, 'absent')
      const [record] = (await server.ask('GET /attendance', { query: { class_id } })).filter(
        ({ attendee_id }) => attendee_id === id,
      )
      await server.ask('PUT /attendance', {
        body: { attendance_id: record?.id, attended: true, comment: 'Commentqy' },
      })
    }
    await server.ask('POST /attendees/absences', {
      body: { attendee_id: id, from_day: '2026-04-01', until_day: '2026-04-02', reason: 'Reasonqz' },
    })
    await server.ask('POST /follow-up', {
      body: {
        ...{ request_id: crypto.randomUUID(), attendee_id: id, seen: 0, outcome: 'ill', note: 'Followqw' },
        ...{ assigned_to: '', due_day: '', until_day: '' },
      },
    })
    const { version } = await server.ask('PUT /attendees', { body: { id, ...CHILD, notes: 'Formerqv' } })
    await server.ask('POST /attendees/imports', {
      body: {
        ...{ request_id: crypto.randomUUID(), file_name: 'people.csv' },
        rows: [{ ...CHILD, choice: { attendee_id: id, version } }],
      },
    })
    return { id, other, held, deleted }
  }

  async function expectNoTrace(id: number) {
    const everything = await pastHandlers(server, readEverything)
    for (const trace of TRACES) {
      expect(everything.filter(([, text]) => text.includes(trace))).toEqual([])
    }
    const { small, large } = buildPhoto('Xerxqua')
    for (const picture of [small, large]) {
      expect(everything.filter(([, text]) => text.includes(picture.toLowerCase()))).toEqual([])
    }
    const { results } = await server.ask('GET /audit', { query: { record: `attendee/${id}`, limit: 1 } })
    expect(results).toMatchObject([{ kind: 'attendee_erased', subject: null, record: `attendee/${id}` }])
    for (const file of globSync('objects/**', { cwd: server.dataFolder, withFileTypes: true })) {
      const bytes = file.isFile() ? readFileSync(join(file.parentPath, file.name), 'latin1') : ''
      expect(TRACES.filter((trace) => `${file.name} ${bytes}`.toLowerCase().includes(trace))).toEqual([])
    }
  }

  test('a child is erased from every table and file, out of deleted classes too, and counts as before', async () => {
    const { id, held, deleted } = await addKnownChild()
    const counted = {
      held: await turnoutOf(held.id),
      deleted: await turnoutOf(deleted.id),
      all: await report(),
    }
    expect(counted.held).toEqual({
      attendance_count: 2,
      turnout: { expected: 2, present: 1, absent: 1, away: 0, not_recorded: 0, guests: 0 },
    })
    await server.ask('DELETE /classes', { query: { class_id: deleted.id, records: 2 } })
    expect((await pastHandlers(server, readEverything)).some(([, text]) => text.includes('vyzklopff'))).toBe(
      true,
    )

    expect(await erase(id)).toMatchObject({ status: 200, body: { message: 'Attendee successfully erased' } })
    await expectNoTrace(id)
    expect(await turnoutOf(held.id)).toEqual(counted.held)
    const roll = await rollOf(held.id)
    expect(roll?.children).toHaveLength(1)
    expect(roll?.erased).toEqual({ present: 1, absent: 0, not_recorded: 0 })
    await server.ask('POST /trash/restore', { body: { record: `class/${deleted.id}` } })
    expect(await turnoutOf(deleted.id)).toEqual(counted.deleted)
    const after = await report()
    expect(after.total.children).toBe(0)
    expect(tallies(after)).toEqual(tallies(counted.all))
    await expectNoTrace(id)

    const query = { first_name: CHILD.first_name, last_name: CHILD.last_name }
    expect(await server.ask('GET /attendees/namesakes', { query })).toEqual([])
    expect(await server.ask('GET /attendees', { query: { search: 'xerxqua' } })).toMatchObject({
      results: [],
    })
    expect(await erase(id)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('a child is erased out of the trash, and what it was recorded as counts again', async () => {
    const { id, held, deleted } = await addKnownChild()
    const counted = { held: await turnoutOf(held.id), deleted: await turnoutOf(deleted.id) }
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    await server.ask('DELETE /classes', { query: { class_id: deleted.id, records: 1 } })
    expect((await turnoutOf(held.id)).turnout?.expected).toBe(1)
    expect((await erase(id)).status).toBe(200)
    await expectNoTrace(id)
    expect(await turnoutOf(held.id)).toEqual(counted.held)
    await server.ask('POST /trash/restore', { body: { record: `class/${deleted.id}` } })
    expect(await turnoutOf(deleted.id)).toEqual(counted.deleted)
    const { results } = await server.ask('GET /trash')
    expect(results.filter(({ record }) => record === `attendee/${id}`)).toEqual([])
  })

  test('two erased children of one class add up, and an open roll learns of it', async () => {
    const { id: class_id } = await holdClass(server, { session_datetime: '2026-02-01T10:30:00' })
    const [one = 0, two = 0, three = 0] = await addChildren(server, 3)
    await mark(class_id, one, 'present')
    await mark(class_id, two, 'absent')
    await mark(class_id, three, 'present')
    const { revision } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
    for (const id of [one, two, three]) {
      await erase(id)
    }
    const after = await server.ask('GET /attendance/roll-call', { query: { class_id, since: revision } })
    expect(after.roll).toMatchObject({ children: [], erased: { present: 2, absent: 1, not_recorded: 0 } })
    expect(await turnoutOf(class_id)).toEqual({ attendance_count: 3, turnout: undefined })
    const { total } = await report()
    const token = await server.signIn()
    const linesOf = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const { payload } = await server.app.http.inject({ url: `/api${path}`, headers })
      return payload.split('\r\n')
    }
    const days = 'from=2026-02-01&to=2026-02-01'
    const exported = await linesOf(`/attendance/export?format=csv&${days}`)
    expect(exported.filter((line) => line.includes(',Erased child,'))).toEqual([
      expect.stringMatching(/^2026-02-01,10:30,.+,,Erased child,,Present,$/),
      expect.stringMatching(/Present,$/),
      expect.stringMatching(/Absent,$/),
    ])
    const { series_id } = (await rollOf(class_id)) ?? {}
    const register = await server.ask('GET /reports/register', {
      query: { series_id, from: '2026-02-01', to: '2026-02-01' },
    })
    expect(register).toMatchObject({ children: [], erased: [{ present: 2, absent: 1 }] })
    const file = await linesOf(
      `/reports/register/export?format=csv&language=en&series_id=${series_id}&${days}`,
    )
    expect(file).toContain('Erased children,,,,2 of 3')
    await server.ask('DELETE /classes', { query: { class_id, records: 3 } })
    const without = (await report()).total
    expect({ present: total.present - without.present, absent: total.absent - without.absent }).toEqual({
      present: 2,
      absent: 1,
    })
    await server.ask('POST /trash/restore', { body: { record: `class/${class_id}` } })
    expect((await report()).total).toEqual(total)
  })

  test('an erased child leaves the rosters, and is expected at no later class', async () => {
    const { id, series_id } = await plan(server, { session_datetime: '2026-06-07T10:30:00' })
    const [child = 0, other = 0] = await addChildren(server, 2)
    await enrolAll(server, series_id, [child, other])
    await erase(child)
    await mark(id, other, 'present')
    expect((await turnoutOf(id)).turnout).toMatchObject({ expected: 1, present: 1, not_recorded: 0 })
    const roster = await server.ask('GET /classes/roster', { query: { series_id } })
    expect(JSON.stringify(roster)).not.toContain(`"attendee_id":${child},`)
  })

  test('a child that was deleted in the night counts in the class of the day before, as the church has its days', async () => {
    const { id: class_id, series_id } = await holdClass(server, { session_datetime: '2026-05-02T10:30:00' })
    const [child = 0, other = 0] = await addChildren(server, 2)
    await enrolAll(server, series_id, [child, other])
    await pastHandlers(server, (db) => db.updateTable('roster').set({ since: '2026-01-01' }).execute())
    await mark(class_id, child, 'absent')
    await mark(class_id, other, 'present')
    const counted = await turnoutOf(class_id)
    expect(counted.turnout).toMatchObject({ expected: 2, present: 1, absent: 1 })
    await server.ask('DELETE /attendees', { query: { attendee_id: child } })
    // In Madrid it is the 3rd of May already.
    const deleted = Date.parse('2026-05-02T22:30:00Z')
    await pastHandlers(server, (db) =>
      db.updateTable('trash').set({ deleted }).where('record', '=', `attendee/${child}`).execute(),
    )
    await erase(child)
    expect(await turnoutOf(class_id)).toEqual(counted)
  })

  test('nobody but an administrator erases a child', async () => {
    const [id = 0] = await addChildren(server, 1)
    for (const role of ['Teachers', 'Office']) {
      const { token } = await addTeacher(server, role)
      expect((await erase(id, token)).status).toBe(403)
    }
  })
})

test('an erased child is not in the bytes of an SQLite file', async () => {
  const server = await startTestServer()
  const { id } = await server.ask('POST /attendees', { body: CHILD })
  const long = { ...CHILD, notes: 'Zwitterjay sings. '.repeat(50) }
  await server.ask('PUT /attendees', { body: { ...long, id } })
  await server.ask('DELETE /attendees', { query: { attendee_id: id } })
  await server.ask('POST /attendees/erase', { body: { attendee_id: id } })
  await server.app.close()
  const path = join(server.dataFolder, 'vestry.db')
  const bytes = readFileSync(path, 'latin1').toLowerCase()
  expect(TRACES.filter((trace) => bytes.includes(trace))).toEqual([])
  const file = new SqliteFile(path, { readOnly: true })
  const blocks = file.prepare<[], { block: Uint8Array }>('select block from attendee_trigrams_data').all()
  file.close()
  const index = blocks.map(({ block }) => Buffer.from(block).toString('latin1')).join('\n')
  expect(['xer', 'erx', 'rxq', 'vyz', 'zkl', 'pff'].filter((trigram) => index.includes(trigram))).toEqual([])
  await server.destroy()
})

/** Every row of every table as text in lower case, including those of search indexes. */
async function readEverything(db: Database['sql']): Promise<[table: string, text: string][]> {
  const isSqlite = await sql`select sqlite_version()`.execute(db).then(
    () => true,
    () => false,
  )
  const names = await sql<{ name: string }>`${sql.raw(
    isSqlite
      ? `select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')`
      : `select tablename as name from pg_tables where schemaname = current_schema()`,
  )}`.execute(db)
  const found: [string, string][] = []
  for (const { name } of names.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    for (const row of rows) {
      const text = Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      )
      found.push([name, text.join('\n').toLowerCase()])
    }
  }
  expect(found.length).toBeGreaterThan(10)
  return found
}
