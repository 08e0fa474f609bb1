import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineDatabase } from '../database/examine-database.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { openSnapshot } from '../database/open-snapshot.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { fillChurch } from '../testing/fill-church.ts'
import { picker } from '../testing/picker.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { collectEverywhere } from './merge-entries.ts'

// Entries are merged in any order and way, while classes go to the trash and come back. No mark is lost that nobody has
// decided against, and once all is undone every column of every row of every table is what it was, but for what counts.

/** What tells of the changes themselves. */
const CHANGES = ['audit_event', 'lease', 'lock_scope']
const COUNTERS = ['roll_version', 'roster_version']

const Step = fc.record({
  act: fc.constantFrom('merge', 'merge', 'undo', 'delete', 'restore'),
  one: fc.nat(3),
  other: fc.nat(3),
  class: fc.nat(11),
  following: fc.boolean(),
  /** Of the merged entry its name, its photo, or neither. */
  take: fc.subarray(['first_name', 'photo'] as const),
  /** Of two marks the first or the second. */
  stands: fc.constantFrom(0, 1),
})

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

  /** An import knows its children by the version that it left: both are told as one. */
  async function readRows() {
    const snapshot = await openSnapshot(server.config)
    const all: Record<string, Record<string, unknown>[]> = {}
    for (const table of snapshot.tables.filter(({ name }) => !CHANGES.includes(name))) {
      const rows: Record<string, unknown>[] = []
      for await (const page of snapshot.pages(table)) {
        const named = page.map((row) => table.columns.map((column, at) => [column, row[at]] as const))
        rows.push(
          ...named.map((row) => Object.fromEntries(row.filter(([column]) => !COUNTERS.includes(column)))),
        )
      }
      all[table.name] = rows
    }
    await snapshot.close()
    const versions = new Map((all.attendee ?? []).map(({ id, version }) => [id, version]))
    for (const row of all.attendee_import_row ?? []) {
      row.version = row.version === versions.get(row.attendee_id) ? 'as the import left it' : row.version
    }
    for (const row of [...(all.attendee ?? []), ...(all.family ?? [])]) {
      row.version = 0
    }
    return all
  }

  const restore = (record: string) => server.tryCall('POST /trash/restore', { body: { record } })

  async function removeClass({ id, series_id }: { id: number; series_id: number }, following: boolean) {
    const query = { orderBy: 'date', direction: 'ASC', limit: 100, includeAttendanceCount: true }
    const { results } = await server.ask('GET /classes/by-date', { query })
    const series = results.filter((session) => session.series_id === series_id)
    const at = series.findIndex((session) => session.id === id)
    if (at === -1) {
      return undefined
    }
    const gone = following ? series.slice(at) : series.slice(at, at + 1)
    const records = gone.reduce((sum, { attendance_count = 0 }) => sum + attendance_count, 0)
    const scope = following ? ('following' as const) : ('one' as const)
    await server.ask('DELETE /classes', { query: { class_id: id, scope, records } })
    return `class/${id}`
  }

  async function merge(
    kept: number,
    merged: number,
    { take, stands: choice }: { take: string[]; stands: number },
  ) {
    const query = { attendee_id: kept, other_id: merged }
    const { seen, clashes } = await server.ask('GET /attendees/merge', { query })
    const stands = clashes.map(({ marks }) => marks[choice]?.id ?? 0)
    const before = await collectEverywhere(database.sql, [kept, merged])
    await server.ask('POST /attendees/merge', {
      body: { kept, merged, seen, take: take as ['photo'], stands },
    })
    const after = await collectEverywhere(database.sql, [kept])
    const dropped = new Set(clashes.map(({ marks }) => marks[1 - choice]?.id ?? 0))
    const classesOf = ({ rows }: typeof before, but: ReadonlySet<number>) =>
      new Set(rows.attendance.filter(({ id }) => !but.has(id)).map(({ class_id }) => class_id))
    expect(classesOf(after, new Set())).toEqual(classesOf(before, dropped))
    const marks = new Map(before.rows.attendance.map((mark) => [mark.id, mark]))
    for (const { id, attended, marked, changed_by, comment, attendee_id } of after.rows.attendance) {
      const { comment: said = '', ...was } = marks.get(id) ?? {}
      expect(was).toMatchObject({ attended, marked, changed_by })
      expect(comment).toContain(said)
      expect(attendee_id).toBe(kept)
    }
  }

  test('what was merged and taken apart again is as it was, whatever happened to classes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(10_000),
        fc.array(Step, { minLength: 3, maxLength: 10 }),
        async (seed, steps) => {
          const { children, classes } = await fillChurch(server, database, picker(seed))
          const before = await readRows()
          const merges: number[] = []
          let deleted: string[] = []
          for (const step of steps) {
            const [one = 0, other = 0] = [children[step.one], children[step.other]]
            const chosen = classes[step.class]
            const areThere = one !== other && !merges.includes(one) && !merges.includes(other)
            if (step.act === 'merge' && areThere) {
              await merge(one, other, step)
              merges.push(other)
            } else if (step.act === 'undo' && merges.length > 0) {
              expect(await restore(`merge/${merges.pop()}`)).toMatchObject({ status: 200 })
            } else if (step.act === 'delete' && chosen) {
              deleted = [
                ...deleted,
                ...[await removeClass(chosen, step.following)].filter((one) => one !== undefined),
              ]
            } else if (step.act === 'restore') {
              const record = deleted[step.class % Math.max(deleted.length, 1)]
              const back = record && (await restore(record))
              // A merged child may be in another class at that time.
              deleted = back && back.status === 200 ? deleted.filter((other) => other !== record) : deleted
            }
          }
          for (const merged of merges.reverse()) {
            expect(await restore(`merge/${merged}`)).toMatchObject({ status: 200 })
          }
          for (const record of deleted) {
            expect(await restore(record)).toMatchObject({ status: 200 })
          }
          expect(await readRows()).toEqual(before)
        },
      ),
      { numRuns: 12 },
    )
    const fresh = await openDatabase(server.config)
    expect(await examineDatabase(fresh)).toEqual([])
    await fresh.close()
  })
})
