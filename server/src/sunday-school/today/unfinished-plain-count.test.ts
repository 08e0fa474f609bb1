import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** The Sundays before the one to which the clock of the tests is set. */
const DAYS = ['2026-04-12', '2026-04-19', '2026-04-26']
const CHILDREN = 4

const week = fc.constantFrom(0, 1, 2)
const child = fc.integer({ min: 0, max: CHILDREN - 1 })
const series = fc.constantFrom(0, 1)
const church = fc.record({
  roster: fc.uniqueArray(fc.record({ series, child }), { selector: (one) => `${one.series} ${one.child}` }),
  away: fc.array(fc.record({ child, week }), { maxLength: 3 }),
  marks: fc.uniqueArray(fc.record({ series, week, child, marked: fc.boolean() }), {
    selector: (one) => `${one.series} ${one.week} ${one.child}`,
    maxLength: 14,
  }),
  cancelled: fc.uniqueArray(fc.record({ series, week }), {
    selector: (one) => `${one.series} ${one.week}`,
    maxLength: 2,
  }),
})
type Church = typeof church extends fc.Arbitrary<infer Value> ? Value : never

/** The classes whose rolls a person who reads the lists would call unfinished, the newest first. */
function listPlainly({ roster, away, marks, cancelled }: Church): { series: number; week: number }[] {
  const isHeld = (series: number, week: number) =>
    !cancelled.some((one) => one.series === series && one.week === week)
  const recorded = marks.filter(({ marked }) => marked)
  const classes = [2, 1, 0].flatMap((week) => [1, 0].map((series) => ({ series, week })))
  return classes.filter(({ series, week }) => {
    if (!isHeld(series, week)) {
      return false
    }
    const own = recorded.filter((one) => one.series === series && one.week === week)
    const isLatest = ![0, 1, 2].some((other) => other > week && isHeld(series, other))
    const missing = roster.filter(({ series: of, child }) => {
      const weeks = recorded.filter((one) => one.series === series && one.child === child)
      return (
        of === series &&
        !weeks.some((one) => one.week === week) &&
        !away.some((one) => one.child === child && one.week === week) &&
        (weeks.some((one) => one.week < week) || (weeks.length === 0 && isLatest))
      )
    })
    return own.length === 0 || missing.length > 0
  })
}

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

  const timeOf = (series: number, week: number) => `${DAYS[week]}T0${8 + series}:30:00`

  test('whatever rosters, plans and marks there are, the office is told of the rolls that a plain count finds unfinished', async () => {
    const repeat = { every: 1, weekdays: ['SU' as const], times: DAYS.length }
    const planned = [
      await plan(server, { title: 'Doves', session_datetime: timeOf(0, 0), repeat }),
      await plan(server, { title: 'Larks', session_datetime: timeOf(1, 0), repeat }),
    ]
    const children = await addChildren(server, CHILDREN)
    const idOf = (series: number, week: number) => (planned[series]?.id ?? 0) + week
    const idOfChild = (child: number) => children[child] ?? 0

    async function fill({ roster, away, marks, cancelled }: Church) {
      const { sql: db } = database
      for (const table of ['attendance', 'roster', 'planned_absence'] as const) {
        await db.deleteFrom(table).execute()
      }
      await db.updateTable('class_session').set({ cancelled: 0 }).execute()
      for (const { series, child } of roster) {
        const row = { series_id: planned[series]?.series_id ?? 0, attendee_id: idOfChild(child), since: '' }
        await db.insertInto('roster').values(row).execute()
      }
      for (const { child, week } of away) {
        const [from_day, until_day] = [DAYS[week] ?? '', DAYS[week] ?? '']
        const row = { attendee_id: idOfChild(child), from_day, until_day, reason: '' }
        await db.insertInto('planned_absence').values(row).execute()
      }
      for (const { series, week, child, marked } of marks) {
        const record = {
          class_id: idOf(series, week),
          session_datetime: timeOf(series, week),
          attendee_id: idOfChild(child),
        }
        const mark = { attended: 0, marked: Number(marked), comment: '', version: 1 }
        await db
          .insertInto('attendance')
          .values({ ...record, ...mark, changed: 0, changed_by: '' })
          .execute()
      }
      for (const { series, week } of cancelled) {
        const cancel = db.updateTable('class_session').set({ cancelled: 1 })
        await cancel.where('id', '=', idOf(series, week)).execute()
      }
    }

    await fc.assert(
      fc.asyncProperty(church, async (made) => {
        await fill(made)
        const { office } = await server.ask('GET /today')
        const found = listPlainly(made).map(({ series, week }) => idOf(series, week))
        expect(office?.unfinished.map(({ id }) => id)).toEqual(found)
        expect(office?.unfinished_count).toBe(found.length)
      }),
      { numRuns: 60 },
    )
  })
})
