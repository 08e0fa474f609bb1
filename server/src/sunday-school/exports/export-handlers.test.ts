import papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addTeacher, plan } from '../../testing/build-class.ts'
import { buildPhoto } from '../../testing/build-photo.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { createPhone } from '../../testing/phone.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const ODD = '<script>alert("1")</script>'
const NOAH = {
  first_name: 'Noah',
  last_name: 'García',
  birthdate: '2018-05-03',
  parent_contact: '+34 600 123 456',
  allergies: `Nuts; =5 g ${ODD}`,
  needs: 'A ramp',
  notes: 'Sings\n- and dances',
  is_member: 1,
}
const ALL = 'contacts,birthdates,care'
const LISTS = ['/attendees/export', '/classes/roster/export', '/attendance/export']

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
  })
  beforeEach(async () => {
    await database.sql.deleteFrom('class_session').execute()
    await database.sql.deleteFrom('class_series').execute()
    await database.sql.deleteFrom('attendee').execute()
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  async function download(path: string, query: Record<string, string> = {}) {
    const response = await server.app.http.inject({
      url: `/api${path}`,
      query,
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toBe('attachment')
    return response
  }
  async function rowsOf(path: string, query: Record<string, string> = {}) {
    const { body, headers } = await download(path, query)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.startsWith('\uFEFF')).toBe(true)
    return papa.parse<string[]>(body.slice(1), { skipEmptyLines: true }).data
  }
  const add = async (child: object) => (await server.ask('POST /attendees', { body: child })).id
  const entries = async (kind: string) => (await server.ask('GET /audit', { query: { kind } })).results

  describe('the attendees', () => {
    test('come without contacts, birth dates and notes', async () => {
      const noah = await add(NOAH)
      const ruth = await add({ first_name: 'Ruth', last_name: 'Ábalos' })
      expect(await rowsOf('/attendees/export')).toEqual([
        ['Vestry ID', 'First Name', 'Last Name', 'Member'],
        [String(ruth), 'Ruth', 'Ábalos', 'No'],
        [String(noah), 'Noah', 'García', 'Yes'],
      ])
      expect(await entries('list_exported')).toMatchObject([
        { actor: ADA.email, address: '127.0.0.1', detail: 'attendees, csv, 2 rows' },
      ])
    })

    test('have each part that is asked for, and no formula', async () => {
      const id = await add(NOAH)
      expect(await rowsOf('/attendees/export', { with: 'birthdates' })).toEqual([
        ['Vestry ID', 'First Name', 'Last Name', 'Birthdate', 'Member'],
        [String(id), 'Noah', 'García', '2018-05-03', 'Yes'],
      ])
      expect(await rowsOf('/attendees/export', { with: ALL })).toEqual([
        [
          ...['Vestry ID', 'First Name', 'Last Name', 'Birthdate', 'Guardian Contact'],
          ...['Allergies', 'Needs', 'Notes', 'Member'],
        ],
        [
          ...[String(id), 'Noah', 'García', '2018-05-03', "'+34 600 123 456"],
          ...[`Nuts;' =5 g ${ODD}`, 'A ramp', "Sings\n'- and dances", 'Yes'],
        ],
      ])
      const [entry] = await entries('list_exported')
      expect(entry?.detail).toBe('attendees, contacts, birthdates, care, csv, 1 rows')
    })

    test('have headers and answers in the language asked for', async () => {
      const id = String(await add(NOAH))
      expect(await rowsOf('/attendees/export', { with: ALL, language: 'es' })).toEqual([
        [
          ...['Vestry ID', 'Nombre', 'Apellidos', 'Fecha de nacimiento', 'Contacto familiar'],
          ...['Alergias', 'Necesidades', 'Notas', 'Miembro'],
        ],
        expect.arrayContaining([id, 'Noah', 'García', 'Sí']),
      ])
      expect((await rowsOf('/classes/roster/export', { language: 'es' }))[0]).toEqual([
        'Clase',
        'Vestry ID',
        'Nombre',
        'Apellidos',
        'Miembro',
      ])
    })

    test('come as a workbook too', async () => {
      const id = await add(NOAH)
      const { rawPayload, headers } = await download('/attendees/export', { format: 'xlsx', with: ALL })
      expect(headers['content-type']).toContain('spreadsheetml.sheet')
      const [, child] = await readSheet(rawPayload)
      const { first_name, last_name, birthdate, parent_contact, allergies, needs, notes } = NOAH
      expect(child).toEqual([
        ...[String(id), first_name, last_name, birthdate, parent_contact, allergies, needs, notes, 'Yes'],
      ])
    })

    test('come all and once, by last name, then first, however many have the same', async () => {
      const keys = { search_key: '', birthdate: '', parent_contact: '', notes: '', is_member: 0, version: 1 }
      const names = Array.from({ length: 2100 }, (_, at) => [`n${at % 3}`, `l${at % 2}`] as const)
      for (let from = 0; from < names.length; from += 500) {
        const values = names.slice(from, from + 500).map(([first_name, last_name]) => ({
          ...{ ...keys, request_id: null, first_name, last_name, first_key: first_name, last_key: last_name },
        }))
        await database.sql.insertInto('attendee').values(values).execute()
      }
      const [, ...rows] = await rowsOf('/attendees/export')
      expect(new Set(rows.map(([id]) => id)).size).toBe(2100)
      const order = rows.map(([id, first, last]) => `${last} ${first} ${String(id).padStart(9, '0')}`)
      expect(order).toEqual(order.toSorted())
    })
  })

  test('a roster has a row for each class and child', async () => {
    const noah = await add(NOAH)
    const ruth = await add({ first_name: 'Ruth', last_name: 'Ábalos' })
    for (const title of ['Lambs', '=Lions']) {
      const { series_id } = await plan(server, { title })
      const attendee_ids = title === 'Lambs' ? [noah, ruth] : [noah]
      await server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
    }
    expect(await rowsOf('/classes/roster/export', { with: 'contacts' })).toEqual([
      ['Class', 'Vestry ID', 'First Name', 'Last Name', 'Guardian Contact', 'Member'],
      ['Lambs', String(ruth), 'Ruth', 'Ábalos', '', 'No'],
      ['Lambs', String(noah), 'Noah', 'García', "'+34 600 123 456", 'Yes'],
      [expect.stringMatching(/Lions$/), String(noah), 'Noah', 'García', "'+34 600 123 456", 'Yes'],
    ])
    expect((await entries('list_exported'))[0]?.detail).toBe('rosters, contacts, csv, 3 rows')
  })

  describe('the attendance', () => {
    const days = ['2026-03-01', '2026-03-08', '2026-03-15']

    async function recorded() {
      const noah = await add(NOAH)
      for (const [at, day] of days.entries()) {
        const { id: class_id } = await plan(server, { title: 'Lambs', session_datetime: `${day}T10:30:00` })
        await server.ask('POST /attendance', { body: { class_id, attendee_id: noah } })
        const [record] = await server.ask('GET /attendance', { query: { class_id } })
        if (at > 0) {
          const body = { attendance_id: record?.id, attended: at === 1, comment: at === 1 ? '=late' : '' }
          await server.ask('PUT /attendance', { body })
        }
      }
      return noah
    }

    test('has a row for each child and session, the earliest first', async () => {
      const noah = String(await recorded())
      const who = [noah, 'Noah', 'García']
      expect(await rowsOf('/attendance/export')).toEqual([
        ['Date', 'Time', 'Class', 'Vestry ID', 'First Name', 'Last Name', 'Attendance', 'Comment'],
        ['2026-03-01', '10:30', 'Lambs', ...who, 'Not recorded', ''],
        ['2026-03-08', '10:30', 'Lambs', ...who, 'Present', "'=late"],
        ['2026-03-15', '10:30', 'Lambs', ...who, 'Absent', ''],
      ])
    })

    test('is said in the language asked for', async () => {
      await recorded()
      const [headers, ...rows] = await rowsOf('/attendance/export', { language: 'es' })
      expect(headers).toEqual([
        ...['Fecha', 'Hora', 'Clase', 'Vestry ID', 'Nombre', 'Apellidos', 'Asistencia', 'Comentario'],
      ])
      expect(rows.map((cells) => cells[6])).toEqual(['Sin registrar', 'Presente', 'Ausente'])
    })

    test('is that of the days asked for, both included', async () => {
      await recorded()
      const rows = await rowsOf('/attendance/export', { from: '2026-03-08', to: '2026-03-15' })
      expect(rows.slice(1).map(([day]) => day)).toEqual(days.slice(1))
      expect((await entries('list_exported'))[0]?.detail).toBe(
        'attendance, from 2026-03-08, to 2026-03-15, csv, 2 rows',
      )
      expect(await rowsOf('/attendance/export', { to: '2026-02-28' })).toHaveLength(1)
    })

    test('comes all and once where it is long', async () => {
      await recorded()
      const { id: class_id } = await plan(server, { title: 'Many', session_datetime: '2026-04-05T10:30:00' })
      const child = { last_name: 'Many', birthdate: '', parent_contact: '', notes: '', search_key: '' }
      const keys = { request_id: null, first_key: '', last_key: '', is_member: 0, version: 1 }
      for (let part = 0; part < 5; part += 1) {
        const children = Array.from({ length: 450 }, () => ({ ...child, ...keys, first_name: 'One' }))
        const ids = await database.sql.insertInto('attendee').values(children).returning('id').execute()
        const record = { class_id, session_datetime: '2026-04-05T10:30:00', attended: 1, marked: 1 }
        const stamp = { comment: '', version: 1, changed: 0, changed_by: '' }
        await database.sql
          .insertInto('attendance')
          .values(ids.map(({ id }) => ({ ...record, ...stamp, attendee_id: id })))
          .execute()
      }
      const [, ...rows] = await rowsOf('/attendance/export')
      expect(rows).toHaveLength(2253)
      expect(new Set(rows.map(([day, , , id]) => `${day} ${id}`)).size).toBe(2253)
      const { rawPayload } = await download('/attendance/export', { format: 'xlsx' })
      expect((await readSheet(rawPayload)).slice(1).map(([day, , , id]) => `${day} ${id}`)).toEqual(
        rows.map(([day, , , id]) => `${day} ${id}`),
      )
    })
  })

  describe('a child’s data', () => {
    const page = async (id: number, language = 'en') =>
      (await download('/attendees/profile/export', { attendee_id: String(id), language })).body

    test('are one page with everything, which nothing can run in', async () => {
      const id = await add({ ...NOAH, notes: "Sings\nO'Neil" })
      const photo = buildPhoto('Noah')
      await server.ask('PUT /attendees/photo', { body: { attendee_id: id, ...photo } })
      const { id: class_id, series_id } = await plan(server, {
        title: 'Lambs & lions',
        session_datetime: '2026-03-08T10:30:00',
      })
      await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [id] } })
      await server.ask('POST /attendance', { body: { class_id, attendee_id: id } })
      const [record] = await server.ask('GET /attendance', { query: { class_id } })
      await server.ask('PUT /attendance', {
        body: { attendance_id: record?.id, attended: true, comment: `Late ${ODD}` },
      })
      await server.ask('POST /attendees/absences', {
        body: { attendee_id: id, from_day: '2026-07-01', until_day: '2026-07-05', reason: ODD },
      })
      await server.ask('POST /follow-up', {
        body: {
          ...{ request_id: crypto.randomUUID(), attendee_id: id, seen: 0, outcome: 'no_answer' },
          ...{ note: `Rang ${ODD}`, assigned_to: '', due_day: '', until_day: '' },
        },
      })
      const phone = createPhone(server)
      await phone.send(phone.comment(class_id, id, 'Sang with Zilpah'))
      const html = await page(id)
      for (const said of [
        '<h1>Noah García</h1>',
        '<dd>3 May 2018</dd>',
        '<dd>+34 600 123 456</dd>',
        '<dd>Nuts; =5 g &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</dd>',
        '<dd>Church member</dd>',
        `<img src="${photo.large}"`,
        '<li>Lambs &amp; lions</li>',
        '<td>8 March 2026, 10:30</td><td>Lambs &amp; lions</td><td>Present</td><td>Late &lt;script&gt;',
        '<td>1 July 2026</td><td>5 July 2026</td><td>',
        '<td>3 May 2026</td><td>No answer</td><td>Rang &lt;script&gt;',
        '<h2>Sent by phones, and not done as wanted</h2>',
        '<td>8 March 2026</td><td>Lambs &amp; lions</td><td></td><td>Sang with Zilpah',
      ]) {
        expect(html).toContain(said)
      }
      expect(html).not.toMatch(/<script|https?:/i)
      expect(await entries('attendee_exported')).toMatchObject([
        { actor: ADA.email, record: `attendee/${id}`, detail: null },
      ])
    })

    test('have every planned absence, however many there are', async () => {
      const attendee_id = await add(NOAH)
      const values = Array.from({ length: 150 }, (_, at) => {
        const day = new Date(Date.UTC(2020, 0, 1 + 7 * at)).toISOString().slice(0, 10)
        return { attendee_id, from_day: day, until_day: day, reason: `Away ${at}.` }
      })
      await database.sql.insertInto('planned_absence').values(values).execute()
      const html = await page(attendee_id)
      expect(values.filter(({ reason }) => !html.includes(reason))).toEqual([])
      const listed = await server.ask('GET /attendees/absences', { query: { attendee_id } })
      expect(listed.map(({ reason }) => reason)).toEqual(
        Array.from({ length: 100 }, (_, at) => `Away ${149 - at}.`),
      )
    })

    test('are in the language asked for, also of a child of whom little is known', async () => {
      const id = await add({ first_name: 'Eva', last_name: 'Luz' })
      const html = await page(id, 'es')
      expect(html).toContain('<html lang="es" dir="ltr">')
      expect(html).toContain('<dt>Alergias</dt><dd>Nada</dd>')
      expect(html).toContain('<h2>Asistencia</h2><p>Nada</p>')
      expect(html).not.toContain('<img')
    })
  })

  test('who only teaches, or sees not all children, gets no file, and nothing is written down', async () => {
    const id = await add(NOAH)
    const before = (await server.ask('GET /audit', { query: { limit: 1 } })).results[0]?.id
    await server.ask('PUT /settings/rights', { body: { group: 'Planners', rights: ['arrange'] } })
    const planner = await server.signIn(await server.addPerson('planner@vestry.test', ['Planners']))
    const last = (await server.ask('GET /audit', { query: { limit: 1 } })).results[0]?.id
    expect(last).not.toBe(before)
    const { token } = await addTeacher(server)
    const child = `/attendees/profile/export?attendee_id=${id}`
    for (const path of [...LISTS, child]) {
      for (const refused of [token, planner]) {
        const { status, body } = await server.tryCall(`GET ${path}`, { token: refused })
        expect([status, body.error]).toEqual([403, 'not_allowed'])
      }
    }
    const kinds = (await server.ask('GET /audit')).results.map(({ kind, actor }) => `${kind} ${actor}`)
    expect(kinds.filter((kind) => /exported (planner|staff)/.test(kind))).toEqual([])
  })
})
