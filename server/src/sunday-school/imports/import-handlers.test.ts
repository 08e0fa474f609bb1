import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { GROUP_RIGHTS, type GroupRight } from '@vestry/contract/rules/rights.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, addTeacher, enrolledClass, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { pastHandlers } from '../../testing/hold-classes.ts'
import { ADA, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sweepImports } from './imports-sql.ts'
import type { ImportRow } from './plan-rows.ts'

type Planned = CallAnswer<'POST /attendees/imports/preview'>

const DAY = 24 * 60 * 60_000
const NOAH = { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' }

eachDatabase((kind) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
    database = await openDatabase(server.config)
  })
  beforeEach(async () => {
    await database.sql.deleteFrom('attendee_import').execute()
    await database.sql.deleteFrom('attendee').execute()
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const preview = (rows: readonly ImportRow[]) =>
    server.ask('POST /attendees/imports/preview', { body: { rows } })
  const save = (rows: readonly unknown[], more: object = {}) =>
    server.ask('POST /attendees/imports', {
      body: { request_id: crypto.randomUUID(), file_name: 'people.csv', rows, ...more },
    })
  const undo = (import_id: number) => server.ask('POST /attendees/imports/undo', { body: { import_id } })
  const children = () =>
    database.sql
      .selectFrom('attendee')
      .selectAll()
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ version: _version, ...row }) => row))

  /** The rows as a person sends them who accepts what is new, and of namesakes chooses the first. */
  const chosen = (rows: readonly ImportRow[], plans: Planned) =>
    rows.flatMap((row, place) => {
      const [child] = plans[place]?.known ?? []
      return plans[place]?.kind === 'error'
        ? []
        : [{ ...row, choice: child ? { attendee_id: child.id, version: child.version } : { beside: [] } }]
    })

  test('a preview saves nothing, and an import what the preview said', async () => {
    const { id } = await server.ask('POST /attendees', { body: { ...NOAH, notes: 'Sings' } })
    const rows = [
      { ...NOAH, notes: 'Dances' },
      { first_name: 'Ruth', last_name: "O'Neil", allergies: 'Nuts <5 g' },
    ]
    const before = await children()
    const plans = await preview(rows)
    expect(await children()).toEqual(before)
    expect(plans).toEqual([
      {
        kind: 'changed',
        content: { ...NOAH, notes: 'Dances' },
        known: [{ id, version: 1, ...NOAH, former: { notes: 'Sings' } }],
        errors: [],
      },
      {
        kind: 'new',
        content: { first_name: 'Ruth', last_name: 'OʼNeil', allergies: 'Nuts <5 g' },
        known: [],
        errors: [],
      },
    ])
    const saved = await save(chosen(rows, plans))
    expect(saved).toMatchObject({ added: 1, changed: 1, refused: [] })
    expect(await children()).toMatchObject([
      { id, notes: 'Dances' },
      {
        first_name: 'Ruth',
        last_name: 'OʼNeil',
        allergies: 'Nuts <5 g',
        is_member: 0,
        search_key: 'ruth oneil',
      },
    ])
    expect(await server.ask('GET /attendees', { query: { attendee_id: id } })).toMatchObject({
      version: 2,
      last_change: { by: ADA.email },
    })
    expect(await server.ask('GET /attendees/imports')).toMatchObject([
      { id: saved.id, file_name: 'people.csv', added: 1, changed: 1, undone: null },
    ])
  })

  test('the same request again changes nothing and answers the same, even at once', async () => {
    const { id } = await server.ask('POST /attendees', { body: NOAH })
    const rows = [
      { first_name: 'Ruth', last_name: 'Moab', choice: { beside: [] } },
      { ...NOAH, notes: 'x', choice: { attendee_id: id, version: 7 } },
    ]
    const more = { request_id: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => save(rows, more)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ added: 1, changed: 0, refused: [{ row: 1, kind: 'changed' }] })
    expect(await children()).toHaveLength(2)
  })

  test('what changed since the preview is left alone and said', async () => {
    const { id } = await server.ask('POST /attendees', { body: { ...NOAH, notes: 'Sings' } })
    const rows = [
      { ...NOAH, notes: 'Dances' },
      { first_name: 'Ruth', last_name: 'Moab' },
    ]
    const ready = chosen(rows, await preview(rows))
    await server.ask('PUT /attendees', { body: { id, ...NOAH, notes: 'Reads' } })
    await server.ask('POST /attendees', { body: { first_name: 'Ruth', last_name: 'Moab' } })
    const saved = await save(ready)
    expect(saved).toMatchObject({ added: 0, changed: 0 })
    expect(saved.refused).toMatchObject([
      { row: 0, kind: 'changed', known: [{ former: { notes: 'Reads' } }] },
      { row: 1, kind: 'namesake' },
    ])
    expect(await children()).toMatchObject([{ notes: 'Reads' }, { first_name: 'Ruth' }])
  })

  test('undoing leaves alone who was changed since or is in a class, and names them', async () => {
    const { id } = await server.ask('POST /attendees', { body: { ...NOAH, notes: 'Sings' } })
    const rows = [
      { ...NOAH, notes: 'Dances' },
      { first_name: 'Ada', last_name: 'Zed' },
      { first_name: 'Ben', last_name: 'Zed' },
      { first_name: 'Cid', last_name: 'Zed' },
    ]
    const saved = await save(chosen(rows, await preview(rows)))
    const added = (await children()).slice(1).map((child) => child.id)
    const { series_id } = await enrolledClass(server, 1)
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [added[0]] } })
    await server.ask('PUT /attendees', { body: { id, ...NOAH, notes: 'Reads' } })
    await server.ask('DELETE /attendees', { query: { attendee_id: added[1] } })
    const undone = await undo(saved.id)
    expect(undone).toEqual({
      removed: 1,
      restored: 0,
      kept: [
        { id, first_name: 'Noah', last_name: 'García' },
        { id: added[0], first_name: 'Ada', last_name: 'Zed' },
      ],
    })
    expect(await undo(saved.id)).toEqual(undone)
    expect(await children()).toMatchObject([{ notes: 'Reads' }, { first_name: 'Ada' }, {}])
    expect((await server.ask('GET /attendees/imports'))[0]?.undone).toBe(server.clock.now())
  })

  test('undoing forgets the numbers of another program that the import kept, and no others', async () => {
    const { id } = await server.ask('POST /attendees', { body: NOAH })
    const { first_name, last_name } = NOAH
    const numbered = (number: string) => ({
      ...{ first_name, last_name, allergies: 'Nuts' },
      source_id: { source: 'Person ID', id: number },
    })
    const take = async (row: ImportRow) => save(chosen([row], await preview([row])))
    await take(numbered('5'))
    const mistaken = await take(numbered('77'))
    await server.ask('PUT /attendees', { body: { id, ...NOAH, notes: 'Reads' } })
    await undo(mistaken.id)
    const plans = await preview([numbered('77'), numbered('5')])
    expect(plans.map((each) => each.kind)).toEqual(['namesake', 'same'])
  })

  test('a number of an import that was undone does not come back with its child out of the trash', async () => {
    const { id } = await server.ask('POST /attendees', { body: NOAH })
    const { first_name, last_name } = NOAH
    const row = { first_name, last_name, allergies: 'Nuts', source_id: { source: 'Person ID', id: '77' } }
    const mistaken = await save(chosen([row], await preview([row])))
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    await undo(mistaken.id)
    await server.ask('POST /trash/restore', { body: { record: `attendee/${id}` } })
    expect((await preview([row])).map(({ kind }) => kind)).toEqual(['namesake'])
  })

  test('undoing leaves alone who was on a roster once, and whose absence is planned', async () => {
    const rows = ['Ada', 'Ben', 'Cid'].map((first_name) => ({ first_name, last_name: 'Yew' }))
    const saved = await save(chosen(rows, await preview(rows)))
    const added = (await children()).filter((child) => child.last_name === 'Yew').map(({ id }) => id)
    const { series_id } = await enrolledClass(server, 1)
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [added[0] ?? 0] } })
    await pastHandlers(server, (db) => db.updateTable('roster').set({ since: '2026-01-04' }).execute())
    const query = { series_id, attendee_ids: String(added[0]) }
    await server.ask('DELETE /classes/roster', { query })
    const absence = { from_day: '2026-07-01', until_day: '2026-07-31', reason: '' }
    await server.ask('POST /attendees/absences', { body: { attendee_id: added[1] ?? 0, ...absence } })
    const { removed, kept } = await undo(saved.id)
    expect(removed).toBe(1)
    expect(kept.map(({ first_name }) => first_name)).toEqual(['Ada', 'Ben'])
  })

  test('undoing leaves alone whose record or place on a roster lies in the trash with a class', async () => {
    const rows = ['Recorded', 'Enrolled', 'Neither'].map((first_name) => ({ ...NOAH, first_name }))
    const saved = await save(rows.map((row) => ({ ...row, choice: { beside: [] } })))
    const [recorded, enrolled] = (await children()).map(({ id }) => id)
    const { id, series_id } = await plan(server)
    await server.ask('POST /attendance', { body: { class_id: id, attendee_id: recorded } })
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [enrolled] } })
    await server.ask('DELETE /classes', { query: { class_id: id, records: 1 } })
    const { removed, kept } = await undo(saved.id)
    expect(removed).toBe(1)
    expect(kept.map(({ first_name }) => first_name)).toEqual(['Enrolled', 'Recorded'])
    await server.ask('POST /trash/restore', { body: { record: `class/${id}` } })
    expect(await server.ask('GET /attendance', { query: { class_id: id } })).toHaveLength(1)
  })

  test('an import and its undoing leave everything as it was, whatever is in the file', async () => {
    const name = fc.constantFrom('Noah', 'Ana', 'Łuk', "O'Neil", 'Ñu', '👩‍👧 Zoë', '<b>Eve</b>', '名')
    const words = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('', ' ', '=1+1', '1/2 tablet', 'a\nb'),
    )
    const day = fc.constantFrom(undefined, '2018-05-03', '2019-01-01', '2030-01-01')
    const row = fc.record(
      {
        first_name: name,
        last_name: name,
        birthdate: day,
        notes: words,
        allergies: words,
        is_member: fc.nat(1),
      },
      { requiredKeys: ['first_name', 'last_name'] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.array(row, { minLength: 1, maxLength: 8 }),
        async (have, file) => {
          await database.sql.deleteFrom('attendee').execute()
          for (const body of have) {
            await server.tryCall('POST /attendees', { body: { ...body, birthdate: body.birthdate ?? null } })
          }
          const rows = JSON.parse(JSON.stringify(file)) as ImportRow[]
          const before = await children()
          const ready = chosen(rows, await preview(rows))
          if (ready.length > 0) {
            const { id, refused } = await save(ready)
            const { kept } = await undo(id)
            expect(kept).toEqual([])
            // Of two rows that mean the same child, the second is refused.
            expect(
              refused.every(({ errors, kind: each }) => each !== 'error' || errors[0]?.reason === 'twice'),
            ).toBe(true)
          }
          expect(await children()).toEqual(before)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a file of what is there changes nothing', async () => {
    await addChildren(server, 5)
    await server.ask('POST /attendees', {
      body: { ...NOAH, notes: 'Sings\nand dances', allergies: ' 1/2 <b>', parent_contact: '+34 600 111 222' },
    })
    const rows = (await children()).map(
      ({ id, first_name, last_name, birthdate, parent_contact, allergies, needs, notes, is_member }) => ({
        id,
        first_name,
        last_name,
        ...(birthdate !== '' && { birthdate }),
        parent_contact,
        allergies,
        needs,
        notes,
        is_member,
      }),
    )
    const before = await database.sql.selectFrom('attendee').selectAll().orderBy('id').execute()
    const plans = await preview(rows)
    expect(new Set(plans.map((plan) => plan.kind))).toEqual(new Set(['same']))
    expect(await save(chosen(rows, plans))).toMatchObject({ added: 0, changed: 0, refused: [] })
    expect(await database.sql.selectFrom('attendee').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('five thousand come in at once and go again', async () => {
    const rows = Array.from({ length: 5000 }, (_, place) => ({
      first_name: `Child ${place}`,
      last_name: `House ${place % 700}`,
      birthdate: '2018-05-03',
      notes: 'Sings in the choir, comes by bus and is fetched by a neighbour',
    }))
    const saved = await save(chosen(rows, await preview(rows)))
    expect(saved).toMatchObject({ added: 5000, refused: [] })
    expect(await undo(saved.id)).toEqual({ removed: 5000, restored: 0, kept: [] })
    expect(await children()).toEqual([])
  })

  test('a child that came back out of the trash is undone like the others, and comes back without the import too', async () => {
    const bring = async () => {
      const { id } = await save([{ ...NOAH, choice: { beside: [] } }])
      const [child] = await children()
      const attendee_id = child?.id ?? 0
      await server.ask('DELETE /attendees', { query: { attendee_id } })
      return {
        id,
        restore: () => server.ask('POST /trash/restore', { body: { record: `attendee/${attendee_id}` } }),
      }
    }
    const undone = await bring()
    await undone.restore()
    expect(await undo(undone.id)).toEqual({ removed: 1, restored: 0, kept: [] })
    const forgotten = await bring()
    await sweepImports(database.sql, server.clock.now() + 30 * DAY)
    await forgotten.restore()
    expect(await children()).toHaveLength(1)
  })

  test('an import is forgotten after thirty days, what it brought stays', async () => {
    const { id } = await save([{ ...NOAH, choice: { beside: [] } }])
    await sweepImports(database.sql, server.clock.now() + 30 * DAY - 1)
    expect(await server.ask('GET /attendees/imports')).toHaveLength(1)
    await sweepImports(database.sql, server.clock.now() + 30 * DAY)
    expect(await server.ask('GET /attendees/imports')).toEqual([])
    expect((await server.tryCall('POST /attendees/imports/undo', { body: { import_id: id } })).status).toBe(
      404,
    )
    expect(await children()).toHaveLength(1)
  })

  test('it takes the rights to arrange, to change children and to see them all', async () => {
    const { token } = await addTeacher(server)
    const hold = (rights: readonly GroupRight[]) =>
      server.ask('PUT /settings/rights', { body: { group: 'Teachers', rights: [...rights] } })
    const statuses = async () => {
      const { id } = await save([{ first_name: 'Rita', last_name: 'Rights', choice: { beside: [] } }])
      const answers = [
        await server.tryCall('GET /attendees/imports', { token }),
        await server.tryCall('POST /attendees/imports/preview', { token, body: { rows: [NOAH] } }),
        await server.tryCall('POST /attendees/imports/undo', { token, body: { import_id: id } }),
      ]
      await undo(id)
      return answers.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([403, 403, 403])
    for (const right of ['arrange', 'children', 'allChildren'] as const) {
      await hold(GROUP_RIGHTS.filter((other) => other !== right))
      expect(await statuses()).toEqual([403, 403, 403])
    }
    await hold(GROUP_RIGHTS)
    expect(await statuses()).toEqual([200, 200, 200])
  })
})
