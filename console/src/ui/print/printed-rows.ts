import { useState } from 'react'
import { flushSync } from 'react-dom'
import { lateCode } from '../late-code.tsx'
import type { ListState } from '../list/list-address.ts'
import type { Selected } from '../list/use-several.tsx'
import type { Rows } from './print-list.ts'

/** What prints, which a list needs only after its rows. */
export const printing = lateCode(() => import('./print-list.ts'))

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
  const [loaded, setLoaded] = useState<{ of: unknown; rows: readonly Row[] }>()
  const chosen = selected?.size ? selected : undefined
  const of = chosen ?? shown
  const rows = loaded && loaded.of === of ? loaded.rows : undefined
  return {
    rows,
    ofSelected: rows && chosen,
    loadRest:
      of === undefined || (shown === of && shown.results.length >= shown.totalCount)
        ? undefined
        : async () => {
            const all = chosen
              ? [...chosen.values()]
              : await (await printing.insist()).fetchAllRows(state, fetchRows)
            flushSync(() => setLoaded({ of, rows: all }))
          },
  }
}
