import { useQuery } from '@tanstack/react-query'
import type { FilterChip } from '../ui/filter-chips.tsx'
import type { ListControl } from '../ui/use-list-state.ts'
import { listCategories, listPreachers } from './preaching-calls.ts'
import type { PreachingFilterName, PreachingOrderName } from './preaching-filter.ts'

export type PreachingListControl = ListControl<PreachingFilterName, PreachingOrderName>

/** One chip for every value that the list is filtered by; names are fetched only when one is needed. */
export function usePreachingChips(list: PreachingListControl): FilterChip[] {
  const { years, presenters, categories } = list.state.filters
  const preachers = useQuery({ ...listPreachers, enabled: presenters.length > 0 })
  const known = useQuery({ ...listCategories, enabled: categories.length > 0 })
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
  ]
}
