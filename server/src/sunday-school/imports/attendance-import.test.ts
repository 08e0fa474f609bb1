import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import {
  attendanceImports,
  classesIn,
  DAY,
  file,
  mark,
  NOAH,
  recordsIn,
} from '../../testing/attendance-files.ts'
import { addChildren, addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((kind) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
    database = await openDatabase(server.config)
  })
  beforeEach(async () => {
    for (const table of ['attendee_import', 'class_series', 'attendee', 'trash'] as const) {
      await database.sql.deleteFrom(table).execute()
    }
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const { addNoah, preview, save, undo } = attendanceImports(() => server)
  const records = () => recordsIn(database)
  const classes = () => classesIn(database)

  test('a preview saves nothing; an import adds the classes that are missing to one series', async () => {
    const id = await addNoah()
    const given = file({
      marks: [
        mark(),
        mark({ day: '2026-03-08', state: 'absent', comment: 'Ill' }),
        mark({ day: '2026-03-15' }),
      ],
    })
    const planned = await preview(given)
    expect(planned.children).toEqual([{ kind: 'known', known: [{ id, ...NOAH }] }])
    expect(planned.marks.map((one) => one.kind)).toEqual(['new', 'new', 'new'])
    expect(planned.classes).toHaveLength(3)
    expect(await classes()).toEqual([])
    const saved = await save(given)
    expect(saved).toMatchObject({ added: 3, changed: 0, classes: 3, refused: [] })
    expect(await records()).toMatchObject([
      { title: 'Little lambs', session_datetime: '2026-03-01T10:00:00', attended: 1, marked: 1 },
      { session_datetime: '2026-03-08T10:00:00', attended: 0, marked: 1, comment: 'Ill' },
      { session_datetime: '2026-03-15T10:00:00', attended: 1 },
    ])
    expect(new Set((await classes()).map(({ series_id }) => series_id)).size).toBe(1)
    expect((await preview(given)).marks.map((one) => one.kind)).toEqual(['same', 'same', 'same'])
  })

  test('the same request again changes nothing, and two files at once double nothing', async () => {
    await addNoah()
    const request_id = crypto.randomUUID()
    const first = await save(file(), { request_id })
    expect(await save(file(), { request_id })).toEqual(first)
    const given = file({ marks: [mark({ day: '2026-02-01' }), mark({ day: '2026-02-08' })] })
    await Promise.all([save(given), save(given), save(given)])
    expect(await records()).toHaveLength(3)
    expect(await classes()).toHaveLength(3)
  })

  test('a class that is there is used, at its own hour, and a missing one is at the hour of the series', async () => {
    const id = await addNoah()
    const { id: class_id } = await server.ask('POST /classes', {
      body: { title: 'Little Lambs', session_datetime: '2026-03-01T09:15:00' },
    })
    await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    expect(await records()).toMatchObject([
      { attendee_id: id, session_datetime: '2026-03-01T09:15:00' },
      { attendee_id: id, session_datetime: '2026-03-08T09:15:00' },
    ])
    const [roll] = await server.ask('GET /attendance', { query: { class_id } })
    expect(roll).toMatchObject({ attendee_id: id, state: 'present' })
  })

  test('titles that differ in case alone are one class', async () => {
    await addNoah()
    const classes = ['Little lambs', 'LITTLE LAMBS']
    await save(file({ classes, marks: [mark(), mark({ class: 1, day: '2026-03-08' }), mark({ class: 1 })] }))
    expect(await records()).toHaveLength(2)
    expect(new Set((await server.ask('GET /classes/series')).map(({ id }) => id)).size).toBe(1)
  })

  test('two titles of one series at one time are two classes', async () => {
    const children = (await addChildren(server, 2)).map((id) => ({ id }))
    const { id, content } = await plan(server, {
      title: 'Lambs',
      repeat: { every: 1, weekdays: ['SU'], times: 2 },
    })
    await server.ask('PUT /classes', { body: { ...content, id, title: 'Lambs outside' } })
    const marks = [mark({ time: '10:00' }), mark({ child: 1, class: 1, time: '10:00' })]
    expect(await save(file({ children, classes: ['Lambs', 'Lambs outside'], marks }))).toMatchObject({
      added: 2,
      classes: 2,
    })
    expect(await records()).toMatchObject([
      { title: 'Lambs', attendee_id: children[0]?.id },
      { title: 'Lambs outside', attendee_id: children[1]?.id },
    ])
    expect(new Set((await classes()).map(({ series_id }) => series_id)).size).toBe(1)
  })

  describe('a child', () => {
    test('is known by its number here, by its number elsewhere, by name and birth date, or by its name alone', async () => {
      const source_id = { source: 'Person ID', id: '4711' }
      const rows = [{ ...NOAH, source_id, choice: { beside: [] } }]
      const request_id = crypto.randomUUID()
      await server.ask('POST /attendees/imports', { body: { request_id, file_name: 'people.csv', rows } })
      const [{ id = 0 } = {}] = await database.sql.selectFrom('attendee').select('id').execute()
      const other = (await server.ask('POST /attendees', { body: { ...NOAH, birthdate: '2019-01-01' } })).id
      const ruth = (await server.ask('POST /attendees', { body: { first_name: 'Ruth', last_name: 'Núñez' } }))
        .id
      const children = [
        { id },
        { source_id },
        NOAH,
        { first_name: 'RUTH', last_name: 'nunez' },
        { first_name: 'Noah', last_name: 'Garcia' },
        { ...NOAH, birthdate: '2011-11-11' },
        { first_name: 'Nobody', last_name: 'Here' },
        { source_id: { source: 'Breeze ID', id: '4711' } },
        { source_id: { source: 'personKey', id: '4711' } },
        { ...NOAH, source_id: { source: 'Breeze ID', id: '4711' } },
        // The numbers of another church's list are its own.
        { id, first_name: 'Ruth', last_name: 'Núñez' },
        { id, first_name: 'Noah', last_name: 'López' },
      ]
      const planned = await preview(file({ children }))
      expect(planned.children.map((child) => [child.kind, ...child.known.map((one) => one.id)])).toEqual([
        ['known', id],
        ['known', id],
        ['known', id],
        ['known', ruth],
        ['namesake', id, other],
        ['namesake', id, other],
        ['unknown'],
        ['unknown'],
        ['known', id],
        ['known', id],
        ['known', ruth],
        ['known', id],
      ])
    })

    test('whom nobody knows is left out, and the rest comes in', async () => {
      await addNoah()
      const children = [NOAH, { first_name: 'Nobody', last_name: 'Here' }]
      const given = file({ children, marks: [mark({ child: 1 }), mark()] })
      expect((await preview(given)).marks.map((one) => one.kind)).toEqual(['undecided', 'new'])
      expect(await save(given)).toMatchObject({ added: 1, refused: [0] })
    })
  })

  describe('a mark', () => {
    test('that stands is left alone, unless the person saw it and takes the file’s', async () => {
      const { id, attendees } = await enrolledClass(server, 1, {
        title: 'Little lambs',
        session_datetime: `${DAY}T10:00:00`,
      })
      const children = attendees.map((attendee) => ({ id: attendee }))
      const roll = async () => (await server.ask('GET /attendance', { query: { class_id: id } }))[0]
      const before = await roll()
      const given = file({ children, marks: [mark({ state: 'absent', comment: 'Ill' })] })
      const planned = await preview(given)
      expect(planned.marks).toEqual([
        { kind: 'changed', former: { state: before?.state, comment: '', version: before?.version } },
      ])
      expect(await save(given)).toMatchObject({ added: 0, changed: 0, refused: [0] })
      expect(await roll()).toEqual(before)
      const replaces = (version = 0) =>
        file({ children, marks: [{ ...mark({ state: 'absent' }), replaces: version }] })
      expect((await preview(replaces(99))).marks).toEqual([{ kind: 'error', reason: 'changed_meanwhile' }])
      expect(await save(replaces(before?.version))).toMatchObject({ changed: 1, refused: [] })
      expect(await roll()).toMatchObject({ state: 'absent' })
    })

    test.each([
      ['later', [mark({ day: '2026-05-04' })]],
      ['twice', [mark(), mark({ state: 'absent' })]],
      ['twice', [mark({ time: '10:00' }), mark({ class: 1, time: '10:00' })]],
    ] as const)('is refused: %s', async (reason, marks) => {
      await addNoah()
      const planned = await preview(file({ classes: ['Lambs', 'Sheep'], marks: [...marks] }))
      expect(planned.marks.at(-1)).toEqual({ kind: 'error', reason })
    })

    test('is refused in a class that was not held, where there are two, and at the time of another class', async () => {
      const id = await addNoah()
      const at = (title: string, time: string) =>
        server.ask('POST /classes', { body: { title, session_datetime: `${DAY}T${time}:00` } })
      const cancelled = await at('Cancelled', '08:00')
      await server.ask('PUT /classes/cancelled', { body: { class_id: cancelled.id, cancelled: true } })
      await at('Twice', '10:00')
      await at('Twice', '11:00')
      const elsewhere = await at('Elsewhere', '12:00')
      await server.ask('POST /attendance', { body: { class_id: elsewhere.id, attendee_id: id } })
      const classes = ['Cancelled', 'Twice', 'Another']
      const planned = await preview(
        file({ classes, marks: [mark(), mark({ class: 1 }), mark({ class: 2, time: '12:00' })] }),
      )
      expect(planned.marks.map(({ reason }) => reason)).toEqual([
        'not_held',
        'several_classes',
        'in_another_class',
      ])
      const exact = await preview(file({ classes, marks: [mark({ class: 1, time: '11:00' })] }))
      expect(exact.marks).toEqual([{ kind: 'new' }])
    })
  })

  test('nobody is expected on a day of long ago because a file names others then', async () => {
    const { series_id, attendees } = await enrolledClass(server, 3, { title: 'Little lambs' })
    await addNoah()
    await save(file())
    const { results } = await server.ask('GET /classes/by-date', {
      query: { includeAttendanceCount: 'true', includeTurnout: 'true' },
    })
    const imported = results.find(({ session_datetime }) => session_datetime.startsWith(DAY))
    expect(imported).toMatchObject({ series_id, attendance_count: 1 })
    expect(imported?.turnout?.expected ?? 0).toBe(0)
    expect(attendees).toHaveLength(3)
  })

  test('whoever does not arrange classes brings nothing in', async () => {
    const { token } = await addTeacher(server)
    const answer = await server.tryCall('POST /attendance/imports/preview', { body: file(), token })
    expect(answer.status).toBe(403)
  })

  test('a file that names a child or a class by no place of its lists is refused', async () => {
    const answer = await server.tryCall('POST /attendance/imports/preview', {
      body: file({ marks: [mark({ child: 7 })] }),
    })
    expect(answer).toMatchObject({ status: 400, body: { field: 'marks' } })
  })

  test('whatever a file says, the first mark of a child at a time comes in and no other, and undoing leaves nothing', async () => {
    const ids = await addChildren(server, 3)
    const children = ids.map((id) => ({ id }))
    const titles = ['Lambs', 'Sheep']
    const anyMark = fc.record({
      child: fc.integer({ min: 0, max: 2 }),
      class: fc.integer({ min: 0, max: 1 }),
      day: fc.constantFrom('2026-01-04', '2026-01-11', '2026-06-07'),
      time: fc.constantFrom('09:00', '10:00', undefined),
      state: fc.constantFrom('present' as const, 'absent' as const, 'not_recorded' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyMark, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const marks = drawn.map(({ time, ...one }) => ({ ...one, ...(time !== undefined && { time }) }))
        const given = file({ children, classes: titles, marks })
        const first = new Map<string, (typeof drawn)[number]>()
        const refused = drawn.flatMap((one, place) => {
          const key = `${one.day}T${one.time ?? '10:00'}:00 ${one.child}`
          const before = first.get(key) ?? one
          if (one.day === '2026-06-07' || before.class !== one.class || before.state !== one.state) {
            return [place]
          }
          first.set(key, before)
          return []
        })
        const expected = [...first.keys()].sort().map((key) => {
          const [session_datetime = '', child] = key.split(' ')
          const { class: at, state } = first.get(key) ?? mark()
          return {
            ...{ title: titles[at], session_datetime, attendee_id: ids[Number(child)], comment: '' },
            ...{ attended: Number(state === 'present'), marked: Number(state !== 'not_recorded') },
          }
        })
        const saved = await save(given)
        expect(saved).toMatchObject({ added: expected.length, changed: 0, refused })
        expect(await records()).toEqual(expected)
        await undo(saved.id)
        expect([await records(), await classes()]).toEqual([[], []])
      }),
      { numRuns: 30 },
    )
  })
})
