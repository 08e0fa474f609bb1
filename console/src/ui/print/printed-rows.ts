import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState } from '../list/list-address.ts'
import { fetchAllRows, type Rows } from './print-list.ts'

/**
 * All rows of a list for printing, and a function to load them if the screen doesn't have all. They belong to the
 * response that is on the screen at the time, and are dropped with it.
 */
export function usePrintedRows<Row>(
  state: ListState,
  shown: Rows<Row> | undefined,
  fetchRows: (slice: ListState, limit: number) => Promise<Rows<Row>>,
) {
  const [fetched, setFetched] = useState<{ of: Rows<Row>; rows: readonly Row[] }>()
  const loadRest = async (of: Rows<Row>) => {
    const rows = await fetchAllRows(state, fetchRows)
    flushSync(() => setFetched({ of, rows }))
  }
  return {
    rows: fetched !== undefined && fetched.of === shown ? fetched.rows : undefined,
    loadRest:
      shown === undefined || shown.results.length >= shown.totalCount ? undefined : () => loadRest(shown),
  }
}
