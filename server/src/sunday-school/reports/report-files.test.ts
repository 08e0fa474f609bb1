import papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, addTeacher, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  async function download(path: string, query: Record<string, string>, token?: string) {
    return await server.app.http.inject({
      url: `/api/reports/${path}/export`,
      query,
      headers: { authorization: `Bearer ${token ?? (await server.signIn())}` },
    })
  }
  async function rowsOf(path: string, query: Record<string, string>) {
    const { body, statusCode } = await download(path, query)
    expect(statusCode).toBe(200)
    return papa.parse<string[]>(body.slice(1), { skipEmptyLines: true }).data
  }
  const latestEntry = async () =>
    (await server.ask('GET /audit', { query: { kind: 'list_exported' } })).results[0]?.detail

  /** A class with three on its roster: the first came, the second did not, and the third is not recorded. */
  async function held(title: string, day: string, more: object = {}) {
    const lesson = await plan(server, { title, session_datetime: `${day}T10:30:00`, ...more })
    const attendee_ids = await addChildren(server, 3)
    await server.ask('POST /classes/roster', { body: { series_id: lesson.series_id, attendee_ids } })
    const { series_id } = lesson
    await database.sql.updateTable('roster').set({ since: day }).where('series_id', '=', series_id).execute()
    const [ada = 0, ben = 0] = attendee_ids
    const marks = [
      { attendee_id: ada, state: 'present' as const, seen: 0 },
      { attendee_id: ben, state: 'absent' as const, seen: 0 },
    ]
    await server.ask('PUT /attendance/roll-call', { body: { class_id: lesson.id, marks } })
    return lesson
  }

  test('the report of attendance is a file by time and by class, in the language asked for', async () => {
    await held('=Doves', '2024-02-04')
    await plan(server, { title: 'Larks', session_datetime: '2024-03-10T10:30:00' })
    const query = { from: '2024-02-01', to: '2024-03-31', step: 'month' }
    expect(await rowsOf('attendance', query)).toEqual([
      [
        'Month',
        'Classes held',
        'Rolls taken',
        'Present',
        'Absent',
        'Not recorded',
        'Of those recorded',
        'On average',
        'Different children',
      ],
      ['2024-02', '1', '1', '1', '1', '1', '50%', '1', '1'],
      ['2024-03', '1', '0', '0', '0', '0', '–', '–', '0'],
      ['Total', '2', '1', '1', '1', '1', '50%', '1', '1'],
      ['The time before', '0', '0', '0', '0', '0', '–', '–', '0'],
    ])
    expect(await latestEntry()).toBe('attendance report, from 2024-02-01, to 2024-03-31, csv, 4 rows')
    const { rawPayload } = await download('attendance', { ...query, format: 'xlsx' })
    expect((await readSheet(rawPayload)).slice(1)).toEqual([
      ['2024-02', 1, 1, 1, 1, 1, 0.5, 1, 1],
      ['2024-03', 1, 0, 0, 0, 0, '–', '–', 0],
      ['Total', 2, 1, 1, 1, 1, 0.5, 1, 1],
      ['The time before', 0, 0, 0, 0, 0, '–', '–', 0],
    ])
    const spanish = await rowsOf('attendance', { ...query, table: 'series', language: 'es' })
    expect(spanish).toEqual([
      expect.arrayContaining(['Clase', 'Listas pasadas', 'Presentes', 'Sin registrar', 'Niños distintos']),
      ["'=Doves", '1', '1', '1', '1', '1', '50\u00a0%', '1', '1'],
      ['Larks', '1', '0', '0', '0', '0', '–', '–', '0'],
    ])
  })

  test('a register of many dates is a workbook of as many columns', async () => {
    const repeat = { every: 1, weekdays: ['SU'], times: 40 }
    const { series_id } = await held('Wrens', '2022-01-02', { repeat })
    const query = { series_id: String(series_id), from: '2022-01-01', to: '2022-12-31' }
    const [head, ada, ben] = await rowsOf('register', query)
    expect(head?.slice(0, 5)).toEqual(['Last name', 'First name', 'Came', 'Recorded', '2022-01-02 10:30'])
    expect(head).toHaveLength(44)
    expect([ada, ben].map((child) => child?.slice(2, 6))).toEqual([
      ['1', '1', 'P', '–'],
      ['0', '1', 'A', '–'],
    ])
    expect(await latestEntry()).toBe(
      `register, series ${series_id}, from 2022-01-01, to 2022-12-31, csv, 3 rows`,
    )
    const { rawPayload } = await download('register', { ...query, format: 'xlsx' })
    const [xlsxHead, xlsxAda] = await readSheet(rawPayload)
    expect(xlsxHead).toEqual(head)
    expect(xlsxAda).toEqual([...(ada?.slice(0, 2) ?? []), 1, 1, ...(ada?.slice(4) ?? [])])
  })

  test('whoever may not see a report has no file of it', async () => {
    const { token, name, sub } = await addTeacher(server)
    const own = await held('Own', '2023-05-07', { teachers: [sub] })
    const other = await held('Other', '2023-05-14')
    const days = { from: '2023-05-01', to: '2023-05-31' }
    expect(await rowsOf('teachers', days)).toEqual([
      ['Teacher', 'Classes held', 'Rolls taken'],
      [name, '1', '1'],
    ])
    expect((await download('teachers', days, token)).statusCode).toBe(403)
    const registerOf = (id: number) => download('register', { ...days, series_id: String(id) }, token)
    expect((await registerOf(other.series_id)).statusCode).toBe(403)
    expect((await registerOf(own.series_id)).statusCode).toBe(200)
    const seen = await download('attendance', { ...days, step: 'month', table: 'series' }, token)
    expect(seen.body).toContain('Own')
    expect(seen.body).not.toContain('Other')
  })
})
