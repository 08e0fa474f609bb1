import { guardFormulas } from '@vestry/contract/formula-guard.ts'

/** A row of a file as texts. */
export type Cells = readonly string[]

/** Tells spreadsheets that it is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table as the pieces of a CSV file (RFC 4180), in which no cell is a formula. */
export async function* csvOf(headers: Cells, pages: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(headers)}`
  for await (const rows of pages) {
    yield rows.map(csvLine).join('')
  }
}

function csvLine(cells: Cells): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const harmless = guardFormulas(text)
  return /[",;\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
