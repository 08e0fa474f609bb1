import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DownloadQuery } from '@vestry/contract/calls/downloads.ts'
import type {
  AttendanceQuery,
  ChildQuery,
  GuestQuery,
  RegisterQuery,
  TeacherQuery,
} from '@vestry/contract/calls/reports.ts'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import type { FurtherReport } from '@vestry/contract/rules/further-reports.ts'
import type { DownloadTable, GuestTable, ReportTable } from '@vestry/contract/rules/report-rules.ts'
import { callApi, downloadFile } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { currentLanguage } from '../messages/messages.ts'

/** A report is loaded again whenever it is looked at, since rolls are taken on other pages. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const

export function findAttendanceReport(query: AttendanceQuery) {
  return queryOptions({
    queryKey: ['reports', 'attendance', query],
    queryFn: async ({ signal }) => ({
      step: query.step,
      compare: query.compare,
      ...(await callApi('GET /reports/attendance', { query, signal })),
    }),
    ...FRESH,
  })
}

/** The times of a series' first class and of its last one that is not cancelled; null if there is none. */
export function findTerm(series_id: number) {
  return queryOptions({
    queryKey: ['reports', 'term', series_id],
    queryFn: async ({ signal }) => {
      const sessions = await callApi('GET /classes/sessions', { query: { series_id }, signal })
      const days = sessions
        .filter(({ cancelled }) => !cancelled)
        .map(({ session_datetime }) => session_datetime.slice(0, 10))
      const [from, to] = [days.at(0), days.at(-1)]
      return from === undefined || to === undefined ? null : { from, to }
    },
    staleTime: 0,
  })
}

export function findChildReport(query: ChildQuery) {
  return queryOptions({
    queryKey: ['reports', 'child', query],
    queryFn: async ({ signal }) => ({
      step: query.step,
      ...(await callApi('GET /reports/child', { query, signal })),
    }),
    ...FRESH,
  })
}

export function findFurtherReport(name: FurtherReport, query: GuestQuery) {
  return queryOptions({
    queryKey: ['reports', name, query],
    queryFn: async ({ signal }) => ({
      step: query.step,
      ...(await callApi(`GET /reports/${name}`, { query, signal })),
    }),
    ...FRESH,
  })
}

export function findDownloadReport(query: DownloadQuery) {
  return queryOptions({
    queryKey: ['reports', 'downloads', query],
    queryFn: async ({ signal }) => ({
      step: query.step,
      ...(await callApi('GET /downloads', { query, signal })),
    }),
    ...FRESH,
  })
}

export function findRegister(query: RegisterQuery) {
  return queryOptions({
    queryKey: ['reports', 'register', query],
    queryFn: ({ signal }) => callApi('GET /reports/register', { query, signal }),
    ...FRESH,
  })
}

export function findTeacherReport(query: TeacherQuery) {
  return queryOptions({
    queryKey: ['reports', 'teachers', query],
    queryFn: ({ signal }) => callApi('GET /reports/teachers', { query, signal }),
    ...FRESH,
  })
}

/** Downloads a table of the report with the same query. */
export async function saveAttendanceReport(
  query: AttendanceQuery,
  table: ReportTable,
  format: ExportFormat,
): Promise<void> {
  await downloadFile('GET /reports/attendance/export', fileName('attendance-report', format), {
    query: { ...query, table, format, language: currentLanguage() },
  })
}

export async function saveChildReport(
  query: ChildQuery,
  table: ReportTable,
  format: ExportFormat,
): Promise<void> {
  await downloadFile('GET /reports/child/export', fileName(`attendee-${query.attendee_id}`, format), {
    query: { ...query, table, format, language: currentLanguage() },
  })
}

/** The table by steps, or another one of the report. */
export async function saveFurtherReport(
  name: FurtherReport,
  query: GuestQuery & { table?: GuestTable },
  format: ExportFormat,
): Promise<void> {
  await downloadFile(`GET /reports/${name}/export`, fileName(name, format), {
    query: { ...query, format, language: currentLanguage() },
  })
}

export async function saveDownloadReport(
  query: DownloadQuery,
  table: DownloadTable,
  format: ExportFormat,
): Promise<void> {
  await downloadFile('GET /downloads/export', fileName('downloads', format), {
    query: { ...query, table, format, language: currentLanguage() },
  })
}

export async function saveRegister(query: RegisterQuery, format: ExportFormat): Promise<void> {
  await downloadFile('GET /reports/register/export', fileName('register', format), {
    query: { ...query, format, language: currentLanguage() },
  })
}

export async function saveTeacherReport(query: TeacherQuery, format: ExportFormat): Promise<void> {
  await downloadFile('GET /reports/teachers/export', fileName('teachers', format), {
    query: { ...query, format, language: currentLanguage() },
  })
}

function fileName(report: string, format: ExportFormat): string {
  return `vestry-${report}-${churchToday()}.${format}`
}
