import { SETTLING } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { picker } from '../../testing/picker.ts'
import { listMissing } from './missing-sql.ts'

const CHILDREN = 10_000
const SERIES = 40
const WEEKS = 9
const NOW = '2026-05-23T12:00:00'
const ROWS_AT_ONCE = 500

type Session = { id: number; series_id: number; day: string; time: string; cancelled: boolean }
type Mark = { session: Session; attended: boolean }
type History = {
  id: number
  series: readonly number[]
  marks: Mark[]
  away: { from_day: string; until_day: string } | undefined
  settled: { day: string; outcome: 'reached' | 'no_answer' } | undefined
}

const pick = picker(14)

/**
 * The classes of a series have the same hour every week, and each series another one; the last class is still to come.
 */
const SESSIONS: Session[] = Array.from({ length: SERIES * WEEKS }, (_, at) => {
  const [series, week] = [at % SERIES, Math.floor(at / SERIES)]
  const day = new Date(Date.UTC(2026, 2, 29 + 7 * week)).toISOString().slice(0, 10)
  const clock = `${String(8 + (series % 4)).padStart(2, '0')}:${String(series % 60).padStart(2, '0')}:00`
  return { id: at + 1, series_id: series + 1, day, time: `${day}T${clock}`, cancelled: pick(12) === 0 }
})
const limitOf = (series_id: number) => series_id % 5

const HISTORIES: History[] = Array.from({ length: CHILDREN }, (_, at) => {
  const own = 1 + pick(SERIES)
  const other = 1 + pick(SERIES)
  const series = pick(6) === 0 && other !== own ? [own, other] : [own]
  const likely = pick(10)
  const marks = SESSIONS.filter(({ series_id }) => series.includes(series_id)).flatMap((session) =>
    pick(10) < 7 ? [{ session, attended: pick(10) < likely }] : [],
  )
  // A guest in a class at another hour.
  const elsewhere = SESSIONS[pick(SESSIONS.length)]
  if (pick(8) === 0 && elsewhere !== undefined && !series.includes(elsewhere.series_id)) {
    marks.push({ session: elsewhere, attended: true })
  }
  const dayOf = () => SESSIONS[pick(SESSIONS.length)]?.day ?? ''
  const [one, two] = [dayOf(), dayOf()].sort() as [string, string]
  return {
    ...{ id: at + 1, series, marks },
    away: pick(7) === 0 ? { from_day: one, until_day: two } : undefined,
    settled: pick(7) === 0 ? { day: dayOf(), outcome: pick(2) === 0 ? 'reached' : 'no_answer' } : undefined,
  }
})

/** Goes through a history class by class, as a person with the registers on the table would. */
function naively({ series, marks, away, settled }: History): number | undefined {
  const inTime = marks.toSorted((a, b) => a.session.time.localeCompare(b.session.time))
  let most: number | undefined
  for (const series_id of series) {
    let missed = 0
    for (const { session, attended } of inTime) {
      if (attended) {
        missed = 0
      } else if (session.series_id === series_id && !session.cancelled && session.time <= NOW) {
        const excused = away && away.from_day <= session.day && session.day <= away.until_day
        const done = settled && SETTLING.includes(settled.outcome) && session.day <= settled.day
        missed += excused || done ? 0 : 1
      }
    }
    if (limitOf(series_id) > 0 && missed >= limitOf(series_id)) {
      most = Math.max(most ?? 0, missed)
    }
  }
  return most
}

eachDatabase((kind) => {
  let database: Database
  let release: () => Promise<void>

  beforeAll(async () => {
    ;({ database, release } = await openTestDatabase(kind))
    await database.sql.transaction().execute(async (db) => {
      const insert = async <Table extends keyof Tables & string>(
        table: Table,
        rows: readonly Insertable<Tables[Table]>[],
      ) => {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
          await db
            .insertInto(table as 'roster')
            .values(rows.slice(at, at + ROWS_AT_ONCE) as Insertable<Tables['roster']>[])
            .execute()
        }
      }
      const ids = Array.from({ length: SERIES }, (_, at) => at + 1)
      await insert(
        'class_series',
        ids.map((id) => ({ id, title: `Class ${id}`, roster_version: 0, miss_limit: limitOf(id) })),
      )
      await insert(
        'class_session',
        SESSIONS.map(({ id, series_id, time, cancelled }) => ({
          ...{ id, series_id, title: '', search_key: '', session_datetime: time, room: '', notes: '' },
          ...{ cancelled: Number(cancelled), version: 1, roll_version: 0 },
        })),
      )
      await insert(
        'attendee',
        HISTORIES.map(({ id }) => ({
          ...{ id, first_name: 'Ada', last_name: 'Abbot', birthdate: '', parent_contact: '', notes: '' },
          ...{ is_member: 0, version: 1, first_key: 'ada', last_key: 'abbot', search_key: '' },
        })),
      )
      await insert(
        'roster',
        HISTORIES.flatMap(({ id, series }) =>
          series.map((series_id) => ({ series_id, attendee_id: id, since: '' })),
        ),
      )
      await insert(
        'attendance',
        HISTORIES.flatMap(({ id, marks }) =>
          marks.map(({ session, attended }) => ({
            ...{ class_id: session.id, session_datetime: session.time, attendee_id: id, marked: 1 },
            ...{ attended: Number(attended), comment: '', version: 1, changed: 0, changed_by: '' },
          })),
        ),
      )
      await insert(
        'planned_absence',
        HISTORIES.flatMap(({ id, away }) => (away ? [{ attendee_id: id, ...away, reason: '' }] : [])),
      )
      await insert(
        'follow_up',
        HISTORIES.flatMap(({ id, settled }) =>
          settled
            ? [
                {
                  ...{ request_id: String(id), attendee_id: id, at: 0, written_by: '', written_by_name: '' },
                  ...{ ...settled, note: '', assigned_to: '', due_day: '', until_day: '' },
                },
              ]
            : [],
        ),
      )
    })
  })
  afterAll(() => release())

  test(`of ${CHILDREN} made-up histories it finds those whom a look at the registers finds`, async () => {
    const expected = HISTORIES.flatMap((history) => {
      const missed = naively(history)
      return missed === undefined ? [] : [[history.id, missed]]
    })
    const found = await listMissing(database.sql, NOW)
    expect(
      found
        .map(({ attendee_id, missed }) => [attendee_id, missed])
        .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
    ).toEqual(expected)
    expect(expected.length).toBeGreaterThan(CHILDREN / 20)
  })

  test('a class that no longer meets misses nobody', async () => {
    expect((await listMissing(database.sql, '2026-07-04T12:00:00')).length).toBeGreaterThan(0)
    expect(await listMissing(database.sql, '2026-07-07T12:00:00')).toEqual([])
  })
})
