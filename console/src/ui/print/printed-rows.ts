import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState } from '../list/list-address.ts'
import type { Selected } from '../list/use-several.tsx'
import { fetchAllRows, type Rows } from './print-list.ts'

/**
 * All rows of a list for printing, and a function to load them if the screen doesn't have all. They belong to the
 * response that is on the screen at the time, and are dropped with it. Where rows are selected, they alone are printed.
 */
export function usePrintedRows<Row>(
  state: ListState,
  shown: Rows<Row> | undefined,
  fetchRows: (slice: ListState, limit: number) => Promise<Rows<Row>>,
  selected: Selected<Row> | undefined,
) {
  const [loaded, setLoaded] = useState<{ of: Rows<Row> | Selected<Row>; rows: readonly Row[] }>()
  const chosen = selected !== undefined && selected.size > 0 ? selected : undefined
  const loadRest = async (of: Rows<Row>) => {
    const rows = chosen === undefined ? await fetchAllRows(state, fetchRows) : [...chosen.values()]
    flushSync(() => setLoaded({ of: chosen ?? of, rows }))
  }
  const rows = loaded !== undefined && loaded.of === (chosen ?? shown) ? loaded.rows : undefined
  return {
    rows,
    selected: rows !== undefined && chosen !== undefined,
    loadRest:
      shown === undefined || (chosen === undefined && shown.results.length >= shown.totalCount)
        ? undefined
        : () => loadRest(shown),
  }
}
