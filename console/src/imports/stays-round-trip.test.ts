import type { AttendanceFile } from '@vestry/contract/calls/attendance-imports.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addTeacher } from '../../../server/src/testing/build-class.ts'
import { holdToday, takeIn } from '../../../server/src/testing/door-contract.ts'
import { eachDatabase } from '../../../server/src/testing/each-database.ts'
import { addFamily } from '../../../server/src/testing/family-contract.ts'
import { newChild } from '../../../server/src/testing/hold-classes.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { openFile } from './chosen-file.ts'
import { guessMapping } from './column-mapping.ts'
import { readMarks } from './file-marks.ts'
import { readSheets } from './read-sheets.ts'

const MINUTE = 60_000
const CHILDREN = [
  { first_name: 'Noé', last_name: "O'Neil" },
  { first_name: 'Zoë', last_name: 'de la Cruz' },
]

// What one church's door has written down goes into another one's by a file.

eachDatabase((database) => {
  let before: TestServer
  let after: TestServer

  beforeAll(async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    const open = async (now: string) => {
      const clock = createTestClock(Date.parse(now))
      const server = await startTestServer({ database, timeZone: 'Europe/Madrid', clock })
      await server.ask('PUT /settings', { body: { families: true, door: true } })
      return server
    }
    before = await open('2026-05-03T08:00:00Z')
    after = await open('2026-06-02T08:00:00Z')
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await before.destroy()
    await after.destroy()
  })

  async function exported(server: TestServer, format: 'csv' | 'xlsx', language: string) {
    const { statusCode, rawPayload } = await server.app.http.inject({
      url: '/api/door/stays/export',
      query: { format, language },
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(statusCode).toBe(200)
    return openFile('arrivals', await readSheets(new Blob([new Uint8Array(rawPayload)]))).table
  }
  async function fileOf(format: 'csv' | 'xlsx', language: string): Promise<AttendanceFile> {
    const table = await exported(before, format, language)
    const { children, classes, marks } = readMarks(
      table,
      guessMapping(table.headers, 'attendance', { families: true, stays: true }),
      'dmy',
      '',
    )
    return { children, classes, default_time: '10:00', marks: marks.map(({ line: _line, ...mark }) => mark) }
  }
  const save = (body: AttendanceFile) =>
    after.ask('POST /attendance/imports', {
      body: { request_id: crypto.randomUUID(), file_name: 'arrivals', ...body },
    })
  /** Rows of a list but for the numbers of the children, which are others here. */
  const rowsOf = async (server: TestServer) =>
    (await exported(server, 'csv', 'en')).rows.map((row) => row.toSpliced(3, 1))

  test('arrivals come in as they went out, once, and an undo takes them back', async () => {
    const { id: class_id } = await holdToday(before, { title: 'Lambs' })
    const [noe = 0, zoe = 0] = await Promise.all(CHILDREN.map((child) => newChild(before, child)))
    const { adult } = await addFamily(before, { children: [noe, zoe] })
    const { stays } = await takeIn(before, class_id, [noe, zoe], { brought_by: adult })
    const [{ id = 0, code = '' } = {}] = stays.filter(({ attendee_id }) => attendee_id === noe)
    const giveBack = { stay_ids: [id], adult_id: adult, name: '', code, reason: '' }
    before.clock.advance(20 * MINUTE)
    await before.ask('POST /door/handovers', { body: giveBack })
    before.clock.advance(20 * MINUTE)
    await takeIn(before, class_id, [noe])
    for (const child of CHILDREN) {
      await newChild(after, child)
    }
    const out = await rowsOf(before)
    expect(out).toHaveLength(3)
    const given = out.filter((row) => row[7] !== '')
    expect(given).toHaveLength(1)

    const file = await fileOf('xlsx', 'es')
    const { marks } = await after.ask('POST /attendance/imports/preview', { body: file })
    expect(marks.map(({ kind, stay }) => [kind, stay])).toEqual(
      expect.arrayContaining([
        ['new', 'new'],
        ['new', undefined],
        ['same', undefined],
      ]),
    )
    const saved = await save(file)
    expect(saved).toMatchObject({ added: 2, changed: 0, classes: 1, stays: 1, refused: [] })
    expect(await rowsOf(after)).toEqual(given.map((row) => row.with(2, '')))
    expect(await save(await fileOf('csv', 'en'))).toMatchObject({ added: 0, stays: 0, refused: [] })
    const [listed] = (await after.ask('GET /attendees/imports')).filter((one) => one.id === saved.id)
    expect(listed).toMatchObject({ added: 2, stays: 1 })
    const told = await after.ask('GET /audit', { query: { kind: 'stays_imported' } })
    expect(told.results).toMatchObject([{ detail: '1 added' }])
    expect((await after.ask('GET /door')).stays).toEqual([])

    await after.ask('POST /attendees/imports/undo', { body: { import_id: saved.id } })
    const again = await after.ask('POST /attendance/imports/preview', { body: file })
    expect(again.marks).toEqual(marks)
  })

  test('of a child who is recorded already only the stay is added, one at a time', async () => {
    const child = await newChild(after, { first_name: 'Eva', last_name: 'Arca' })
    const stay = (arrived: string, gone: string, more: object = {}) => ({
      ...{ child: 0, class: 0, day: '2026-05-10', state: 'present' as const },
      stay: {
        ...{ arrived: `2026-05-10T${arrived}:00`, gone: `2026-05-10T${gone}:00` },
        ...{ brought_by: '', arrived_by: '', gone_to: '', gone_by: '', ...more },
      },
    })
    const file = { children: [{ id: child }], classes: ['Doves'], default_time: '10:00' }
    await save({ ...file, marks: [{ child: 0, class: 0, day: '2026-05-10', state: 'present' }] })
    const given = [
      stay('10:00', '11:00'),
      stay('10:30', '11:30'),
      stay('11:30', '12:00'),
      stay('13:00', '12:30'),
    ]
    const preview = await after.ask('POST /attendance/imports/preview', { body: { ...file, marks: given } })
    expect(preview.marks.map((one) => [one.kind, one.stay])).toEqual([
      ['same', 'new'],
      ['same', 'same'],
      ['same', 'new'],
      ['same', 'impossible'],
    ])
    const saved = await Promise.all([0, 1].map(() => save({ ...file, marks: given })))
    expect(saved.map(({ added, stays }) => [added, stays]).toSorted()).toEqual([
      [0, 0],
      [0, 2],
    ])
    // What is not over yet is no stay; who is absent has none without its mark.
    const soon = { ...stay('10:00', '10:01'), day: '2026-06-02' }
    const later = [
      { ...soon, stay: { ...soon.stay, arrived: '2026-06-02T09:00:00', gone: '2026-06-02T23:00:00' } },
      { ...stay('14:00', '15:00'), state: 'absent' as const },
    ]
    const planned = await after.ask('POST /attendance/imports/preview', { body: { ...file, marks: later } })
    expect(planned.marks.map((one) => [one.kind, one.stay])).toEqual([
      ['new', 'impossible'],
      ['changed', undefined],
    ])
  })

  test('only who works at the door may say who came and went; where there is no door nothing of it counts', async () => {
    const child = await newChild(after, { first_name: 'Ida', last_name: 'Arca' })
    const times = { arrived: '2026-05-17T10:00:00', gone: '2026-05-17T11:00:00' }
    const names = { brought_by: '', arrived_by: '', gone_to: '', gone_by: '' }
    const mark = { child: 0, class: 0, day: '2026-05-17', state: 'present' as const }
    const body = {
      ...{ children: [{ id: child }], classes: ['Doves'], default_time: '10:00' },
      marks: [{ ...mark, stay: { ...times, ...names } }],
    }
    const { token } = await addTeacher(after, 'Staff')
    const preview = (given: object) =>
      after.tryCall('POST /attendance/imports/preview', { body: { ...body, ...given }, token })
    expect(await preview({})).toMatchObject({ status: 403, body: { error: 'not_allowed' } })
    expect(await preview({ marks: [mark] })).toMatchObject({ status: 200 })
    await after.ask('PUT /settings', { body: { door: false } })
    expect(await preview({})).toMatchObject({ status: 200, body: { marks: [{ kind: 'new' }] } })
    expect(await save(body)).toMatchObject({ added: 1, stays: 0 })
    await after.ask('PUT /settings', { body: { door: true } })
  })
})
