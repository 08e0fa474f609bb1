import type { ReportStep } from '@vestry/contract/report-rules.ts'
import type { AttendanceTally } from '@vestry/contract/reports.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { addUp } from './add-up.ts'
import { countNotRecorded, listWhoCame } from './children-of-classes-sql.ts'
import { type Counted, type SeriesTally, tallySeries } from './report-sql.ts'

type SeriesAttendance = SeriesTally & {
  not_recorded: number
  /** The ids of those who came. */
  came: readonly number[]
}

/** What the classes of each series add up to, by time, with who came. */
export async function tallyAttendance(
  db: Kysely<Tables>,
  counted: Counted,
  step: ReportStep,
): Promise<SeriesAttendance[]> {
  const [rows, open, came] = await Promise.all([
    tallySeries(db, counted, step),
    countNotRecorded(db, counted, step),
    listWhoCame(db, counted, step),
  ])
  const keyOf = ({ series_id, time }: { series_id: number; time: string }) => `${series_id} ${time}`
  const openBy = Map.groupBy(open, keyOf)
  const cameBy = Map.groupBy(came, keyOf)
  return rows.map((row) => ({
    ...row,
    not_recorded: (openBy.get(keyOf(row)) ?? []).reduce((sum, { not_recorded }) => sum + not_recorded, 0),
    came: (cameBy.get(keyOf(row)) ?? []).map(({ attendee_id }) => attendee_id),
  }))
}

export function addUpAttendance(rows: readonly SeriesAttendance[]): AttendanceTally {
  return {
    ...addUp(rows),
    not_recorded: rows.reduce((sum, { not_recorded }) => sum + not_recorded, 0),
    children: new Set(rows.flatMap(({ came }) => came)).size,
  }
}
