import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages/use-messages.ts'
import type { FilterChip } from '../ui/filter-chips.tsx'
import type { ListControl } from '../ui/use-list-state.ts'
import { listCategories, listPreachers, listSeries, listTopics } from './preaching-calls.ts'
import { type PreachingFilterName, type PreachingOrderName, stateOfNumber } from './preaching-filter.ts'

export type PreachingListControl = ListControl<PreachingFilterName, PreachingOrderName>

/** One chip for every value that the list is filtered by; names are fetched only when one is needed. */
export function usePreachingChips(list: PreachingListControl): FilterChip[] {
  const { t } = useMessages()
  const { years, presenters, categories, series, topics, states } = list.state.filters
  const preachers = useQuery({ ...listPreachers, enabled: presenters.length > 0 })
  const known = useQuery({ ...listCategories, enabled: categories.length > 0 })
  const knownSeries = useQuery({ ...listSeries, enabled: series.length > 0 })
  const knownTopics = useQuery({ ...listTopics, enabled: topics.length > 0 })
  const chip = (name: PreachingFilterName, value: number, label: string | undefined): FilterChip => ({
    key: `${name}-${value}`,
    label: label ?? String(value),
    remove: () => list.removeFilter(name, value),
  })
  return [
    ...years.map((year) => chip('years', year, String(year))),
    ...presenters.map((id) =>
      chip('presenters', id, preachers.data?.find((one) => one.id === id)?.presenterName),
    ),
    ...categories.map((id) => chip('categories', id, known.data?.find((one) => one.id === id)?.category)),
    ...series.map((id) => chip('series', id, knownSeries.data?.find((one) => one.id === id)?.name)),
    ...topics.map((id) => chip('topics', id, knownTopics.data?.find((one) => one.id === id)?.topic)),
    ...states.map((number) => chip('states', number, t(`preaching.state.${stateOfNumber(number)}`))),
  ]
}
