import { useRef } from 'react'
import {
  defaultCriteria,
  flipSorting,
  type ListCriteria,
  type ListShape,
  type ListState,
  listQuery,
  readListState,
  type Sorting,
  sameCriteria,
  writeListState,
} from './list-address.ts'
import type { SearchBox } from './list-search.tsx'
import { queryNow, useAddressQuery } from './use-address-query.ts'

/**
 * The state of a list, kept in the address only: reload, back and a shared link restore it. Every change is made to
 * what the address says at that moment, and all changes except of the page start again at page 1.
 */
export function useListState<F extends string, O extends string>(shape: ListShape<F, O>) {
  const { query, setQuery } = useAddressQuery()
  const state = readListState(query, shape)
  const typed = useRef<string>(undefined)
  const searchBox = useRef<SearchBox>(null)
  const stateNow = () => readListState(queryNow(), shape)

  const change = (
    next: (now: ListState<F, O>) => Partial<ListState<F, O>>,
    options: { replace?: boolean } = {},
  ): void => {
    const now = stateNow()
    const address = writeListState({ ...now, page: 1, ...next(now) }, shape)
    for (const name of shape.beside ?? []) {
      const said = queryNow().get(name)
      if (said !== null) {
        address.set(name, said)
      }
    }
    typed.current = undefined
    setQuery(address, options)
  }

  return {
    state,
    /** The API query for a state of the list. */
    queryOf: (of: ListState<F, O>, limit: number) => listQuery(of, limit, shape),
    /** Whether the address says nothing: then there is nothing to remove from it. */
    plain: query.size === 0,
    /**
     * Words typed one after the other add one step back, not one for each pause. If `over` is given, it changes only a
     * search that is still equal to that.
     */
    search(text: string, over?: string) {
      const { search } = stateNow()
      if (text !== search && (over === undefined || over === search)) {
        change(() => ({ search: text }), { replace: typed.current === search })
        typed.current = text
      }
    },
    /** Returns whether that was a change. */
    setCriteria(next: (now: ListCriteria<F, O>) => ListCriteria<F, O>): boolean {
      const now = stateNow()
      const filtered = next(now)
      if (sameCriteria(now, filtered)) {
        return false
      }
      change(() => filtered)
      return true
    },
    /** Removes one value of a filter; the other chosen values stay. */
    removeFilter: (name: F, value: number) =>
      change(({ filters }) => ({
        filters: { ...filters, [name]: filters[name].filter((one) => one !== value) },
      })),
    sort: (sorting: Partial<Sorting<O>>) => change(() => sorting),
    /**
     * Sorts by a column, which may stand for several orders; in the other direction if the list is sorted by it
     * already.
     */
    sortBy: (orders: readonly [O, ...O[]]) => change((now) => flipSorting(now, orders, shape.orders)),
    /** Moves this many pages forwards or back, at most to the last one. */
    turnBy: (pages: number, last: number) =>
      change(({ page }) => ({ page: Math.min(Math.max(page + pages, 1), last) })),
    /** For a page that no longer exists: the address is corrected without adding a step to go back to. */
    fallBackTo(page: number) {
      if (queryNow().toString() === query.toString()) {
        change(() => ({ page }), { replace: true })
      }
    },
    cleanSearch: shape.cleanSearch,
    searchBox,
    /** Removes the search (also one that is being typed), the filters and the order; returns whether there were any. */
    clear(): boolean {
      const now = stateNow()
      const defaults = defaultCriteria(shape)
      const dropped = searchBox.current?.drop() === true
      change(() => ({ ...defaults, search: '' }))
      return dropped || now.search !== '' || !sameCriteria(now, defaults)
    },
  }
}

/** A list's state, with functions to change it. */
export type ListControl<F extends string, O extends string> = ReturnType<typeof useListState<F, O>>
