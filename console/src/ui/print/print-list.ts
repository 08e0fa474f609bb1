import { t } from '../../messages/messages.ts'
import { showMessage, whileShowing } from '../dialogs/dialogs.ts'
import type { ListState } from '../list/list-address.ts'
import { referenceOf } from '../reference.tsx'

/** More rows than this are a book: the paper says that it has not all of them. */
export const MAX_PRINTED = 1000
/** The most that one call answers. */
const SLICE = 100

export type Rows<Row> = {
  results: readonly Row[]
  totalCount: number
  /** There are more than `totalCount`, which a search counts no further. */
  totalExceeded?: boolean | undefined
}

/** Prints the page once what is missing on it is there. */
export async function printList(loadRest: (() => Promise<void>) | undefined): Promise<void> {
  try {
    if (loadRest !== undefined) {
      await whileShowing(t('ui.print.loading'), loadRest)
      await drawn()
    }
    window.print()
  } catch (error) {
    await showMessage({
      status: 'error',
      message: t('ui.print.failed'),
      details: error instanceof Error ? [error.message] : [],
      reference: referenceOf(error),
    })
  }
}

/** Fetches all rows of a list as it is searched, filtered and sorted, up to the most that are printed. */
export async function fetchAllRows<Row>(
  state: ListState,
  fetchRows: (slice: ListState, limit: number) => Promise<Rows<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let total = MAX_PRINTED
  for (let page = 1; rows.length < Math.min(total, MAX_PRINTED); page++) {
    const { results, totalCount } = await fetchRows({ ...state, page }, SLICE)
    if (results.length === 0) {
      break
    }
    rows.push(...results)
    total = totalCount
  }
  return rows.slice(0, MAX_PRINTED)
}

/** Settles once the browser has drawn what was rendered. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
