import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { ReportColumn } from '@vestry/contract/records/report-columns.ts'
import { type DailyStep, numbersIn } from '@vestry/contract/rules/report-rules.ts'
import { type Cell, type Cells, countCell } from '../http/csv.ts'
import { formatMessage, type ServerMessageKey } from '../server-messages.ts'
import type { SentList } from './send-list.ts'

/** A report as a table: what the page shows, with days and counts in a form that spreadsheets read. */
export type ReportFile = Omit<SentList, 'format' | 'of'>

/** One column: its header, and its value for a row. */
export type FileColumn<Row> = [head: ServerMessageKey, cellOf: (row: Row) => Cell]

/** A row for each step, and at the end one for all of them and one for the time before. */
export function stepTable<Counts>(
  { steps, total, before }: { steps: readonly (Counts & { day: string })[]; total: Counts; before: Counts },
  step: DailyStep,
  language: MessageLanguage,
  counts: readonly FileColumn<Counts>[],
): ReportFile {
  const rows: (Counts & { name: string })[] = [
    ...steps.map((row) => ({ ...row, name: nameOf(row.day, step) })),
    { ...total, name: formatMessage(language, 'reports.total') },
    { ...before, name: formatMessage(language, 'reports.before') },
  ]
  return tableOf(language, rows, [[`reports.step.${step}`, ({ name }) => name], ...counts])
}

/** The name of a step, which is as much of its first day as it needs: `2026-11-23`, `2026-11`, `2026`. */
function nameOf(day: string, step: DailyStep): string {
  return day.slice(0, { day: 10, week: 10, month: 7, year: 4 }[step])
}

export function tableOf<Row>(
  language: MessageLanguage,
  rows: readonly Row[],
  columns: readonly FileColumn<Row>[],
): ReportFile {
  return {
    title: formatMessage(language, 'reports.title'),
    rows: rows.length,
    headers: columns.map(([head]) => formatMessage(language, head)),
    pages: onePage(rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))),
  }
}

/** How many classes were held and how many rolls were taken, followed by the columns that the page shows. */
export function countColumns<Counts extends { classes: number; rolls: number }>(
  language: MessageLanguage,
  columns: readonly ReportColumn<Counts>[],
): FileColumn<Counts>[] {
  const write = numbersIn(language)
  return [
    ['reports.held', ({ classes }) => countCell(classes)],
    ['reports.rolls', ({ rolls }) => countCell(rolls)],
    ...columns.map(
      ({ key, numberOf, as }): FileColumn<Counts> => [
        `reports.${key}`,
        (row) => numberCell(numberOf(row), as, write),
      ],
    ),
  ]
}

function numberCell(
  value: number | undefined,
  as: ReportColumn<never>['as'],
  write: ReturnType<typeof numbersIn>,
): Cell {
  if (value === undefined) {
    return write[as](value)
  }
  switch (as) {
    case 'whole':
      return countCell(value)
    case 'percent':
      return { value, written: write.percent(value), isShare: true }
    case 'tenths':
      return { value: Math.round(value * 10) / 10, written: write.tenths(value) }
  }
}

export async function* onePage(rows: readonly Cells[]) {
  yield rows
}
