import {
  SERMON_IMPORT_ROW_STATES,
  type SermonImportRowState,
} from '@vestry/contract/rules/sermon-import-rules.ts'
import { type FoundImport, ROWS_SHOWN } from './sermon-import-calls.ts'

/** What is open: the sermons in a state, or other choices; nothing is chosen yet if it is undefined. */
export type Shown = { key: SermonImportRowState | 'speakers' | 'defaults' | 'none' | undefined; page: number }

/** The state of the sermons that are open, if these are sermons. */
export function stateOf({ key }: Shown): SermonImportRowState | undefined {
  return SERMON_IMPORT_ROW_STATES.find((state) => state === key)
}

/**
 * What is open now: sermons change their state even while nobody does anything. Unless something else was chosen, those
 * are open that need somebody's eye.
 */
export function shownOf(chosen: Shown, found: Pick<FoundImport, 'state' | 'counts'>): Shown {
  const { counts } = found
  const state = stateOf(chosen)
  if (state !== undefined && counts[state] > 0) {
    return { key: state, page: Math.min(chosen.page, Math.ceil(counts[state] / ROWS_SHOWN)) }
  }
  // Other choices end when an import is started.
  if (chosen.key === 'none' || (found.state === 'read' && state === undefined && chosen.key !== undefined)) {
    return chosen
  }
  return { key: (['failed', 'unreadable'] as const).find((one) => counts[one] > 0), page: 1 }
}
