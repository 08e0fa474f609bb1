import type { AttendanceTally, ChildTally, GuestTally, Tally } from '../calls/reports.ts'
import type { FurtherReport } from '../rules/further-reports.ts'
import { averageOf, type numbersIn, returnShareOf, shareOf } from '../rules/report-rules.ts'

// The columns of each report, in their order on the page, on paper and in a file. No schema is here, so that the
// browser may load it.

type Counted = Exclude<keyof (AttendanceTally & ChildTally & GuestTally), 'classes' | 'rolls'>

/** A number of a row, headed by the text `reports.<key>`; `as` is how it is written. */
export type ReportColumn<Row> = {
  key: Counted | 'share' | 'average' | 'returnShare'
  numberOf(row: Row): number | undefined
  as: keyof ReturnType<typeof numbersIn>
}

function count<const Key extends Counted>(key: Key): ReportColumn<Record<Key, number>> {
  return { key, numberOf: (row) => row[key], as: 'whole' }
}

export const ATTENDANCE_COLUMNS: readonly ReportColumn<AttendanceTally>[] = [
  count('present'),
  count('absent'),
  count('not_recorded'),
  { key: 'share', numberOf: shareOf, as: 'percent' },
  { key: 'average', numberOf: averageOf, as: 'tenths' },
  count('children'),
]

export const CHILD_COLUMNS: readonly ReportColumn<ChildTally>[] = [
  count('expected'),
  count('present'),
  count('absent'),
  count('away'),
  count('not_recorded'),
  { key: 'share', numberOf: shareOf, as: 'percent' },
]

/** The columns of a further report, and those that its chart shows. */
type Further<Row> = { columns: readonly ReportColumn<Row>[]; bars: readonly Counted[] }

export const GUESTS: Further<GuestTally> = {
  columns: [
    count('newcomers'),
    count('came_again'),
    { key: 'returnShare', numberOf: returnShareOf, as: 'percent' },
    count('returning'),
  ],
  bars: ['newcomers', 'returning'],
}

/** What a further report counts, for a page that knows none of them. */
export type FurtherTally = Pick<Tally, 'classes' | 'rolls'> & Partial<Record<Counted, number>>

export const FURTHER: Readonly<Record<FurtherReport, Further<FurtherTally>>> = { guests: GUESTS }
