import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { church } from '../console-config.ts'
import { type CalendarEntry, entriesOf } from './calendar-entries.ts'

/** The entries of the calendar from one day to another, with the month that it was asked for. */
export type MonthAnswer = { month: string; entries: CalendarEntry[] }

export function findMonth(month: string, weeks: readonly (readonly string[])[]) {
  const query = { from: weeks.at(0)?.at(0) ?? '', to: weeks.at(-1)?.at(-1) ?? '' }
  return queryOptions({
    queryKey: ['calendar', month, query],
    queryFn: async ({ signal }): Promise<MonthAnswer> => ({
      month,
      entries: entriesOf(await callApi('GET /calendar', { query, signal }), church().parts),
    }),
    // Classes are planned on other pages, and what was planned a moment ago is looked for here.
    staleTime: 0,
  })
}
