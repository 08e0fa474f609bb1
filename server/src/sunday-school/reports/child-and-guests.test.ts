import papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { addChildren, addTeacher, type ClassBody, plan } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { picker } from '../../testing/picker.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

type State = 'present' | 'absent'

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

  const held = (title: string, day: string, more: Partial<ClassBody> = {}) =>
    plan(server, { title, session_datetime: `${day}T10:30:00`, ...more })

  async function record(class_id: number, marks: readonly [number, State][]) {
    const body = { class_id, marks: marks.map(([attendee_id, state]) => ({ attendee_id, state, seen: 0 })) }
    const { saved } = await server.ask('PUT /attendance/roll-call', { body })
    expect(saved).toHaveLength(marks.length)
  }

  /** Puts a child on a roster from a day on and, if there is an `until`, only before that day. */
  async function enrol(series_id: number, attendee_id: number, since: string, until?: string) {
    const row = { series_id, attendee_id, since }
    await (until === undefined
      ? database.sql.insertInto('roster').values(row).execute()
      : database.sql
          .insertInto('roster_past')
          .values({ ...row, until })
          .execute())
  }

  async function rowsOf(path: string, query: Record<string, string>) {
    const { body, statusCode } = await server.app.http.inject({
      url: `/api/reports/${path}/export`,
      query,
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(statusCode).toBe(200)
    return papa.parse<string[]>(body.slice(1), { skipEmptyLines: true }).data
  }

  const latestEntry = async () =>
    (await server.ask('GET /audit', { query: { kind: 'list_exported' } })).results[0]?.detail

  describe('the report of a child', () => {
    const days = { from: '2024-02-01', to: '2024-03-31', step: 'month' } as const
    const nothing = {
      ...{ classes: 0, rolls: 0, expected: 0, present: 0, absent: 0, away: 0, not_recorded: 0 },
    }

    /** The Sundays of two months: present, not held, absent, away, no roll, without a mark, and present elsewhere. */
    async function aTerm() {
      const [ada = 0, ben = 0] = await addChildren(server, 2)
      const repeat = { every: 1, weekdays: ['SU'], times: 7 } as ClassBody['repeat']
      const { series_id } = await held('Doves', '2024-01-28', { repeat })
      const sessions = await server.ask('GET /classes/sessions', { query: { series_id } })
      const [before, came, off, missed, away, , open] = sessions.map(({ id }) => id)
      await enrol(series_id, ada, '2024-02-01')
      await record(before ?? 0, [[ada, 'present']])
      await record(came ?? 0, [[ada, 'present']])
      await server.ask('PUT /classes/cancelled', { body: { class_id: off ?? 0, cancelled: true } })
      await record(missed ?? 0, [[ada, 'absent']])
      await server.ask('POST /attendees/absences', {
        body: { attendee_id: ada, from_day: '2024-02-24', until_day: '2024-02-26', reason: '' },
      })
      await record(away ?? 0, [[ada, 'absent']])
      await record(open ?? 0, [[ben, 'present']])
      const guest = await held('Larks', '2024-03-24')
      await record(guest.id, [[ada, 'present']])
      return { ada, series_id, larks: guest.series_id }
    }

    test('tells absent, away and not recorded apart, and counts a class not held for nobody', async () => {
      const { ada, series_id, larks } = await aTerm()
      const february = { ...nothing, classes: 3, rolls: 3, expected: 3, present: 1, absent: 1, away: 1 }
      const doves = { ...february, classes: 5, rolls: 4, expected: 5, not_recorded: 2 }
      const elsewhere = { ...nothing, classes: 1, rolls: 1, present: 1 }
      const query = { ...days, attendee_id: ada }
      expect(await server.ask('GET /reports/child', { query })).toMatchObject({
        attendee_id: ada,
        steps: [
          { day: '2024-02-01', ...february },
          {
            ...{ day: '2024-03-01', ...nothing, classes: 3, rolls: 2, expected: 2 },
            ...{ present: 1, not_recorded: 2 },
          },
        ],
        total: { ...doves, classes: 6, rolls: 5, present: 2 },
        before: { from: '2023-12-03', to: '2024-01-31', ...nothing, classes: 1, rolls: 1, present: 1 },
        series: [
          { series_id, title: 'Doves', ...doves },
          { series_id: larks, title: 'Larks', ...elsewhere },
        ],
      })
      const asked = { ...days, attendee_id: String(ada) }
      const [, ...rows] = await rowsOf('child', asked)
      expect(rows).toEqual([
        ['2024-02', '3', '3', '3', '1', '1', '1', '0', '50%'],
        ['2024-03', '3', '2', '2', '1', '0', '0', '2', '100%'],
        ['Total', '6', '5', '5', '2', '1', '1', '2', '67%'],
        ['The time before', '1', '1', '0', '1', '0', '0', '0', '100%'],
      ])
      expect((await rowsOf('child', { ...asked, table: 'series' }))[2]?.slice(0, 3)).toEqual([
        'Larks',
        '1',
        '1',
      ])
      const [entry] = (await server.ask('GET /audit', { query: { kind: 'list_exported' } })).results
      expect(entry?.detail).toBe(`child report, attendee ${ada}, from 2024-02-01, to 2024-03-31, csv, 2 rows`)
    })

    test('expects nobody once they have left the roster, and shows teachers their own classes', async () => {
      const { ada, series_id } = await aTerm()
      await database.sql.deleteFrom('roster').execute()
      await enrol(series_id, ada, '2024-02-01', '2024-02-11')
      await enrol(series_id, ada, '2024-03-03', '2024-03-10')
      const query = { ...days, attendee_id: ada }
      expect((await server.ask('GET /reports/child', { query })).total).toMatchObject({
        ...{ classes: 5, expected: 2, not_recorded: 1, present: 2 },
      })
      const { token, sub } = await addTeacher(server)
      const mine = await held('Mine', '2024-02-25', {
        teachers: [sub],
        session_datetime: '2024-02-25T08:00:00',
      })
      await record(mine.id, [[ada, 'present']])
      const seen = await server.tryCall('GET /reports/child', { query, token })
      expect(seen.body).toMatchObject({ total: { classes: 1, present: 1 }, series: [{ title: 'Mine' }] })
    })
  })

  describe('the report of guests', () => {
    const query = { from: '2024-02-01', to: '2024-03-31', step: 'month' } as const

    test('tells those who are new, those who came again and those who had come before', async () => {
      const [child = 0, once = 0, twice = 0, known = 0, later = 0] = await addChildren(server, 5)
      const [january, first, second, march, april] = await Promise.all(
        ['2024-01-14', '2024-02-04', '2024-02-11', '2024-03-03', '2024-04-07'].map((day) =>
          held('Doves', day),
        ),
      )
      const enrolled = await held('Doves', '2023-06-04')
      await enrol(enrolled.series_id, child, '2024-01-01')
      await record(january?.id ?? 0, [[known, 'present']])
      await record(first?.id ?? 0, [
        [child, 'present'],
        [once, 'present'],
        [twice, 'present'],
        [later, 'absent'],
      ])
      await record(second?.id ?? 0, [
        [twice, 'present'],
        [known, 'present'],
      ])
      await record(march?.id ?? 0, [
        [twice, 'present'],
        [known, 'present'],
      ])
      await record(april?.id ?? 0, [
        [once, 'present'],
        [later, 'present'],
      ])
      const rolls = { classes: 2, rolls: 2 }
      const report = await server.ask('GET /reports/guests', { query })
      expect(report).toMatchObject({
        steps: [
          { day: '2024-02-01', ...rolls, newcomers: 2, came_again: 2, returning: 1 },
          { day: '2024-03-01', classes: 1, rolls: 1, newcomers: 0, came_again: 0, returning: 2 },
        ],
        total: { classes: 3, rolls: 3, newcomers: 2, came_again: 2, returning: 1 },
        before: { classes: 1, rolls: 1, newcomers: 1, came_again: 1, returning: 0 },
      })
      expect(report.guests.map(({ id, day, came_again }) => [id, day, came_again])).toEqual([
        [once, '2024-02-04', true],
        [twice, '2024-02-04', true],
      ])
      const april1 = { ...query, from: '2024-04-01', to: '2024-04-30' }
      expect((await server.ask('GET /reports/guests', { query: april1 })).total).toMatchObject({
        ...{ newcomers: 1, came_again: 0, returning: 1 },
      })
      expect(await rowsOf('guests', query)).toEqual([
        [...['Month', 'Classes held', 'Rolls taken', 'New', 'Came again', 'Share of the new', 'Returning']],
        ['2024-02', '2', '2', '2', '2', '100%', '1'],
        ['2024-03', '1', '1', '0', '0', '–', '2'],
        ['Total', '3', '3', '2', '2', '100%', '1'],
        ['The time before', '1', '1', '1', '1', '100%', '0'],
      ])
      expect(await latestEntry()).toBe('guest report, from 2024-02-01, to 2024-03-31, csv, 4 rows')
      const [, named] = await rowsOf('guests', { ...query, table: 'guests' })
      expect(named?.slice(2)).toEqual(['2024-02-04', 'Yes'])
      expect(await latestEntry()).toBe('guests, from 2024-02-01, to 2024-03-31, csv, 2 rows')
    })

    test('teachers see those of their own classes', async () => {
      const { token, sub } = await addTeacher(server)
      const [mine = 0, other = 0] = await addChildren(server, 2)
      await record((await held('Mine', '2024-02-04', { teachers: [sub] })).id, [[mine, 'present']])
      await record((await held('Other', '2024-02-04')).id, [[other, 'present']])
      const seen = await server.tryCall('GET /reports/guests', { query, token })
      expect(seen.body).toMatchObject({ total: { classes: 1, newcomers: 1 }, guests: [{ id: mine }] })
    })

    test('are what a naive count says of a made-up year', async () => {
      const pick = picker(11)
      const children = await addChildren(server, 25)
      const visits: { child: number; day: string }[] = []
      const onRoster = new Map<number, [string, string]>()
      const { series_id } = await held('Roster', '2023-01-01')
      for (const child of children.slice(0, 12)) {
        const since = dayOf(pick(52))
        const until = dayOf(pick(52))
        if (since < until) {
          onRoster.set(child, [since, until])
          await enrol(series_id, child, since, until)
        }
      }
      for (let week = 0; week < 52; week += 2) {
        const day = dayOf(week)
        const lesson = await held('Doves', day)
        const there = children.filter(() => pick(5) === 0)
        await record(
          lesson.id,
          there.map((child) => [child, pick(4) === 0 ? 'absent' : 'present']),
        )
        const present = await database.sql
          .selectFrom('attendance')
          .select('attendee_id')
          .where('class_id', '=', lesson.id)
          .where('attended', '=', 1)
          .execute()
        visits.push(...present.map(({ attendee_id }) => ({ child: attendee_id, day })))
      }
      for (const [from, to] of [
        ['2023-01-01', '2023-12-31'],
        ['2023-04-01', '2023-06-30'],
        ['2023-08-15', '2023-11-15'],
      ] as const) {
        const { total, steps } = await server.ask('GET /reports/guests', {
          query: { from, to, step: 'week' },
        })
        const { newcomers, came_again, returning } = total
        expect({ newcomers, came_again, returning }).toEqual(naive(visits, onRoster, from, to))
        expect(steps.reduce((sum, step) => sum + step.newcomers, 0)).toBe(newcomers)
      }
    })
  })
})

const dayOf = (week: number) => new Date(Date.UTC(2023, 0, 1 + 7 * week)).toISOString().slice(0, 10)

function naive(
  visits: readonly { child: number; day: string }[],
  onRoster: ReadonlyMap<number, [string, string]>,
  from: string,
  to: string,
) {
  const count = { newcomers: 0, came_again: 0, returning: 0 }
  for (const [child, all] of Map.groupBy(visits, (visit) => visit.child)) {
    const days = all.map(({ day }) => day).sort()
    const [since = '9', until = '0'] = onRoster.get(child) ?? []
    const asGuest = days.filter((day) => from <= day && day <= to && !(since <= day && day < until))
    if (asGuest.length > 0 && asGuest[0] === days[0]) {
      count.newcomers += 1
      count.came_again += days.length > 1 ? 1 : 0
    } else if (asGuest.length > 0) {
      count.returning += 1
    }
  }
  return count
}
