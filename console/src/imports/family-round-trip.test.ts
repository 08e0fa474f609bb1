import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../../server/src/testing/each-database.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { openFile } from './chosen-file.ts'
import { guessMapping } from './column-mapping.ts'
import { readRows } from './file-rows.ts'
import { cellsOf, isChosen, toSend, withPlans } from './preview-rows.ts'
import { readSheets } from './read-sheets.ts'

const SECRET = 'By order of the court'
const NAME = fc.constantFrom(
  'Ana',
  'Bo',
  'de la Cruz',
  "O'Neil",
  '=Sum',
  'A, B',
  '–',
  'Zoë',
  'Ana María',
  '李娜',
)
const PHONE = fc.constantFrom('', '0161 496 0000', '+44 161 496 0000', '(555) 010-2001', '5')
const EMAIL = fc.constantFrom('', 'ana@example.org', 'ANA@example.org', '=x@example.org')
const ADULT = fc.record({
  ...{ first_name: NAME, last_name: fc.oneof(fc.constant(''), NAME), phone: PHONE, email: EMAIL },
  ...{ language: fc.constant(''), collects: fc.constantFrom('yes', 'no') },
})
const CHILDREN = 4
const FAMILY = fc.record({
  name: NAME,
  adults: fc.array(ADULT, { maxLength: 4 }),
  children: fc.uniqueArray(fc.nat(CHILDREN - 1), { maxLength: 3 }),
})

eachDatabase((kind) => {
  let server: TestServer

  beforeAll(async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    server = await startTestServer({ database: kind })
    await server.ask('PUT /settings', { body: { families: true } })
  })
  beforeEach(forget)
  afterAll(async () => {
    vi.unstubAllGlobals()
    await server.destroy()
  })

  async function forget() {
    for (const { id } of (await server.ask('GET /families')).results) {
      await server.ask('DELETE /families', { query: { family_id: id } })
    }
    const children = await server.ask('GET /attendees')
    for (const { id } of 'results' in children ? children.results : []) {
      await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    }
  }
  const addChild = async (first_name: string) =>
    (await server.ask('POST /attendees', { body: { first_name, last_name: 'Ark' } })).id
  const state = async () => [
    await server.ask('GET /attendees'),
    (await server.ask('GET /families', { query: { limit: 100 } })).results,
  ]

  /** The list of children as a file, with all that it can say. */
  async function exported(format: 'csv' | 'xlsx', language = 'en') {
    const response = await server.app.http.inject({
      url: '/api/attendees/export',
      query: { format, language, with: 'contacts,birthdates,care,families' },
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(response.statusCode).toBe(200)
    return response.rawPayload
  }

  /** What the import makes of a file, as a person imports it who takes everything. */
  async function imported(file: Uint8Array<ArrayBuffer>) {
    const { table } = openFile('list', await readSheets(new Blob([file])))
    const read = readRows(table, guessMapping(table.headers, 'attendees', { families: true }), 'dmy')
    const cells = cellsOf(read)
    const plans = await server.ask('POST /attendees/imports/preview', { body: { rows: cells } })
    const rows = withPlans(read, plans)
    const all = rows.map((row) => ({ ...row, leftOut: false }))
    const chosen = cells.map((row, at) => {
      const [child] = plans[at]?.known ?? []
      return { ...row, choice: child ? { attendee_id: child.id, version: child.version } : { beside: [] } }
    })
    const body = { request_id: crypto.randomUUID(), file_name: 'list', rows: chosen }
    const saved = await server.ask('POST /attendees/imports', { body })
    return { table, rows: all, saved }
  }

  test.each([
    ['csv', 'en'],
    ['xlsx', 'es'],
  ] as const)(
    'a list with families as %s in %s changes nothing when it is imported again',
    async (format, language) => {
      const [one, two, alone] = [await addChild('Abel'), await addChild('Noé'), await addChild('Set')]
      const adults = (first_name: string) => [
        {
          ...{ first_name, last_name: 'Ark', phone: '+1 555 010 2001', email: '', language: 'Welsh' },
          collects: 'yes',
        },
        {
          first_name: 'Bob',
          last_name: 'Ark',
          phone: '',
          email: 'b@example.org',
          language: '',
          collects: 'no',
        },
      ]
      const first = { name: '=Ark', adults: adults('Eva'), children: [one, two] }
      await server.ask('POST /families', { body: first as never })
      await server.ask('POST /families', {
        body: { name: 'Zed', adults: adults('Ruth'), children: [two] } as never,
      })
      const { families } = await server.ask('GET /families/child', { query: { attendee_id: one } })
      const bars = [{ adult_id: families[0]?.adults[0]?.id ?? 0, reason: SECRET }]
      const body = { attendee_id: one, version: 0, need_detail: SECRET, bars }
      await server.ask('PUT /families/safeguarding', { body })
      const before = await state()
      const file = await exported(format, language)
      expect(file.toString('utf8')).not.toContain(SECRET)
      const { rows, saved, table } = await imported(new Uint8Array(file))
      expect(table.rows).toHaveLength(4)
      expect(table.rows[0]?.slice(-4)).toEqual([
        '+1 555 010 2001\n–',
        '–\nb@example.org',
        language === 'en' ? 'Must not collect\nNo' : 'No puede recoger\nNo',
        'Ark, Eva',
      ])
      expect(rows.map((row) => [row.kind, row.plan?.family?.kind])).toEqual([
        ...['same', 'same', 'same'].map((same) => [same, 'same']),
        ['same', undefined],
      ])
      expect(rows.filter(isChosen).length + toSend(rows).length).toBe(0)
      expect(saved).toEqual({ id: expect.any(Number), added: 0, changed: 0, refused: [] })
      expect(await state()).toEqual(before)
      expect(alone).toBeGreaterThan(two)
      const [entry] = (await server.ask('GET /audit', { query: { kind: 'list_exported' } })).results
      expect(entry?.detail).toContain('families')
      expect(entry?.detail).toContain('4 rows')
    },
  )

  test('whatever families there are, their list imported again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(FAMILY, { maxLength: 4 }), async (families) => {
        await forget()
        const ids: number[] = []
        for (const name of ['Abel', 'Noé', 'Set', 'Sem']) {
          ids.push(await addChild(name))
        }
        for (const { children, ...family } of families) {
          // A child has no more families than two; what is refused is not there.
          const body = { ...family, children: children.map((at) => ids[at]) }
          await server.tryCall('POST /families', { body })
        }
        const before = await state()
        const { saved } = await imported(new Uint8Array(await exported('csv')))
        expect(saved).toEqual({ id: expect.any(Number), added: 0, changed: 0, refused: [] })
        expect(await state()).toEqual(before)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
