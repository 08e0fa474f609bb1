import { loadMessages } from '../../messages/messages.ts'
import { fetchCode } from '../fetch-code.ts'

/** Rows with the component that lists them, which is loaded only while there are some; null without any. */
export async function withList<Row, List>(
  rows: readonly Row[],
  load: () => Promise<List>,
): Promise<{ rows: readonly Row[]; List: List } | null> {
  if (rows.length === 0) {
    return null
  }
  const [List] = await fetchCode(() => Promise.all([load(), loadMessages('claims')]))
  return { rows, List }
}
