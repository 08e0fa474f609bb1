import { FIRST_YEAR, SERMON_STATES, type SermonState } from '@vestry/contract/preaching-rules.ts'
import { sanitize } from '@vestry/contract/sanitize.ts'
import { type ListShape, type ListState, listQuery } from '../ui/list-address.ts'

/** What the preaching list can be filtered and sorted by, in its address. */
export const preachingShape = {
  filters: ['years', 'presenters', 'categories', 'series', 'topics', 'states'],
  ranges: { years: [1900, 2999], states: [1, SERMON_STATES.length] },
  orders: { date: 'DESC', title: 'ASC', presenter: 'ASC', category: 'ASC' },
  defaultOrder: 'date',
  // Romans 8:28 stays a passage.
  cleanSearch: sanitize,
} as const satisfies ListShape

export type PreachingFilterName = (typeof preachingShape.filters)[number]
export type PreachingOrderName = keyof typeof preachingShape.orders

/** A state by its number in the address, counted from 1. */
export function stateOfNumber(number: number): SermonState {
  return SERMON_STATES[number - 1] ?? 'published'
}

/** What the list asks the server for. */
export function preachingQuery(state: ListState<PreachingFilterName, PreachingOrderName>, pageSize: number) {
  const { states, ...query } = listQuery(state, pageSize)
  return { ...query, ...(states && { states: state.filters.states.map(stateOfNumber).join(',') }) }
}

/** The years that can be chosen: from this one down to the first, and the earlier ones of which there are sermons. */
export function choosableYears(thisYear: number, yearsOfSermons: readonly number[]): number[] {
  const always = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, back) => thisYear - back)
  const [least] = preachingShape.ranges.years
  return [...always, ...yearsOfSermons.filter((year) => year >= least && year < FIRST_YEAR)]
}
