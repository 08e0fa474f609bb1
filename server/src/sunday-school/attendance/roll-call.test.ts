import type { NewMark, RollMark } from '@vestry/contract/calls/attendance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass, newChild, pastHandlers } from '../../testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const look = (class_id: number, since?: string) =>
    server.ask('GET /attendance/roll-call', { query: { class_id, ...(since && { since }) } })
  const save = (class_id: number, ...marks: NewMark[]) =>
    server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  const present = (attendee_id: number, seen = 0): NewMark => ({ attendee_id, state: 'present', seen })
  const absent = (attendee_id: number, seen = 0): NewMark => ({ attendee_id, state: 'absent', seen })
  const undo = (attendee_id: number, seen: number): NewMark => ({ attendee_id, state: 'not_recorded', seen })
  const NONE: RollMark = { state: 'not_recorded', comment: '', version: 0 }

  async function marksOf(class_id: number): Promise<Map<number, RollMark>> {
    const { roll } = await look(class_id)
    return new Map(roll?.children.map(({ attendee_id, mark }) => [attendee_id, mark]))
  }

  /** A class with this many children on its roster. */
  async function classOf(children: number) {
    const { id, series_id } = await holdClass(server)
    const ids = await addChildren(server, children)
    await enrolAll(server, series_id, ids)
    return { class_id: id, series_id, ids, one: ids[0] ?? 0, two: ids[1] ?? 0 }
  }

  test('a roll holds the roster and whoever was added, by last name, then first', async () => {
    const { id: class_id, series_id } = await holdClass(server, { title: 'Shepherds' })
    const zoe = await newChild(server, { first_name: 'Zoe', last_name: 'Álvarez' })
    const ana = await newChild(server, { first_name: 'ana', last_name: 'alvarez' })
    const guest = await newChild(server, { first_name: 'Ben', last_name: 'Baker' })
    await enrolAll(server, series_id, [zoe, ana])
    await server.ask('POST /attendance', { body: { class_id, attendee_id: guest } })
    const { roll } = await look(class_id)
    expect(roll).toMatchObject({
      class_id,
      series_id,
      title: 'Shepherds',
      session_datetime: '2026-05-03T10:30:00',
      room: '',
      notes: '',
      cancelled: false,
      teachers: [],
    })
    const child = { parent_contact: '', allergies: '', needs: '', notes: '', birthdate: null, is_member: 0 }
    expect(roll?.children).toEqual([
      { attendee_id: ana, first_name: 'ana', last_name: 'alvarez', on_roster: true, mark: NONE, ...child },
      { attendee_id: zoe, first_name: 'Zoe', last_name: 'Álvarez', on_roster: true, mark: NONE, ...child },
      {
        attendee_id: guest,
        first_name: 'Ben',
        last_name: 'Baker',
        on_roster: false,
        mark: { state: 'not_recorded', comment: '', version: expect.any(Number) },
        ...child,
      },
    ])
  })

  test('a roll names its teachers', async () => {
    const { sub } = await server.app.identity.users.create({
      email: `${crypto.randomUUID()}@vestry.test`,
      attributes: { name: 'Miriam Cohen' },
    })
    const { id } = await holdClass(server, { teachers: [sub] })
    expect((await look(id)).roll?.teachers).toEqual(['Miriam Cohen'])
  })

  test('one call marks the whole class', async () => {
    const { class_id, ids, one, two } = await classOf(3)
    const { saved, refused, message } = await save(class_id, ...ids.map((id) => present(id)))
    expect({ message, refused }).toEqual({ message: 'Attendance records updated', refused: [] })
    expect(saved.map(({ attendee_id, mark }) => [attendee_id, mark.state])).toEqual(
      ids.map((id) => [id, 'present']),
    )
    const marks = await marksOf(class_id)
    expect(saved.map(({ attendee_id }) => marks.get(attendee_id))).toEqual(saved.map(({ mark }) => mark))
    await save(class_id, absent(one, marks.get(one)?.version))
    expect((await marksOf(class_id)).get(one)).toMatchObject({ state: 'absent' })
    expect((await marksOf(class_id)).get(two)).toMatchObject({ state: 'present' })
  })

  test('500 marks go with one call', async () => {
    const { id: class_id } = await holdClass(server)
    const ids = await pastHandlers(server, async (db) => {
      const names = Array.from({ length: 500 }, (_, index) => `Many ${index}`)
      const child = {
        last_name: 'Fold',
        birthdate: '',
        parent_contact: '',
        notes: '',
        is_member: 0,
        version: 1,
      }
      const rows = await db
        .insertInto('attendee')
        .values(
          names.map((first_name) => ({
            ...child,
            first_name,
            first_key: first_name.toLowerCase(),
            last_key: 'fold',
            search_key: first_name.toLowerCase(),
          })),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    })
    expect((await save(class_id, ...ids.map((id) => present(id)))).saved).toHaveLength(500)
    const { roll } = await look(class_id)
    expect(roll?.children.filter(({ mark }) => mark.state === 'present')).toHaveLength(500)
    const versions = new Map(roll?.children.map(({ attendee_id, mark }) => [attendee_id, mark.version]))
    await save(class_id, ...ids.map((id, index) => (index % 2 ? absent : undo)(id, versions.get(id) ?? 0)))
    const again = (await look(class_id)).roll?.children.map(({ mark }) => mark.state)
    expect([again?.filter((state) => state === 'absent').length, again?.length]).toEqual([250, 500])
  })

  test('the same call again changes nothing, as after an answer that was lost', async () => {
    const { class_id, one, two } = await classOf(2)
    const marks = [present(one), absent(two)]
    const first = await save(class_id, ...marks)
    const again = await save(class_id, ...marks)
    expect(again).toEqual({ ...first, before: first.revision })
  })

  test('a mark that somebody else has changed since it was seen is refused, and the others are made', async () => {
    const { class_id, one, two } = await classOf(2)
    const theirs = await save(class_id, absent(one))
    const ours = await save(class_id, present(one), present(two))
    expect(ours.refused).toEqual([
      { attendee_id: one, reason: 'changed_meanwhile', mark: theirs.saved[0]?.mark },
    ])
    expect(ours.saved.map(({ attendee_id }) => attendee_id)).toEqual([two])
    const standing = ours.refused[0]?.mark.version ?? 0
    expect((await save(class_id, present(one, standing))).saved).toHaveLength(1)
  })

  test('a mark that was undone and made again is not the one that was seen', async () => {
    const { class_id, one } = await classOf(1)
    const seen = (await save(class_id, present(one))).saved[0]?.mark.version ?? 0
    const gone = (await save(class_id, undo(one, seen))).saved[0]?.mark.version
    await save(class_id, absent(one, gone))
    expect((await save(class_id, undo(one, seen))).refused).toMatchObject([
      { reason: 'changed_meanwhile', mark: { state: 'absent' } },
    ])
  })

  test('a child who is in another class at this time is refused, and the others are marked', async () => {
    const { class_id, one, two } = await classOf(2)
    const { id: other } = await holdClass(server, { title: 'Shepherds' })
    await save(other, present(one))
    const answer = await save(class_id, present(one), present(two))
    expect(answer.refused).toEqual([
      { attendee_id: one, reason: 'in_another_class', mark: NONE, other_class: 'Shepherds' },
    ])
    expect(answer.saved).toMatchObject([{ attendee_id: two }])
  })

  test('a mark that was made before the class was moved is refused, unless it stands already or says nothing of it', async () => {
    const { class_id, ids, one, two } = await classOf(3)
    const session_datetime = '2026-05-03T10:30:00'
    const mine = { ...present(one), session_datetime }
    expect((await save(class_id, mine)).saved).toHaveLength(1)
    await server.ask('PUT /classes', {
      body: { id: class_id, title: 'Lambs', session_datetime: '2026-05-10T10:30:00' },
    })
    const third = ids[2] ?? 0
    const late = await save(class_id, mine, { ...absent(two), session_datetime }, present(third))
    expect(late.saved.map(({ attendee_id }) => attendee_id)).toEqual([one, third])
    expect(late.refused).toEqual([{ attendee_id: two, reason: 'class_moved', mark: NONE }])
    const now = { ...absent(two), session_datetime: '2026-05-10T10:30:00' }
    expect((await save(class_id, now)).refused).toEqual([])
  })

  test('a child that is gone is refused, and the others are marked', async () => {
    const { class_id, one, two } = await classOf(2)
    await server.ask('DELETE /attendees', { query: { attendee_id: one } })
    const answer = await save(class_id, present(one), present(two))
    expect(answer.refused).toEqual([{ attendee_id: one, reason: 'not_found', mark: NONE }])
    expect(answer.saved).toMatchObject([{ attendee_id: two }])
  })

  test('a child who is not on the roster may be marked', async () => {
    const { class_id } = await classOf(1)
    const visitor = await newChild(server)
    await save(class_id, present(visitor))
    const { roll } = await look(class_id)
    expect(roll?.children.find(({ attendee_id }) => attendee_id === visitor)).toMatchObject({
      on_roster: false,
      mark: { state: 'present' },
    })
  })

  test('of several marks of one child in one call the last counts', async () => {
    const { class_id, one } = await classOf(1)
    expect((await save(class_id, present(one), absent(one))).saved).toMatchObject([
      { attendee_id: one, mark: { state: 'absent' } },
    ])
  })

  test('a mark that is taken back leaves no record of a child on the roster', async () => {
    const { class_id, one } = await classOf(1)
    const { saved } = await save(class_id, present(one))
    expect((await save(class_id, undo(one, saved[0]?.mark.version ?? 0))).saved).toEqual([
      { attendee_id: one, mark: { ...NONE, version: 3 } },
    ])
    expect(await server.ask('GET /attendance', { query: { class_id } })).toEqual([])
  })

  test('a mark that was taken back does not return with a call whose answer was lost', async () => {
    const { class_id, one, two } = await classOf(2)
    const visitor = await newChild(server)
    const call = [present(one), present(two), absent(visitor)]
    const { saved } = await save(class_id, ...call)
    await save(class_id, undo(one, saved[0]?.mark.version ?? 0))
    for (const { id, attendee_id } of await server.ask('GET /attendance', { query: { class_id } })) {
      if (attendee_id === visitor) {
        await server.ask('DELETE /attendance', { query: { attendance_id: id } })
      }
    }
    const again = await save(class_id, ...call)
    expect(again.saved.map(({ attendee_id }) => attendee_id)).toEqual([two])
    expect(again.refused).toEqual([
      { attendee_id: one, reason: 'changed_meanwhile', mark: { ...NONE, version: 3 } },
      { attendee_id: visitor, reason: 'changed_meanwhile', mark: { ...NONE, version: 4 } },
    ])
    expect((await marksOf(class_id)).get(one)).toEqual({ ...NONE, version: 3 })
    // A person who has seen that a mark was taken back may make it again.
    expect((await save(class_id, present(one, 3), absent(visitor, 4))).refused).toEqual([])
  })

  test('a mark that is taken back leaves a comment, and somebody who was added, where they are', async () => {
    const { class_id, one } = await classOf(1)
    const visitor = await newChild(server)
    await save(class_id, present(one), present(visitor))
    const records = await server.ask('GET /attendance', { query: { class_id } })
    const attendance_id = records.find(({ attendee_id }) => attendee_id === one)?.id
    await server.ask('PUT /attendance', { body: { attendance_id, attended: true, comment: 'Left early' } })
    const marks = await marksOf(class_id)
    const seen = (id: number) => marks.get(id)?.version ?? 0
    await save(class_id, undo(one, seen(one)), undo(visitor, seen(visitor)))
    const after = await marksOf(class_id)
    expect(after.get(one)).toMatchObject({ state: 'not_recorded', comment: 'Left early' })
    expect(after.get(visitor)).toMatchObject({ state: 'not_recorded' })
  })

  test('an unchanged roll is not sent again; every change of what it shows is', async () => {
    const { class_id, series_id, one } = await classOf(2)
    let known = (await look(class_id)).revision
    const record = async () => (await server.ask('GET /attendance', { query: { class_id } }))[0]?.id
    const changes: Record<string, () => Promise<unknown>> = {
      'a mark': () => save(class_id, present(one)),
      'a comment': async () =>
        server.ask('PUT /attendance', {
          body: { attendance_id: await record(), attended: true, comment: 'With a cold' },
        }),
      'a record deleted': async () =>
        server.ask('DELETE /attendance', { query: { attendance_id: await record() } }),
      'somebody added': async () =>
        server.ask('POST /attendance', { body: { class_id, attendee_id: await newChild(server) } }),
      'the roster': async () => enrolAll(server, series_id, [await newChild(server)]),
      'a name': () =>
        server.ask('PUT /attendees', { body: { id: one, first_name: 'Renamed', last_name: 'Child' } }),
      'a child deleted': () => server.ask('DELETE /attendees', { query: { attendee_id: one } }),
    }
    for (const [what, change] of Object.entries(changes)) {
      expect(await look(class_id, known), what).toEqual({ revision: known, roll: null })
      await change()
      const { revision, roll } = await look(class_id, known)
      expect(revision, what).not.toBe(known)
      expect(roll, what).not.toBe(null)
      known = revision
    }
  })

  test('a save returns the revision that it was based on and the one that it led to', async () => {
    const { class_id, one, two } = await classOf(2)
    const { revision: seen } = await look(class_id)
    const mine = await save(class_id, present(one))
    expect(mine.before).toBe(seen)
    expect(await look(class_id, mine.revision)).toEqual({ revision: mine.revision, roll: null })
    await save(class_id, present(two))
    const next = await save(class_id, absent(one, mine.saved[0]?.mark.version))
    expect(next.before).not.toBe(mine.revision)
    const idle = await save(class_id, absent(one, 0))
    expect(idle.before).toBe(idle.revision)
  })

  test.each([
    [[]],
    [[{ attendee_id: 1, state: 'late', seen: 0 }]],
    [[{ attendee_id: 1, state: 'present' }]],
    [Array.from({ length: 501 }, (_, index) => ({ attendee_id: index + 1, state: 'present', seen: 0 }))],
  ])('refuses the marks %j', async (marks) => {
    const { id: class_id } = await holdClass(server)
    const message = 'marks must be a list of 1 to 500 marks, each of attendee_id, state and seen.'
    expect(await server.tryCall('PUT /attendance/roll-call', { body: { class_id, marks } })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', field: 'marks', message },
    })
  })
})
