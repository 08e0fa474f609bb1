import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** At the church, in Madrid, it is the fourth of May already. */
const CLOCK = createTestClock(Date.parse('2026-05-03T22:30:00Z'))
const TODAY = '2026-05-04'
const NOAH = { first_name: 'Noah', last_name: 'García' }

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database, clock: CLOCK })
  })
  afterAll(() => server.destroy())

  const add = (child: Record<string, unknown> = {}) =>
    server.ask('POST /attendees', { body: { ...NOAH, ...child } })
  const tryAdd = (child: Record<string, unknown>) =>
    server.tryCall('POST /attendees', { body: { ...NOAH, ...child } })
  const change = (body: { id: number } & Record<string, unknown>) =>
    server.ask('PUT /attendees', { body: { ...NOAH, ...body } })
  const find = async (attendee_id: number) => {
    const found = await server.ask('GET /attendees', { query: { attendee_id } })
    if ('results' in found) {
      throw new Error('A list was answered in place of one attendee.')
    }
    return found
  }
  const countOf = async (search: string) => {
    const page = await server.ask('GET /attendees', { query: { search } })
    return 'totalCount' in page ? page.totalCount : 0
  }

  describe('an attendee', () => {
    test('is added with what was given, and the rest empty', async () => {
      const { message, id, version } = await add({ first_name: ' Noah ' })
      expect({ message, version }).toEqual({ message: 'Attendee successfully created', version: 1 })
      expect(await find(id)).toEqual({
        ...NOAH,
        id,
        birthdate: null,
        parent_contact: '',
        allergies: '',
        needs: '',
        notes: '',
        is_member: 0,
        version: 1,
        attendance_count: 0,
        last_change: { at: server.clock.now(), by: ADA.email },
      })
    })

    test('is kept cleaned', async () => {
      const { id } = await add({
        first_name: "<script>alert(1)</script>O'Malley 👧",
        last_name: 'Łuk\u200basz; DROP TABLE attendee--',
        birthdate: '',
        parent_contact: 'Ana <ana@example.org> ana@example.org',
        notes: 'Nuts & milk:\n none\r\nGive 1/2 tablet at 11:30, no milk/eggs',
        is_member: 1,
      })
      expect(await find(id)).toMatchObject({
        first_name: 'OʼMalley',
        last_name: 'Łukasz DROP TABLE attendee--',
        birthdate: null,
        parent_contact: 'Ana ana@example.org',
        notes: 'Nuts milk\nnone\nGive 1-2 tablet at 11.30, no milk eggs',
        is_member: 1,
      })
    })

    test('keeps allergies and needs as they were typed, but for control characters', async () => {
      const allergies = " Nuts & milk/eggs <5 g, O'Neill's list\n1/2 tablet at 11:30 👧🏽 <b>!</b>"
      const { id } = await add({ allergies: `${allergies}\u0007\u001b`, needs: ' \n ' })
      expect(await find(id)).toMatchObject({ allergies, needs: '' })
      const longest = '<'.repeat(500)
      await change({ id, allergies: longest, needs: longest })
      expect(await find(id)).toMatchObject({ allergies: longest, needs: longest })
    })

    test('keeps allergies and needs that a change leaves out, and loses them when it says so', async () => {
      const { id } = await add({ allergies: 'Nuts', needs: 'Hearing aid', notes: 'Sings' })
      await change({ id, version: 1 })
      expect(await find(id)).toMatchObject({ allergies: 'Nuts', needs: 'Hearing aid', notes: '', version: 2 })
      expect(await change({ id })).toMatchObject({ version: 2 })
      await change({ id, allergies: '', needs: null })
      expect(await find(id)).toMatchObject({ allergies: '', needs: '', version: 3 })
    })

    test('is added once by the same call, however often it comes', async () => {
      const request_id = crypto.randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => add({ last_name: 'Twentyfold', request_id })),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await add({ last_name: 'Twentyfold', request_id: request_id.toUpperCase() })).toEqual(answers[0])
      expect(await countOf('twentyfold')).toBe(1)
    })

    test('is added twice by two calls', async () => {
      await Promise.all([add({ last_name: 'Twofold' }), add({ last_name: 'Twofold' })])
      expect(await countOf('twofold')).toBe(2)
    })

    test('is changed, and what is left out becomes empty', async () => {
      const { id } = await add({
        birthdate: '2018-02-28',
        notes: 'Sings',
        parent_contact: '600',
        is_member: 1,
      })
      expect(await change({ id, version: 1, last_name: 'Pérez' })).toEqual({
        message: 'Attendee successfully updated',
        id,
        version: 2,
      })
      expect(await find(id)).toEqual({
        ...NOAH,
        id,
        last_name: 'Pérez',
        birthdate: null,
        parent_contact: '',
        allergies: '',
        needs: '',
        notes: '',
        is_member: 0,
        version: 2,
        attendance_count: 0,
        last_change: { at: server.clock.now(), by: ADA.email },
      })
    })

    test('keeps its version when nothing is changed, even by somebody who saw an older one', async () => {
      const { id } = await add({ notes: 'Sings' })
      await change({ id, notes: 'Dances' })
      expect(await change({ id, notes: ' Dances ', version: 1 })).toMatchObject({ version: 2 })
    })

    test('is not changed by somebody who saw an older one', async () => {
      const { id } = await add()
      await change({ id, version: 1, notes: 'Sings' })
      const { status, body } = await server.tryCall('PUT /attendees', {
        body: { ...NOAH, id, version: 1, notes: 'Dances' },
      })
      expect({ status, error: body.error }).toEqual({ status: 409, error: 'changed_meanwhile' })
      expect(await find(id)).toMatchObject({ notes: 'Sings', version: 2 })
    })

    test('that two change at once is changed by one of them', async () => {
      const { id } = await add()
      const answers = await Promise.all(
        ['Sings', 'Dances'].map((notes) =>
          server.tryCall('PUT /attendees', { body: { ...NOAH, id, version: 1, notes } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    test('is not born after today', async () => {
      const { id } = await add({ birthdate: TODAY })
      const refusal = {
        status: 400,
        body: {
          error: 'invalid_request',
          message: 'birthdate must not be later than today.',
          field: 'birthdate',
        },
      }
      expect(await tryAdd({ birthdate: '2026-05-05' })).toMatchObject(refusal)
      const body = { ...NOAH, id, birthdate: '9999-12-31' }
      expect(await server.tryCall('PUT /attendees', { body })).toMatchObject(refusal)
    })

    test.each([
      ['first_name', '<script>alert(1)</script>'],
      ['first_name', '   '],
      // In the form in which it is kept, each of these letters becomes two.
      ['first_name', '\u0958'.repeat(61)],
      ['first_name', '👧'],
      ['last_name', '\u3164'],
      ['last_name', "''"],
      ['last_name', 'a\u0000b'],
      ['last_name', 'a\ud800'],
      ['last_name', 'a'.repeat(121)],
      ['last_name', null],
      ['birthdate', '2018-02-30'],
      ['birthdate', '28/02/2018'],
      ['parent_contact', 'a'.repeat(201)],
      ['allergies', 'a'.repeat(501)],
      ['allergies', 7],
      ['needs', '\ud800'],
      ['needs', 'a\u0000'],
      ['notes', '\udc00'],
      ['notes', 7],
      ['is_member', 2],
      ['is_member', '1'],
      ['request_id', 'x'],
    ])('with a %s of %j is refused, and nothing is saved', async (field, value) => {
      const { status, body } = await tryAdd({ notes: 'Refused', [field]: value })
      expect({ status, error: body.error, field: body.field }).toEqual({
        status: 400,
        error: 'invalid_request',
        field,
      })
    })

    test.each(['김', '恵', 'ﷺ', 'ẞ', '𞥃'])('may have the longest names and contact of %s', async (letter) => {
      const name = letter.repeat(120 / letter.length)
      const contact = letter.repeat(200 / letter.length)
      const { id } = await add({ first_name: name, last_name: name, parent_contact: contact })
      expect(await find(id)).toMatchObject({ first_name: name, last_name: name, parent_contact: contact })
    })

    test.each(['abc', '0', '-1', '1.5', '1e3', '', '99999999999', '1 or 1=1'])(
      'is not looked for with an id of %j',
      async (attendee_id) => {
        for (const call of ['GET /attendees', 'DELETE /attendees']) {
          const { status, body } = await server.tryCall(call, { query: { attendee_id } })
          expect({ status, field: body.field }).toEqual({ status: 400, field: 'attendee_id' })
        }
      },
    )

    test('that does not exist is not found', async () => {
      const expected = {
        status: 404,
        body: { error: 'not_found', message: 'There is no such attendee; it may have been deleted.' },
      }
      const query = { attendee_id: 2 ** 31 - 1 }
      expect(await server.tryCall('GET /attendees', { query })).toMatchObject(expected)
      expect(await server.tryCall('DELETE /attendees', { query })).toMatchObject(expected)
      const body = { ...NOAH, id: query.attendee_id }
      expect(await server.tryCall('PUT /attendees', { body })).toMatchObject(expected)
    })
  })

  describe('an attendee who is deleted', () => {
    test('is gone from classes and rosters, and open roll calls notice it', async () => {
      const { id: class_id, series_id } = await server.ask('POST /classes', {
        body: { title: 'Lambs', session_datetime: '2026-05-10T10:00:00' },
      })
      const { id: attended } = await add({ first_name: 'Mia' })
      const { id: enrolled } = await add({ first_name: 'Lea' })
      await server.ask('POST /attendance', { body: { class_id, attendee_id: attended, attended: true } })
      await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [enrolled] } })
      expect((await find(attended)).attendance_count).toBe(1)
      const roll = (since?: string) =>
        server.ask('GET /attendance/roll-call', { query: { class_id, ...(since && { since }) } })
      let { revision } = await roll()
      for (const attendee_id of [attended, enrolled]) {
        expect(await server.ask('DELETE /attendees', { query: { attendee_id } })).toEqual({
          message: 'Attendee successfully deleted',
        })
        const after = await roll(revision)
        expect(after.roll).not.toBeNull()
        revision = after.revision
      }
      expect((await roll()).roll?.children).toEqual([])
      expect(await server.ask('GET /attendance', { query: { class_id } })).toEqual([])
      expect((await server.ask('GET /classes/roster', { query: { series_id } })).attendees).toEqual([])
    })
  })

  describe('namesakes', () => {
    const namesakes = async (first_name: string, last_name: string) => {
      const found = await server.ask('GET /attendees/namesakes', { query: { first_name, last_name } })
      return found.map((child) => `${child.first_name} ${child.last_name}`)
    }

    test('have the same name, without regard to case, accents and signs', async () => {
      await add({ first_name: 'Ana-María', last_name: "D'Ángelo" })
      await add({ first_name: 'ana maria', last_name: 'dangelo' })
      await add({ first_name: 'Ana', last_name: 'María D’Angelo' })
      expect(await namesakes('ANA MARÍA', 'd’angelo')).toEqual(['Ana-María DʼÁngelo', 'ana maria dangelo'])
      expect(await namesakes('Ana', 'Angelo')).toEqual([])
    })

    test('are at most ten', async () => {
      for (let child = 0; child < 12; child += 1) {
        await add({ last_name: 'Many' })
      }
      expect(await namesakes('noah', 'many')).toHaveLength(10)
    })
  })
})
