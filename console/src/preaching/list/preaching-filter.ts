import {
  FIRST_YEAR,
  PREACHING_FILTERS,
  type PreachingFilterName,
  type PreachingOrder,
} from '@vestry/contract/rules/preaching-rules.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import type { ListShape } from '../../ui/list/list-address.ts'
import type { ListControl } from '../../ui/list/use-list-state.ts'

/** What the preaching list can be filtered and sorted by. */
export const preachingCriteria = {
  filters: PREACHING_FILTERS,
  orders: { date: 'DESC', title: 'ASC', presenter: 'ASC', category: 'ASC' },
  defaultOrder: 'date',
} as const satisfies ListShape<PreachingFilterName, PreachingOrder>

/** The same, as it stands in the list's address with what was searched for. */
export const preachingShape = {
  ...preachingCriteria,
  // Romans 8:28 stays a passage.
  cleanSearch: sanitize,
} as const satisfies ListShape<PreachingFilterName, PreachingOrder>

export type PreachingListControl = ListControl<PreachingFilterName, PreachingOrder>

/** The years that can be chosen: from this one back to the first, and earlier ones that have sermons. */
export function choosableYears(thisYear: number, yearsOfSermons: readonly number[]): number[] {
  const always = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, back) => thisYear - back)
  const { least } = PREACHING_FILTERS.years
  return [...always, ...yearsOfSermons.filter((year) => year >= least && year < FIRST_YEAR)]
}
