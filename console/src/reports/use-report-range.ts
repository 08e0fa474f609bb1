import { useChurchToday } from '../api/use-church-today.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { firstWeekday } from '../ui/first-weekday.ts'
import { queryNow, useAddressQuery } from '../ui/use-address-query.ts'
import { type ReportRange, readRange, writeRange } from './report-range.ts'

/** The time that the address names, and what a report is asked for with; its files are asked for with the same. */
export function useReportRange() {
  const { language } = useMessages()
  const { query, setQuery } = useAddressQuery()
  const range = readRange(query, useChurchToday())
  const { from, to, step } = range
  const first_day = firstWeekday(language, navigator.languages, church().weekStart)
  const show = (next: ReportRange) => setQuery(writeRange(queryNow(), next))
  return { range, asked: { from, to, step, first_day }, show, query, setQuery }
}
