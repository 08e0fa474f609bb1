import type { AttendanceTally } from '@vestry/contract/calls/reports.ts'
import type { ReportStep } from '@vestry/contract/rules/report-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { addUp, NOTHING } from './add-up.ts'
import { type HeldRoll, listAwayWithin, listEnrolled, listRolls } from './children-of-classes-sql.ts'
import { type Counted, LETTERS, type SeriesTally } from './report-sql.ts'

type SeriesAttendance = SeriesTally & {
  not_recorded: number
  /** The ids of those who came. */
  came: Set<number>
}

/** The sums of each series' classes, by time, with the children who came. */
export async function tallyAttendance(
  db: Kysely<Tables>,
  counted: Counted,
  step: ReportStep,
): Promise<SeriesAttendance[]> {
  const [rolls, enrolled, away] = await Promise.all([
    listRolls(db, counted),
    listEnrolled(db, counted),
    listAwayWithin(db, counted),
  ])
  const rosters = Map.groupBy(enrolled, ({ series_id }) => series_id)
  const absences = Map.groupBy(away, ({ attendee_id }) => attendee_id)
  const isAway = (child: number, day: string) =>
    absences.get(child)?.some(({ from_day, until_day }) => from_day <= day && day <= until_day) === true

  /** The last roll in which each child has a mark. */
  const markedIn = new Map<number, HeldRoll>()
  /** How many of those expected have no mark in a roll that was taken, and were not known to be away. */
  function countNotRecorded(roll: HeldRoll): number {
    const { series_id, session_datetime: time } = roll
    let open = roll.erased_not_recorded
    for (const { attendee_id, since, until } of rosters.get(series_id) ?? []) {
      // Days are compared with times as texts, as they are for a turnout.
      const isExpected = since <= time && (until === null || until > time)
      if (isExpected && markedIn.get(attendee_id) !== roll && !isAway(attendee_id, time.slice(0, 10))) {
        open += 1
      }
    }
    return open
  }

  const tallies = new Map<string, SeriesAttendance>()
  for (const roll of rolls) {
    const { series_id, session_datetime, present, absent, marks } = roll
    const time = session_datetime.slice(0, LETTERS[step])
    const key = `${series_id} ${time}`
    const tally = tallies.get(key) ?? { series_id, time, ...NOTHING, not_recorded: 0, came: new Set() }
    tallies.set(key, tally)
    for (const text of marks?.split(',') ?? []) {
      const mark = Number(text)
      markedIn.set(Math.abs(mark), roll)
      if (mark > 0) {
        tally.came.add(mark)
      }
    }
    tally.classes += 1
    tally.present += present
    tally.absent += absent
    if (present + absent > 0) {
      tally.rolls += 1
      tally.not_recorded += countNotRecorded(roll)
    }
  }
  return [...tallies.values()]
}

export function addUpAttendance(rows: readonly SeriesAttendance[]): AttendanceTally {
  return {
    ...addUp(rows),
    not_recorded: rows.reduce((sum, { not_recorded }) => sum + not_recorded, 0),
    children: new Set(rows.flatMap(({ came }) => [...came])).size,
  }
}
