import type { CallInput } from '@vestry/contract/calls/api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** The server's clock is set to the third of May, ten in the morning. */
const SUNDAYS = ['2026-04-12', '2026-04-19', '2026-04-26', '2026-05-03']
const TODAY = '2026-05-03'
const LATER = '2026-05-17'

type Entry = NonNullable<CallInput<'POST /follow-up'>['body']>

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  let hour = 0

  /** A class on the last four Sundays with one child, who was absent from the first three. */
  async function missed(given: { teachers?: string[]; contact?: string } = {}) {
    hour += 1
    const minute = `00:${String(hour).padStart(2, '0')}`
    const { id, series_id } = await holdClass(server, {
      title: `Lambs ${hour}`,
      session_datetime: `${SUNDAYS[0]}T${minute}:00`,
      repeat: { every: 1, weekdays: ['SU'], times: SUNDAYS.length },
      ...(given.teachers && { teachers: given.teachers }),
    })
    const child = await newChild(server, { last_name: `Missing ${hour}` })
    await enrolAll(server, series_id, [child])
    const mark = async (nth: number, state: 'present' | 'absent' | 'not_recorded') => {
      const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id: id + nth } })
      const seen = roll?.children.find(({ attendee_id }) => attendee_id === child)?.mark.version ?? 0
      const marks = [{ attendee_id: child, state, seen }]
      await server.ask('PUT /attendance/roll-call', { body: { class_id: id + nth, marks } })
    }
    for (const nth of [0, 1, 2]) {
      await mark(nth, 'absent')
    }
    return { id, series_id, child, mark }
  }

  const find = (attendee_id: number) => server.ask('GET /follow-up/child', { query: { attendee_id } })
  const taskOf = async (attendee_id: number) => (await find(attendee_id)).task
  const entryFor = (attendee_id: number, given: Partial<Entry> = {}): Entry => ({
    request_id: crypto.randomUUID(),
    attendee_id,
    seen: 0,
    outcome: '',
    note: '',
    assigned_to: '',
    due_day: '',
    until_day: '',
    ...given,
  })
  const write = async (attendee_id: number, given: Partial<Entry> = {}) => {
    const { entries } = await find(attendee_id)
    return await server.tryCall('POST /follow-up', {
      body: entryFor(attendee_id, { seen: entries[0]?.id ?? 0, ...given }),
    })
  }

  test('three absences in a row are asked after, with when the child was there last and whom to call', async () => {
    const { child, mark, series_id } = await missed()
    expect(await taskOf(child)).toMatchObject({
      attendee_id: child,
      series_id,
      missed: 3,
      last_present: null,
      assigned_to: null,
      due_day: '',
      entries: [],
    })
    await mark(0, 'present')
    expect(await taskOf(child)).toBeNull()
    await mark(3, 'absent')
    expect(await taskOf(child)).toMatchObject({
      missed: 3,
      last_present: expect.stringMatching(/^2026-04-12T/),
    })
    const { tasks } = await server.ask('GET /follow-up')
    expect(tasks.map(({ attendee_id }) => attendee_id)).toContain(child)
  })

  test('who comes again, even as a guest of another class, is asked after no more; a correction undoes that', async () => {
    const [one, other] = [await missed(), await missed()]
    const class_id = other.id + 2
    const { id: attendance_id } = await server.ask('POST /attendance', {
      body: { class_id, attendee_id: one.child, attended: true },
    })
    expect(await taskOf(one.child)).toBeNull()
    await server.ask('DELETE /attendance', { query: { attendance_id } })
    expect(await taskOf(one.child)).toMatchObject({ missed: 3 })
  })

  test('who is not recorded, or was known to be away, has missed nothing', async () => {
    const [open, away] = [await missed(), await missed()]
    await open.mark(1, 'not_recorded')
    expect(await taskOf(open.child)).toBeNull()
    await server.ask('POST /attendees/absences', {
      body: { attendee_id: away.child, from_day: '2026-04-19', until_day: '2026-04-20', reason: '' },
    })
    expect(await taskOf(away.child)).toBeNull()
  })

  test('no answer leaves it open, who looks after it stands beside it, and what settles it counts anew', async () => {
    const { sub, name } = await addTeacher(server)
    const { child, mark } = await missed()
    const hasty = await write(child, { outcome: 'no_answer', due_day: '0026-06-01' })
    expect(hasty).toMatchObject({ status: 400, body: { field: 'due_day' } })
    await write(child, { outcome: 'no_answer', note: 'Rang twice', assigned_to: sub, due_day: LATER })
    expect(await taskOf(child)).toMatchObject({
      assigned_to: { sub, name },
      due_day: LATER,
      entries: [{ outcome: 'no_answer', note: 'Rang twice', by: 'ada@vestry.test' }],
    })
    await write(child, { outcome: 'reached', note: 'Comes again in June' })
    expect(await taskOf(child)).toBeNull()
    await mark(3, 'absent')
    expect(await taskOf(child)).toBeNull()
    const { entries } = await find(child)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['reached', 'no_answer'])
  })

  test('who is to be left alone until a day stays in the list and off Today', async () => {
    const { child } = await missed()
    const count = async () => (await server.ask('GET /today')).office?.missing.count ?? 0
    const before = await count()
    const refused = await write(child, { outcome: 'later', until_day: TODAY })
    expect(refused).toMatchObject({ status: 400, body: { field: 'until_day' } })
    expect((await write(child, { outcome: 'later', until_day: LATER })).status).toBe(200)
    expect(await taskOf(child)).toMatchObject({ until_day: LATER })
    expect(await count()).toBe(before - 1)
    await write(child, { outcome: 'no_answer' })
    expect(await taskOf(child)).toMatchObject({ until_day: '' })
    expect(await count()).toBe(before)
  })

  test('the same entry twice is one, and of two at once the second is told to read the first', async () => {
    const { child } = await missed()
    const entry = entryFor(child, { outcome: 'no_answer' })
    const send = (body: Entry) => server.tryCall('POST /follow-up', { body })
    const same = await Promise.all([send(entry), send(entry)])
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    expect((await find(child)).entries).toHaveLength(1)
    const seen = (await find(child)).entries[0]?.id ?? 0
    const answers = await Promise.all(
      ['One', 'Two'].map((note) => send(entryFor(child, { note, seen, outcome: 'reached' }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await find(child)).entries).toHaveLength(2)
  })

  test('teachers ask after the children of their own classes, and after no others', async () => {
    const [mine, others] = [await addTeacher(server), await addTeacher(server)]
    const { child, series_id } = await missed({ teachers: [mine.sub] })
    const asks = async ({ token }: { token: string }) => {
      const { body } = await server.tryCall('GET /follow-up', { token })
      const { tasks } = body as unknown as { tasks: { attendee_id: number }[] }
      return tasks.map(({ attendee_id }) => attendee_id)
    }
    expect(await asks(mine)).toEqual([child])
    expect(await asks(others)).toEqual([])
    const { body: today } = await server.tryCall('GET /today', { token: mine.token })
    expect(today).toMatchObject({
      teaching: { missing: { count: 1, children: [{ attendee_id: child, missed: 3 }] } },
    })
    const { token } = others
    const calls = [
      server.tryCall('GET /follow-up/child', { query: { attendee_id: child }, token }),
      server.tryCall('POST /follow-up', { body: entryFor(child), token }),
      server.tryCall('PUT /classes/roster/limit', { body: { series_id, miss_limit: 0 }, token }),
    ]
    for (const { status } of await Promise.all(calls)) {
      expect(status).toBe(403)
    }
    expect(
      (await server.tryCall('POST /follow-up', { body: entryFor(child), token: mine.token })).status,
    ).toBe(200)
  })

  test('who arranges classes, and sees not all about every child, asks after the children of their own alone', async () => {
    const planner = await addTeacher(server, 'Planners')
    const [own, other] = [await missed({ teachers: [planner.sub] }), await missed()]
    await write(other.child, { note: 'Parents separated' })
    const { token } = planner
    const asked = async () => {
      const [tasks, today] = await Promise.all([
        server.tryCall('GET /follow-up', { token }),
        server.tryCall('GET /today', { token }),
      ])
      const { tasks: all } = tasks.body as unknown as { tasks: { attendee_id: number }[] }
      const { office } = today.body as unknown as { office: { missing: { count: number } } }
      const ids = all.map(({ attendee_id }) => attendee_id)
      return {
        ids: [own, other].map(({ child }) => child).filter((child) => ids.includes(child)),
        onToday: office.missing.count === all.length,
      }
    }
    await server.ask('PUT /settings/rights', { body: { group: 'Planners', rights: ['arrange'] } })
    expect(await asked()).toEqual({ ids: [own.child], onToday: true })
    const body = entryFor(other.child)
    expect((await server.tryCall('POST /follow-up', { body, token })).status).toBe(403)
    expect((await server.tryCall('POST /follow-up', { body: entryFor(own.child), token })).status).toBe(200)
    const read = (attendee_id: number) =>
      server.tryCall('GET /follow-up/child', { query: { attendee_id }, token })
    expect([(await read(other.child)).status, (await read(own.child)).status]).toEqual([403, 200])
  })

  test('the limit is the class’s own, goes on into its next term, and 0 is never', async () => {
    const { child, series_id, mark } = await missed()
    const limit = (miss_limit: number) =>
      server.tryCall('PUT /classes/roster/limit', { body: { series_id, miss_limit } })
    await limit(4)
    expect(await taskOf(child)).toBeNull()
    await mark(3, 'absent')
    expect(await taskOf(child)).toMatchObject({ missed: 4 })
    await limit(0)
    expect(await taskOf(child)).toBeNull()
    expect((await limit(1)).status).toBe(400)
    const next = await server.ask('POST /classes', {
      body: { title: 'Next term', session_datetime: '2026-09-06T10:30:00', roster_of: series_id },
    })
    const roster = await server.ask('GET /classes/roster', { query: { series_id: next.series_id } })
    expect(roster.miss_limit).toBe(0)
  })

  test('nobody is to look after it who can’t sign in', async () => {
    const { child } = await missed()
    expect(await write(child, { assigned_to: 'nobody' })).toMatchObject({
      status: 400,
      body: { field: 'assigned_to' },
    })
  })

  test('what was written goes into the trash with the child, and comes back with them', async () => {
    const { child } = await missed()
    await write(child, { outcome: 'no_answer', note: 'Rang' })
    await server.ask('DELETE /attendees', { query: { attendee_id: child } })
    expect((await server.tryCall('GET /follow-up/child', { query: { attendee_id: child } })).status).toBe(404)
    await server.ask('POST /trash/restore', { body: { record: `attendee/${child}` } })
    expect(await taskOf(child)).toMatchObject({ missed: 3, entries: [{ note: 'Rang' }] })
  })
})
