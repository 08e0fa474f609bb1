import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const WEEKS = 6
const CHILDREN = 5
const dayOf = (week: number) => new Date(Date.UTC(2024, 0, 28 + 7 * week)).toISOString().slice(0, 10)

const week = fc.integer({ min: 0, max: WEEKS - 1 })
const child = fc.integer({ min: 0, max: CHILDREN - 1 })
const series = fc.constantFrom(0, 1)
const span = fc.tuple(week, week).filter(([from, until]) => from < until)
const church = fc.record({
  roster: fc.uniqueArray(fc.record({ series, child, since: week }), {
    selector: (one) => `${one.series} ${one.child}`,
  }),
  past: fc.uniqueArray(fc.record({ series, child, span }), {
    selector: (one) => `${one.series} ${one.child} ${one.span[0]}`,
  }),
  away: fc.array(fc.record({ child, span }), { maxLength: 4 }),
  marks: fc.uniqueArray(
    fc.record({ series, week, child, attended: fc.constantFrom(0, 1), marked: fc.boolean() }),
    {
      selector: (one) => `${one.series} ${one.week} ${one.child}`,
      maxLength: 30,
    },
  ),
  cancelled: fc.uniqueArray(fc.record({ series, week }), {
    selector: (one) => `${one.series} ${one.week}`,
    maxLength: 3,
  }),
})
type Church = typeof church extends fc.Arbitrary<infer Value> ? Value : never

/** What a person who reads the lists would count in the classes of these series and weeks. */
function countPlainly({ roster, past, away, marks, cancelled }: Church, ofSeries: number[], weeks: number[]) {
  const tally = { classes: 0, rolls: 0, present: 0, absent: 0, not_recorded: 0, children: 0 }
  const came = new Set<number>()
  for (const series of ofSeries) {
    for (const week of weeks) {
      if (cancelled.some((one) => one.series === series && one.week === week)) {
        continue
      }
      tally.classes += 1
      const recorded = marks.filter((one) => one.marked && one.series === series && one.week === week)
      if (recorded.length === 0) {
        continue
      }
      tally.rolls += 1
      for (const { child, attended } of recorded) {
        tally[attended === 1 ? 'present' : 'absent'] += 1
        if (attended === 1) {
          came.add(child)
        }
      }
      const expected = [
        ...roster.filter((one) => one.series === series && one.since <= week),
        ...past.filter((one) => one.series === series && one.span[0] <= week && week < one.span[1]),
      ]
      tally.not_recorded += expected.filter(
        ({ child }) =>
          !recorded.some((one) => one.child === child) &&
          !away.some((one) => one.child === child && one.span[0] <= week && week <= one.span[1]),
      ).length
    }
  }
  return { ...tally, children: came.size }
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

  async function fill(made: Church, classes: { id: number; series_id: number }[], children: number[]) {
    const { sql: db } = database
    for (const table of ['attendance', 'roster', 'roster_past', 'planned_absence'] as const) {
      await db.deleteFrom(table).execute()
    }
    await db.updateTable('class_session').set({ cancelled: 0 }).execute()
    const seriesOf = (series: number) => classes[series]?.series_id ?? 0
    const idOf = (series: number, week: number) => (classes[series]?.id ?? 0) + week
    const idOfChild = (child: number) => children[child] ?? 0
    for (const { series, child, since } of made.roster) {
      const row = { series_id: seriesOf(series), attendee_id: idOfChild(child), since: dayOf(since) }
      await db.insertInto('roster').values(row).execute()
    }
    for (const { series, child, span } of made.past) {
      const [since, until] = [dayOf(span[0]), dayOf(span[1])]
      const row = { series_id: seriesOf(series), attendee_id: idOfChild(child), since, until }
      await db.insertInto('roster_past').values(row).execute()
    }
    for (const { child, span } of made.away) {
      const [from_day, until_day] = [dayOf(span[0]), dayOf(span[1])]
      const row = { attendee_id: idOfChild(child), from_day, until_day, reason: '' }
      await db.insertInto('planned_absence').values(row).execute()
    }
    for (const { series, week, child, attended, marked } of made.marks) {
      const session_datetime = timeOf(series, week)
      const record = { class_id: idOf(series, week), session_datetime, attendee_id: idOfChild(child) }
      const mark = { attended: marked ? attended : 0, marked: Number(marked), comment: '', version: 1 }
      await db
        .insertInto('attendance')
        .values({ ...record, ...mark, changed: 0, changed_by: '' })
        .execute()
    }
    for (const { series, week } of made.cancelled) {
      await db
        .updateTable('class_session')
        .set({ cancelled: 1 })
        .where('id', '=', idOf(series, week))
        .execute()
    }
  }
  const timeOf = (series: number, week: number) => `${dayOf(week)}T1${series}:30:00`

  test('whatever rosters, plans and marks there are, the report says what a plain count of them does', async () => {
    const repeat = { every: 1, weekdays: ['SU' as const], times: WEEKS }
    const doves = await plan(server, { title: 'Doves', session_datetime: timeOf(0, 0), repeat })
    const larks = await plan(server, { title: 'Larks', session_datetime: timeOf(1, 0), repeat })
    const children = await addChildren(server, CHILDREN)
    const reportOf = (step: 'week' | 'month', series_id?: number) =>
      server.ask('GET /reports/attendance', {
        query: {
          ...{ from: dayOf(0), to: dayOf(WEEKS - 1), step, first_day: 0 },
          ...(series_id !== undefined && { series_id }),
        },
      })
    await fc.assert(
      fc.asyncProperty(church, async (made) => {
        await fill(made, [doves, larks], children)
        const all = Array.from({ length: WEEKS }, (_, at) => at)
        const weeks = await reportOf('week')
        expect(weeks.steps).toEqual(
          all.map((at) => ({ day: dayOf(at), ...countPlainly(made, [0, 1], [at]) })),
        )
        expect(weeks.total).toEqual(countPlainly(made, [0, 1], all))
        for (const { title, series_id, ...counted } of weeks.series) {
          expect({ title, ...counted }).toEqual({
            title,
            ...countPlainly(made, [series_id === doves.series_id ? 0 : 1], all),
          })
        }
        const months = await reportOf('month', larks.series_id)
        const byMonth = [
          all.filter((at) => dayOf(at) < '2024-02'),
          all.filter((at) => /^2024-02/.test(dayOf(at))),
          all.filter((at) => dayOf(at) >= '2024-03'),
        ]
        expect(months.steps.map(({ day: _, ...counted }) => counted)).toEqual(
          byMonth.map((own) => countPlainly(made, [1], own)),
        )
      }),
      { numRuns: 40 },
    )
  })
})
