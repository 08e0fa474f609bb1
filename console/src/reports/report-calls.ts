import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import type { ReportRange } from './report-range.ts'

/** A report that is looked at again is asked for again: rolls are taken on other pages. */
const FRESH = { staleTime: 0, placeholderData: keepPreviousData } as const

export function findAttendanceReport(
  { from, to, step }: Omit<ReportRange, 'name'>,
  { series_id, first_day }: { series_id: number | undefined; first_day: number },
) {
  const query = { from, to, step, first_day, ...(series_id !== undefined && { series_id }) }
  return queryOptions({
    queryKey: ['reports', 'attendance', query],
    queryFn: async ({ signal }) => ({
      step,
      ...(await callApi('GET /reports/attendance', { query, signal })),
    }),
    ...FRESH,
  })
}

export function findRegister({ from, to }: Pick<ReportRange, 'from' | 'to'>, series_id: number) {
  const query = { from, to, series_id }
  return queryOptions({
    queryKey: ['reports', 'register', query],
    queryFn: ({ signal }) => callApi('GET /reports/register', { query, signal }),
    ...FRESH,
  })
}

export function findTeacherReport({ from, to }: Pick<ReportRange, 'from' | 'to'>) {
  const query = { from, to }
  return queryOptions({
    queryKey: ['reports', 'teachers', query],
    queryFn: ({ signal }) => callApi('GET /reports/teachers', { query, signal }),
    ...FRESH,
  })
}
