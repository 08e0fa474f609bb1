import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { ImportRow } from './plan-rows.ts'

const NOAH = { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' }
const RUTH = { first_name: 'Ruth', last_name: 'Moab', birthdate: '2017-02-01' }

eachDatabase((kind) => {
  let server: TestServer
  let database: Database
  let robins: number
  let lambs: number

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
    database = await openDatabase(server.config)
  })
  beforeEach(async () => {
    for (const table of ['attendee_import', 'attendee', 'class_session', 'class_series', 'trash'] as const) {
      await database.sql.deleteFrom(table).execute()
    }
    robins = await seriesOf('Robins')
    lambs = await seriesOf('Little Lambs')
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const seriesOf = async (title: string, day = '2026-05-03') =>
    (await plan(server, { title, session_datetime: `${day}T10:30:00` })).series_id
  const preview = (rows: readonly ImportRow[]) =>
    server.ask('POST /attendees/imports/preview', { body: { rows } })
  const bringIn = async (rows: readonly ImportRow[]) => {
    const plans = await preview(rows)
    const chosen = rows.map((row, place) => {
      const [child] = plans[place]?.known ?? []
      return { ...row, choice: child ? { attendee_id: child.id, version: child.version } : { beside: [] } }
    })
    return await server.ask('POST /attendees/imports', {
      body: { request_id: crypto.randomUUID(), file_name: 'people.csv', rows: chosen },
    })
  }
  const undo = (import_id: number) => server.ask('POST /attendees/imports/undo', { body: { import_id } })
  const addChild = async (child: typeof NOAH) => (await server.ask('POST /attendees', { body: child })).id
  const enrol = (series_id: number, ...attendee_ids: number[]) =>
    server.ask('POST /classes/roster', { body: { series_id, attendee_ids } })
  const takeOff = (series_id: number, id: number) =>
    server.ask('DELETE /classes/roster', { query: { series_id, attendee_ids: id } })
  const rosterOf = async (series_id: number) =>
    (await server.ask('GET /classes/roster', { query: { series_id } })).attendees.map(
      ({ first_name }) => first_name,
    )

  test('a class in the file puts new and known children on its roster, in whatever letters it is written', async () => {
    const id = await addChild(NOAH)
    const rows = [
      { ...NOAH, class: ' ROBINS ' },
      { ...RUTH, class: 'robins' },
    ]
    const named = { rosters: [{ series_id: robins, title: 'Robins' }], no_rosters: [] }
    expect(await preview(rows)).toMatchObject([
      { kind: 'changed', known: [{ id, former: {}, enrolled: [] }], ...named },
      { kind: 'new', known: [], ...named },
    ])
    expect(await rosterOf(robins)).toEqual([])
    expect(await bringIn(rows)).toMatchObject({ added: 1, changed: 1, refused: [] })
    expect(await rosterOf(robins)).toEqual(['Noah', 'Ruth'])
    expect(await server.ask('GET /attendees', { query: { attendee_id: id } })).toMatchObject({ version: 1 })
    const { last_change } = await server.ask('GET /classes/roster', { query: { series_id: robins } })
    expect(last_change).not.toBeNull()
  })

  test('a title that no class has, or several have, puts on no roster and is said', async () => {
    await seriesOf('Robins', '2026-06-07')
    const rows = [
      { ...NOAH, class: 'Sparrows' },
      { ...RUTH, class: 'Robins' },
    ]
    expect(await preview(rows)).toMatchObject([
      { kind: 'new', rosters: [], no_rosters: [{ title: 'Sparrows', reason: 'unknown' }], errors: [] },
      { kind: 'new', rosters: [], no_rosters: [{ title: 'Robins', reason: 'several' }], errors: [] },
    ])
    expect(await bringIn(rows)).toMatchObject({ added: 2, changed: 0 })
    expect(await rosterOf(robins)).toEqual([])
  })

  test('a cell may name several classes, unless it is a title as a whole', async () => {
    const whole = await seriesOf('Robins; older')
    const rows = [
      { ...NOAH, class: 'Robins | little lambs; Robins;' },
      { ...RUTH, class: 'Robins; older' },
    ]
    await bringIn(rows)
    expect(await rosterOf(robins)).toEqual(['Noah'])
    expect(await rosterOf(lambs)).toEqual(['Noah'])
    expect(await rosterOf(whole)).toEqual(['Ruth'])
  })

  test('the same file again changes nothing, and a child on several rows goes on each roster once', async () => {
    const id = await addChild(NOAH)
    const rows = ['Robins', 'Little Lambs', 'Robins'].map((title) => ({ ...NOAH, id, class: title }))
    expect((await preview(rows)).map((row) => row.kind)).toEqual(['changed', 'changed', 'same'])
    expect(await bringIn(rows)).toMatchObject({ added: 0, changed: 1, refused: [] })
    expect(await rosterOf(robins)).toEqual(['Noah'])
    expect(await rosterOf(lambs)).toEqual(['Noah'])
    expect(await preview(rows)).toMatchObject([
      { kind: 'same', known: [{ enrolled: [robins] }] },
      { kind: 'same', known: [{ enrolled: [lambs] }] },
      { kind: 'same' },
    ])
    expect(await bringIn(rows)).toMatchObject({ added: 0, changed: 0 })
  })

  test('undoing takes off the roster whom the import put there, and new children with it', async () => {
    await enrol(robins, await addChild(NOAH))
    const known = await addChild({ ...RUTH, first_name: 'Naomi' })
    const saved = await bringIn([
      { ...NOAH, class: 'Robins' },
      { ...RUTH, class: 'Robins' },
      { ...RUTH, first_name: 'Naomi', class: 'Robins' },
    ])
    expect(saved).toMatchObject({ added: 1, changed: 1 })
    const versionOf = async () =>
      (await database.sql.selectFrom('class_series').selectAll().where('id', '=', robins).execute())[0]
        ?.roster_version
    const before = await versionOf()
    expect(await undo(saved.id)).toEqual({ removed: 1, restored: 1, kept: [] })
    expect(await undo(saved.id)).toEqual({ removed: 1, restored: 1, kept: [] })
    expect(await rosterOf(robins)).toEqual(['Noah'])
    expect(await versionOf()).not.toBe(before)
    expect(await server.ask('GET /attendees', { query: { attendee_id: known } })).toMatchObject({
      version: 1,
    })
    expect(await database.sql.selectFrom('roster_past').selectAll().execute()).toEqual([])
  })

  test('undoing leaves a child on a roster whom somebody took off and put on again by hand', async () => {
    const [noah, naomi] = [await addChild(NOAH), await addChild({ ...RUTH, first_name: 'Naomi' })]
    const saved = await bringIn([
      { ...NOAH, class: 'Robins' },
      { ...RUTH, first_name: 'Naomi', class: 'Robins' },
      { ...RUTH, class: 'Robins' },
    ])
    await takeOff(robins, noah)
    await enrol(robins, noah)
    await takeOff(robins, naomi)
    const { attendees } = await server.ask('GET /classes/roster', { query: { series_id: robins } })
    const ruth = attendees.find(({ first_name }) => first_name === 'Ruth')?.id ?? 0
    await enrol(lambs, ruth)
    expect(await undo(saved.id)).toMatchObject({ removed: 0, restored: 0, kept: [{ id: ruth }] })
    expect(await rosterOf(robins)).toEqual(['Noah'])
    expect(await rosterOf(lambs)).toEqual(['Ruth'])
  })

  test('a child that lay in the trash when the import was undone comes back on no roster of it', async () => {
    const noah = await addChild(NOAH)
    await enrol(lambs, noah)
    const saved = await bringIn([{ ...NOAH, class: 'Robins' }])
    await server.ask('DELETE /attendees', { query: { attendee_id: noah } })
    await undo(saved.id)
    await server.ask('POST /trash/restore', { body: { record: `attendee/${noah}` } })
    expect(await rosterOf(robins)).toEqual([])
    expect(await rosterOf(lambs)).toEqual(['Noah'])
  })
})
