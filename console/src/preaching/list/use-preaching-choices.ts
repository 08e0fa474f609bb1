import { useQuery } from '@tanstack/react-query'
import {
  PREACHING_FILTER_NAMES,
  PREACHING_FILTERS,
  type PreachingFilterName,
  SERMON_STATES,
} from '@vestry/contract/rules/preaching-rules.ts'
import { useMessages } from '../../messages/use-messages.ts'
import type { FilterChip } from '../../ui/list/filter-chips.tsx'
import { listCategories, listPreachers, listSeries, listTopics, listYears } from '../preaching-calls.ts'
import { choosableYears, type PreachingListControl } from './preaching-filter.ts'

type Choice = { value: number; label: string }

/** The choices of each of these filters; those of other filters are not loaded. */
export function usePreachingChoices(of: readonly PreachingFilterName[]) {
  const { t } = useMessages()
  const years = useQuery({ ...listYears, enabled: of.includes('years') })
  const preachers = useQuery({ ...listPreachers, enabled: of.includes('presenters') })
  const categories = useQuery({ ...listCategories, enabled: of.includes('categories') })
  const series = useQuery({ ...listSeries, enabled: of.includes('series') })
  const topics = useQuery({ ...listTopics, enabled: of.includes('topics') })
  const named = <Row extends { id: number }>({ data = [] }: { data?: Row[] | undefined }, name: keyof Row) =>
    data.map((row): Choice => ({ value: row.id, label: String(row[name]) }))
  const choices: Record<PreachingFilterName, Choice[]> = {
    years: choosableYears(new Date().getFullYear(), years.data ?? []).map((year) => ({
      value: year,
      label: String(year),
    })),
    presenters: named(preachers, 'presenterName'),
    categories: named(categories, 'category'),
    series: named(series, 'name'),
    topics: named(topics, 'topic'),
    states: SERMON_STATES.map((state, at) => ({ value: at + 1, label: t(`preaching.state.${state}`) })),
  }
  return { choices, needed: [preachers, categories] }
}

/** One chip for every value that the list is filtered by; names are loaded only when one is needed. */
export function usePreachingChips({ state: { filters }, removeFilter }: PreachingListControl): FilterChip[] {
  const { choices } = usePreachingChoices(
    PREACHING_FILTER_NAMES.filter(
      (name) => PREACHING_FILTERS[name].kind === 'ids' && filters[name].length > 0,
    ),
  )
  return PREACHING_FILTER_NAMES.flatMap((name) =>
    filters[name].map((value) => ({
      key: `${name}-${value}`,
      label: choices[name].find((one) => one.value === value)?.label ?? String(value),
      remove: () => removeFilter(name, value),
    })),
  )
}
