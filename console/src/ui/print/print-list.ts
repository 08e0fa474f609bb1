import { t } from '../../messages/messages.ts'
import { showMessage, whileShowing } from '../dialogs/dialogs.ts'
import type { ListState } from '../list/list-address.ts'
import { referenceOf } from '../reference.tsx'
import { MAX_PRINTED } from './max-printed.ts'

/** The most that one call returns. */
const SLICE = 100

export type Rows<Row> = {
  results: readonly Row[]
  totalCount: number
  /** There are more than `totalCount`, since a search stops counting there. */
  totalExceeded?: boolean | undefined
}

/** Prints the page once its missing rows are there. */
export async function printList(loadRest: (() => Promise<void>) | undefined): Promise<void> {
  const load = async () => {
    await loadRest?.()
    await drawn()
  }
  if (loadRest === undefined || (await tryShowing(t('ui.print.loading'), t('ui.print.failed'), load))) {
    window.print()
  }
}

/** Loads the rows of a list with its search, filters and order, up to the most that are printed, or so many. */
export async function fetchAllRows<Row>(
  state: ListState,
  fetchRows: (slice: ListState, limit: number) => Promise<Rows<Row>>,
  most = MAX_PRINTED,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let total = most
  for (let page = 1; rows.length < Math.min(total, most); page++) {
    const { results, totalCount } = await fetchRows({ ...state, page }, SLICE)
    if (results.length === 0) {
      break
    }
    rows.push(...results)
    total = totalCount
  }
  return rows.slice(0, most)
}

/** Resolves once the browser has drawn what was rendered. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Shows `message` as long as `work` takes. Says so if it `failed`, and returns whether it did not. */
export async function tryShowing(
  message: string,
  failed: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await whileShowing(message, work)
    return true
  } catch (error) {
    await showMessage({
      status: 'error',
      message: failed,
      details: error instanceof Error ? [error.message] : [],
      reference: referenceOf(error),
    })
    return false
  }
}
