import type { SentFile } from '@vestry/contract/calls/route.ts'
import { type ExportFormat, FILE_TYPES, MAX_SHEET_ROWS } from '@vestry/contract/rules/export-rules.ts'
import { ApiError } from './api-errors.ts'
import { type Cells, csvOf } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

/** A table whose rows come in pages, so that only a few of them are in memory at a time. */
export type Table = { title: string; headers: Cells; pages: AsyncIterable<readonly Cells[]> }

export function tableFile(format: ExportFormat, { title, headers, pages }: Table): SentFile {
  const content = format === 'xlsx' ? xlsxOf(title, headers, pages) : csvOf(headers, pages)
  return { type: FILE_TYPES[format], content }
}

/** Refuses more rows than a workbook has room for. */
export function requireRoom(format: ExportFormat, rows: number): void {
  if (format === 'xlsx' && rows > MAX_SHEET_ROWS) {
    throw new ApiError(
      'too_large',
      `An Excel sheet has room for ${MAX_SHEET_ROWS} rows, and these are ${rows}. Choose CSV.`,
    )
  }
}

/**
 * Reads page after page, each starting where the one before ended: no transaction stays open while somebody downloads.
 */
export async function* pagesOf<Row>(
  fetch: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => Cells,
): AsyncGenerator<readonly Cells[]> {
  yield* wholePagesOf(fetch, async (rows) => rows.map(cellsOf))
}

/** The same where cells are found for a page at once; a row may have several lines. */
export async function* wholePagesOf<Row>(
  fetch: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  linesOf: (rows: readonly Row[]) => Promise<readonly Cells[]>,
): AsyncGenerator<readonly Cells[]> {
  let last: Row | undefined
  do {
    const rows = await fetch(last, ROWS_AT_ONCE)
    yield await linesOf(rows)
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (last !== undefined)
}

const ROWS_AT_ONCE = 250
