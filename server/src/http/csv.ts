import { guardFormulas } from '@vestry/contract/text/formula-guard.ts'

/**
 * A text, or a number. A workbook holds a number's value, with a percent sign if it is a share; CSV holds it as it is
 * written.
 */
export type Cell = string | NumberCell
export type NumberCell = { value: number; written: string; isShare?: boolean }
/** One row of a file. */
export type Cells = readonly Cell[]

/** A whole number. */
export function countCell(value: number): NumberCell {
  return { value, written: String(value) }
}

/** Tells spreadsheets that the file is UTF-8. */
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

function csvCell(cell: Cell): string {
  const harmless = guardFormulas(typeof cell === 'string' ? cell : cell.written)
  return /[",;\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
