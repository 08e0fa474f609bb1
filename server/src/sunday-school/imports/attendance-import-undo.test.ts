import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { addChildren, enrolledClass } from '../../testing/build-class.ts'
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
  const earliestClass = async () => {
    const session = database.sql.selectFrom('class_session').select('id').orderBy('session_datetime')
    return (await session.executeTakeFirstOrThrow()).id
  }

  test('restores every byte, and takes the classes that came with it', async () => {
    const { attendees } = await enrolledClass(server, 2, {
      title: 'Little lambs',
      session_datetime: `${DAY}T10:00:00`,
    })
    const state = async () => [await records(), await classes()]
    const before = await state()
    const children = attendees.map((id) => ({ id }))
    const standing = await preview(file({ children, marks: [mark({ state: 'absent' })] }))
    const marks = [
      mark({ state: 'absent', comment: 'Ill', replaces: standing.marks[0]?.former?.version ?? 0 }),
      mark({ day: '2025-01-05' }),
      mark({ day: '2025-01-05', child: 1, class: 1, time: '12:00' }),
    ]
    const { id } = await save(file({ children, classes: ['Little lambs', 'Choir'], marks }))
    expect(await records()).toHaveLength(4)
    expect(await undo(id)).toEqual({ removed: 2, restored: 1, kept: [] })
    expect(await state()).toEqual(before)
    expect(await undo(id)).toMatchObject({ removed: 2, restored: 1 })
  })

  test('leaves alone what was changed since, and names it', async () => {
    const child = await addNoah()
    const { id } = await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    const [session] = await database.sql
      .selectFrom('class_session')
      .selectAll()
      .orderBy('session_datetime')
      .execute()
    const [record] = await server.ask('GET /attendance', { query: { class_id: session?.id ?? 0 } })
    await server.ask('PUT /attendance', { body: { attendance_id: record?.id ?? 0, attended: false } })
    const { birthdate: _, ...name } = NOAH
    expect(await undo(id)).toEqual({ removed: 1, restored: 0, kept: [{ id: child, ...name }] })
    expect(await records()).toMatchObject([{ session_datetime: `${DAY}T10:00:00`, attended: 0 }])
    expect(await classes()).toHaveLength(1)
  })

  test.each(['roster', 'roster_past'] as const)('leaves a series its %s, with its classes', async (table) => {
    const attendee_id = await addNoah()
    const { id } = await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    const [{ series_id = 0 } = {}] = await classes()
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [attendee_id] } })
    if (table === 'roster_past') {
      await database.sql.updateTable('roster').set({ since: '2026-01-01' }).execute()
      await server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: attendee_id } })
    }
    const deletions = async () =>
      (await server.ask('GET /audit', { query: { kind: 'class_deleted', limit: 200 } })).results
    const before = await deletions()
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await records()).toEqual([])
    expect(await classes()).toMatchObject([{ series_id }, { series_id }])
    expect(await database.sql.selectFrom(table).select(['series_id', 'attendee_id']).execute()).toEqual([
      { series_id, attendee_id },
    ])
    expect(await deletions()).toEqual(before)
  })

  test('leaves a class in the trash what it needs to come back', async () => {
    await addNoah()
    const { id } = await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    const [[session], [record]] = [await classes(), await records()]
    const series = () => database.sql.selectFrom('class_series').select(['id', 'title']).execute()
    const before = await series()
    const class_id = await earliestClass()
    await server.ask('DELETE /classes', { query: { class_id, records: 1 } })
    expect(await undo(id)).toEqual({ removed: 1, restored: 0, kept: [] })
    expect([await classes(), await series()]).toEqual([[], []])
    const restored = await server.tryCall('POST /trash/restore', { body: { record: `class/${class_id}` } })
    expect(restored.status).toBe(200)
    expect([await classes(), await records(), await series()]).toEqual([[session], [record], before])
  })

  test('leaves a class that an erased child counts in', async () => {
    await addNoah()
    const { id } = await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    const [ruth = 0] = await addChildren(server, 1)
    const class_id = await earliestClass()
    await server.ask('POST /attendance', { body: { class_id, attendee_id: ruth } })
    await server.ask('POST /attendees/erase', { body: { attendee_id: ruth } })
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await classes()).toMatchObject([{ session_datetime: `${DAY}T10:00:00` }])
    expect(await database.sql.selectFrom('erased_tally').select(['class_id', 'records']).execute()).toEqual([
      { class_id, records: 1 },
    ])
  })

  test('leaves a class in which a child in the trash was recorded since', async () => {
    await addNoah()
    const { id } = await save(file({ marks: [mark(), mark({ day: '2026-03-08' })] }))
    const [ruth = 0] = await addChildren(server, 1)
    const class_id = await earliestClass()
    await server.ask('POST /attendance', { body: { class_id, attendee_id: ruth } })
    await server.ask('DELETE /attendees', { query: { attendee_id: ruth } })
    expect(await undo(id)).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await classes()).toMatchObject([{ session_datetime: `${DAY}T10:00:00` }])
    await server.ask('POST /trash/restore', { body: { record: `attendee/${ruth}` } })
    expect(await records()).toMatchObject([{ attendee_id: ruth, session_datetime: `${DAY}T10:00:00` }])
  })

  test('lets the same request be sent again, as a new import', async () => {
    await addNoah()
    const request_id = crypto.randomUUID()
    const { id } = await save(file(), { request_id })
    await undo(id)
    const again = await save(file(), { request_id })
    expect([again.added, again.id === id]).toEqual([1, false])
    expect(await records()).toHaveLength(1)
    expect(await save(file(), { request_id })).toMatchObject({ id: again.id })
  })

  test('takes a class whose only imported child lies in the trash', async () => {
    const noah = await addNoah()
    const { id } = await save(file())
    await server.ask('DELETE /attendees', { query: { attendee_id: noah } })
    await undo(id)
    expect(await classes()).toEqual([])
  })
})
