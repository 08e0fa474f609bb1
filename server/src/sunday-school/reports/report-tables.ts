import type {
  AttendanceReport,
  ChildReport,
  GuestReport,
  Register,
  TeacherReport,
} from '@vestry/contract/calls/reports.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { ATTENDANCE_COLUMNS, CHILD_COLUMNS, GUESTS } from '@vestry/contract/records/report-columns.ts'
import type { GuestTable, ReportStep, ReportTable } from '@vestry/contract/rules/report-rules.ts'
import { countCell } from '../../http/csv.ts'
import {
  countColumns,
  type FileColumn,
  onePage,
  type ReportFile,
  stepTable,
  tableOf,
} from '../../reports/report-table.ts'
import { formatMessage } from '../../server-messages.ts'

export function attendanceTable(
  report: AttendanceReport,
  { table, step, language }: { table: ReportTable; step: ReportStep; language: MessageLanguage },
): ReportFile {
  const counts = countColumns(language, ATTENDANCE_COLUMNS)
  return table === 'series'
    ? tableOf(language, report.series, [['reports.class', ({ title }) => title], ...counts])
    : stepTable(report, step, language, counts)
}

export function childTable(
  report: ChildReport,
  { table, step, language }: { table: ReportTable; step: ReportStep; language: MessageLanguage },
): ReportFile {
  const counts = countColumns(language, CHILD_COLUMNS)
  return table === 'series'
    ? tableOf(language, report.series, [['reports.class', ({ title }) => title], ...counts])
    : stepTable(report, step, language, counts)
}

export function guestTable(
  report: GuestReport,
  { table, step, language }: { table: GuestTable; step: ReportStep; language: MessageLanguage },
): ReportFile {
  if (table === 'guests') {
    return tableOf(language, report.guests, [
      ['reports.lastName', ({ last_name }) => last_name],
      ['reports.firstName', ({ first_name }) => first_name],
      ['reports.firstVisit', ({ day }) => day],
      ['reports.came_again', ({ came_again }) => formatMessage(language, `reports.again.${came_again}`)],
    ])
  }
  return stepTable(report, step, language, countColumns(language, GUESTS.columns))
}

/** A table of children by date; its days are written so that spreadsheets read them as days. */
export function registerTable(
  { sessions, children, erased }: Register,
  language: MessageLanguage,
): ReportFile {
  type Child = Register['children'][number]
  const recorded = ({ states }: Child) => states.filter((state) => state !== 'not_recorded')
  const columns: FileColumn<Child>[] = [
    ['reports.lastName', ({ last_name }) => last_name],
    ['reports.firstName', ({ first_name }) => first_name],
    ['reports.came', (child) => countCell(recorded(child).filter((state) => state === 'present').length)],
    ['reports.recorded', (child) => countCell(recorded(child).length)],
  ]
  const table = tableOf(language, children, columns)
  const cells = children.map((child) => [
    ...columns.map(([, cellOf]) => cellOf(child)),
    ...child.states.map((state) => formatMessage(language, `reports.letter.${state}`)),
  ])
  const nameless = erased.map(({ present, absent }) =>
    present + absent === 0
      ? ''
      : formatMessage(language, 'reports.rollsOf', { rolls: present, classes: present + absent }),
  )
  if (nameless.some((cell) => cell !== '')) {
    cells.push([formatMessage(language, 'reports.erased'), '', '', '', ...nameless])
  }
  const days = sessions.map(({ session_datetime }) => session_datetime.slice(0, 16).replace('T', ' '))
  return { ...table, rows: cells.length, headers: [...table.headers, ...days], pages: onePage(cells) }
}

export function teacherTable(report: TeacherReport, language: MessageLanguage): ReportFile {
  return tableOf(language, report, [
    ['reports.teacher', ({ name }) => name || formatMessage(language, 'reports.formerStaff')],
    ['reports.held', ({ classes }) => countCell(classes)],
    ['reports.rolls', ({ rolls }) => countCell(rolls)],
  ])
}
