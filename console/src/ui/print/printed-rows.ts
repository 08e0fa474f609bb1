import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState } from '../list/list-address.ts'
import { fetchAllRows, type Rows } from './print-list.ts'

/**
 * All rows of a list for the paper, and how to fetch them where the screen has not all. They stand for the answer that
 * is on the screen at the time, and go with it.
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
