import { useQuery } from '@tanstack/react-query'
import { useChurchToday } from '../api/clock/use-church-today.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { queryNow, useAddressQuery } from '../ui/list/use-address-query.ts'
import { firstWeekday } from '../ui/reports/first-weekday.ts'
import { findTerm } from './report-calls.ts'
import { type ReportRange, readRange, writeRange } from './report-range.ts'

/**
 * The time that the address names, and the query for a report, which its files use too. A report of a series may be
 * about its term; it is `ready` to be loaded once the dates of the term are known.
 */
export function useReportRange(series_id?: (query: URLSearchParams) => number | undefined) {
  const { language } = useMessages()
  const { query, setQuery } = useAddressQuery()
  const id = series_id?.(query)
  const found = useQuery({ ...findTerm(id ?? 0), enabled: id !== undefined })
  const term = id === undefined ? undefined : (found.data ?? undefined)
  const range = readRange(query, useChurchToday(), term)
  const { from, to, step } = range
  const first_day = firstWeekday(language, navigator.languages, church().weekStart)
  const show = (next: ReportRange) => setQuery(writeRange(queryNow(), next))
  const ready = id === undefined || query.get('range') !== 'term' || !found.isPending
  return { range, term, ready, asked: { from, to, step, first_day }, show, query, setQuery }
}
