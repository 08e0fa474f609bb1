import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import {
  defaultNarrowing,
  type ListShape,
  type ListState,
  type Narrowing,
  readListState,
  writeListState,
} from './list-address.ts'

/**
 * The state of a list, kept in the address alone: reload, back and a shared link restore it. Every change
 * but turning the page starts again at page 1.
 */
export function useListState<F extends string, O extends string>(shape: ListShape<F, O>) {
  const [params, setParams] = useSearchParams()
  const state = readListState(params, shape)
  const typed = useRef<string>(undefined)

  const go = (next: ListState<F, O>, options: { replace?: boolean } = {}) => {
    typed.current = undefined
    const address = writeListState(next, shape)
    // What the address says by now: a render of it may still be on its way.
    const current = new URLSearchParams(location.search)
    for (const name of shape.beside ?? []) {
      const said = current.get(name)
      if (said !== null) {
        address.set(name, said)
      }
    }
    setParams(address, { replace: options.replace ?? false })
  }

  return {
    state,
    /** Words typed one after the other make one step back, not one a pause. */
    search(text: string) {
      if (text !== state.search) {
        go({ ...state, search: text, page: 1 }, { replace: typed.current === state.search })
        typed.current = text
      }
    },
    narrow: ({ filters, orderBy, direction }: Narrowing<F, O>) =>
      go({ ...state, filters, orderBy, direction, page: 1 }),
    removeFilter(name: F, value: number) {
      const left = state.filters[name].filter((one) => one !== value)
      go({ ...state, filters: { ...state.filters, [name]: left }, page: 1 })
    },
    sortBy(order: O) {
      const flipped = state.direction === 'ASC' ? 'DESC' : 'ASC'
      const direction = state.orderBy === order ? flipped : shape.orders[order]
      go({ ...state, orderBy: order, direction, page: 1 })
    },
    turnTo: (page: number) => go({ ...state, page }),
    /** For a page that is no more: the address is put right without a step to go back to. */
    fallBackTo: (page: number) => go({ ...state, page }, { replace: true }),
    clear: () => go({ ...defaultNarrowing(shape), search: '', page: 1 }),
  }
}

/** A list's state with what can be done to it. */
export type ListControl<F extends string, O extends string> = ReturnType<typeof useListState<F, O>>
