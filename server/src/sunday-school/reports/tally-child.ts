import type { ChildTally } from '@vestry/contract/calls/reports.ts'
import type { ClassOfChild } from './child-report-sql.ts'

type Away = { from_day: string; until_day: string }
/** One class, with the tally of that class alone. */
type Tallied = { series_id: number; session_datetime: string; tally: ChildTally }

const NOTHING: ChildTally = {
  classes: 0,
  rolls: 0,
  expected: 0,
  present: 0,
  absent: 0,
  away: 0,
  not_recorded: 0,
}

/**
 * What became of a child in each class. A child who was known to be away and did not come is not absent, as in a
 * turnout.
 */
export function tallyClasses(rows: readonly ClassOfChild[], away: readonly Away[]): Tallied[] {
  return [...Map.groupBy(rows, ({ class_id }) => class_id).values()].flatMap((same) => {
    const [one] = same
    if (one === undefined) {
      return []
    }
    const attended = same.find((row) => row.attended !== null)?.attended
    const state = stateOn(one.session_datetime.slice(0, 10), attended, away)
    const expected = same.some((row) => row.expected === 1) ? 1 : 0
    const tally = { ...NOTHING, classes: 1, rolls: one.taken, expected, [state]: 1 }
    return [{ series_id: one.series_id, session_datetime: one.session_datetime, tally }]
  })
}

export function addUpTallied(classes: readonly Tallied[]): ChildTally {
  const sum = { ...NOTHING }
  for (const { tally } of classes) {
    for (const part of PARTS) {
      sum[part] += tally[part]
    }
  }
  return sum
}

const PARTS = Object.keys(NOTHING) as (keyof ChildTally)[]

function stateOn(day: string, attended: number | null | undefined, away: readonly Away[]) {
  if (attended === 1) {
    return 'present'
  }
  if (away.some(({ from_day, until_day }) => from_day <= day && day <= until_day)) {
    return 'away'
  }
  return attended === 0 ? 'absent' : 'not_recorded'
}
