import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, addTeacher, type ClassBody, plan } from '../../testing/build-class.ts'
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

  const held = (title: string, day: string, more: Partial<ClassBody> = {}) =>
    plan(server, { title, session_datetime: `${day}T10:30:00`, ...more })
  const enrol = async (series_id: number, children: readonly number[], since: string) => {
    await database.sql
      .insertInto('roster')
      .values(children.map((attendee_id) => ({ series_id, attendee_id, since })))
      .execute()
  }
  /** P for present, A for absent, in the order of the children. */
  async function record(class_id: number, children: readonly number[], signs: string) {
    const marks = [...signs].flatMap((sign, at) =>
      sign === '.'
        ? []
        : [
            {
              attendee_id: children[at] ?? 0,
              state: sign === 'P' ? ('present' as const) : ('absent' as const),
              seen: 0,
            },
          ],
    )
    await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  }
  const reportOf = (from: string, to: string, step: 'week' | 'month' | 'year', token?: string) =>
    server.ask('GET /reports/attendance', {
      query: { from, to, step },
      ...(token !== undefined && { token }),
    })

  test('a child who comes every week is one child in each row, and one in all', async () => {
    const ruth = await addTeacher(server)
    const repeat = { every: 1, weekdays: ['SU' as const], times: 4 }
    const doves = await held('Doves', '2024-02-04', { repeat, teachers: [ruth.sub] })
    const larks = await held('Larks', '2024-02-06')
    const children = await addChildren(server, 3)
    for (const [at, signs] of ['PP.', 'PA.', 'PAP', 'P..'].entries()) {
      await record(doves.id + at, children, signs)
    }
    await record(larks.id, children, 'P.P')
    const weeks = await reportOf('2024-02-01', '2024-02-29', 'week')
    expect(weeks.steps.map(({ day, children }) => [day, children])).toEqual([
      ['2024-01-29', 2],
      ['2024-02-05', 2],
      ['2024-02-12', 2],
      ['2024-02-19', 1],
      ['2024-02-26', 0],
    ])
    expect(weeks.total).toMatchObject({ present: 8, children: 3 })
    expect(weeks.series.map(({ title, children }) => [title, children])).toEqual([
      ['Doves', 3],
      ['Larks', 2],
    ])
    const { steps } = await reportOf('2024-02-01', '2024-02-29', 'month')
    expect(steps.map(({ children }) => children)).toEqual([3])
    expect((await reportOf('2024-03-01', '2024-03-29', 'year')).before).toMatchObject({ children: 3 })
    const own = await reportOf('2024-02-01', '2024-02-29', 'month', ruth.token)
    expect(own.total).toMatchObject({ present: 6, children: 3 })
    expect(own.steps).toMatchObject([{ children: 3 }])
  })

  test('not recorded is who was expected in a roll that was taken, has no mark and was not known to be away', async () => {
    const repeat = { every: 1, weekdays: ['SU' as const], times: 3 }
    const wrens = await held('Wrens', '2022-05-01', { repeat })
    const children = await addChildren(server, 5)
    await enrol(wrens.series_id, children.slice(0, 4), '2022-05-01')
    await enrol(wrens.series_id, children.slice(4), '2022-05-08')
    await server.ask('POST /attendees/absences', {
      body: { attendee_id: children[3] ?? 0, from_day: '2022-05-01', until_day: '2022-05-01', reason: '' },
    })
    await record(wrens.id, children, 'PA...')
    await record(wrens.id + 1, children, 'PP...')
    const may = () => reportOf('2022-05-01', '2022-05-31', 'month')
    const { total, steps, series } = await may()
    const known = { classes: 3, rolls: 2, present: 3, absent: 1, not_recorded: 4, children: 2 }
    expect([total, steps[0], series[0]]).toMatchObject([known, known, known])
    expect((await reportOf('2022-06-01', '2022-07-10', 'month')).before).toMatchObject({ not_recorded: 4 })

    // An erased child is still counted, but only as a number: nobody knows any more whether it was a different child.
    for (const attendee_id of children.slice(1, 3)) {
      await server.ask('POST /attendees/erase', { body: { attendee_id } })
    }
    expect((await may()).total).toMatchObject({ present: 3, absent: 1, not_recorded: 4, children: 1 })
  })
})
