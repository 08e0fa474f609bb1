import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { ImportRow } from './plan-rows.ts'

const KATIE = { first_name: 'Katie', last_name: 'Sample', birthdate: '2018-02-28', family: '77' }
const LEO = { first_name: 'Leo', last_name: 'Sample', birthdate: '2016-02-29', family: '77' }
const PAT = {
  ...{ first_name: 'Pat', last_name: 'Sample', family: '77', adult: 'yes' as const },
  parent_contact: '(555) 010-2001 pat@example.org',
}
const ADULT = {
  ...{ first_name: 'Pat', last_name: 'Sample', phone: '(555) 010-2001', email: 'pat@example.org' },
  ...{ language: '', collects: 'yes' },
}

eachDatabase((kind) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: kind })
    database = await openDatabase(server.config)
    await server.ask('PUT /settings', { body: { families: true } })
  })
  beforeEach(async () => {
    for (const table of ['attendee_import', 'family_change', 'family', 'attendee'] as const) {
      await database.sql.deleteFrom(table).execute()
    }
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  /** Imports rows as a person does who takes everything. */
  async function take(rows: readonly ImportRow[], request_id: string = crypto.randomUUID()) {
    const plans = await server.ask('POST /attendees/imports/preview', { body: { rows } })
    const chosen = rows.map((row, place) => {
      const [child] = plans[place]?.known ?? []
      return { ...row, choice: child ? { attendee_id: child.id, version: child.version } : { beside: [] } }
    })
    const body = { request_id, file_name: 'people.csv', rows: chosen }
    const save = () => server.ask('POST /attendees/imports', { body })
    return { plans, save, saved: await save() }
  }
  const undo = (import_id: number) => server.ask('POST /attendees/imports/undo', { body: { import_id } })
  const families = async () => (await server.ask('GET /families')).results
  const children = async () => {
    const page = await server.ask('GET /attendees')
    return 'totalCount' in page ? page.totalCount : undefined
  }
  const kinds = async () => (await server.ask('GET /audit')).results.map((entry) => entry.kind).slice(0, 4)

  test('a household becomes a family with its adults, who are in no list of children', async () => {
    const { saved, save } = await take([KATIE, PAT, LEO])
    expect(saved).toMatchObject({ added: 2, changed: 0, families: 1, refused: [] })
    expect(await save()).toEqual(saved)
    expect(await families()).toMatchObject([
      {
        name: 'Sample',
        adults: [ADULT],
        children: [{ first_name: 'Leo' }, { first_name: 'Katie' }],
      },
    ])
    expect(await children()).toBe(2)
    expect(await kinds()).toContain('family_added')
  })

  test('the same file again changes nothing', async () => {
    const rows = [KATIE, PAT, LEO]
    await take(rows)
    const before = await families()
    const { plans, saved } = await take(rows)
    expect(plans.map((plan) => [plan.kind, plan.family?.kind])).toEqual([
      ['same', 'same'],
      ['adult', 'same'],
      ['same', 'same'],
    ])
    expect(saved).toMatchObject({ added: 0, changed: 0, refused: [] })
    expect(await families()).toEqual(before)
  })

  test('undoing takes away the family that it made and restores the one that it filled', async () => {
    const first = await take([KATIE])
    const former = (await families())[0]
    const second = await take([KATIE, PAT, LEO, { ...LEO, first_name: 'Zoe', family: '78' }])
    expect(second.saved).toMatchObject({ added: 2, families: 2 })
    expect(await undo(second.saved.id)).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await families()).toEqual([{ ...former, version: 3 }])
    expect(await undo(second.saved.id)).toEqual({ removed: 2, restored: 0, kept: [] })
    // What it made stays, since the second import has changed it and taken that back.
    expect(await undo(first.saved.id)).toMatchObject({
      ...{ removed: 0, kept: [{ first_name: 'Katie' }], kept_families: [{ name: 'Sample' }] },
    })
  })

  test('undoing leaves alone a family that was changed since, with its new children, and says so', async () => {
    const { saved } = await take([KATIE, PAT, { ...LEO, family: '78' }])
    const [family] = await families()
    const body = { id: family?.id, version: family?.version, name: 'Changed', adults: family?.adults }
    await server.ask('PUT /families', { body: { ...body, children: family?.children.map(({ id }) => id) } })
    const undone = await undo(saved.id)
    expect(undone).toMatchObject({ removed: 1, kept_families: [{ name: 'Changed' }] })
    expect(undone.kept).toHaveLength(1)
    expect(await undo(saved.id)).toEqual(undone)
    expect(await families()).toMatchObject([{ name: 'Changed' }])
    expect((await server.ask('GET /families/changes')).length).toBe(0)
  })

  test('while families are off, a file makes none, and a list has none', async () => {
    await server.ask('PUT /settings', { body: { families: false } })
    try {
      const { saved, plans } = await take([KATIE, PAT])
      expect(plans.map((plan) => plan.kind)).toEqual(['new', 'new'])
      expect(saved).toMatchObject({ added: 2 })
      expect(await families()).toEqual([])
    } finally {
      await server.ask('PUT /settings', { body: { families: true } })
    }
  })
})
