import { MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { guessImported, guessMapping, isUsable } from './column-mapping.ts'
import { MAX_HEADER_ROW, type Sheet, type SheetRow } from './sheets.ts'

/** A list as texts: the row with the names of its columns, the rows below, and their numbers in a spreadsheet. */
export type Table = { headers: string[]; rows: string[][]; lines: number[] }

/** The part of the list below the row at a place. */
export function tableOf({ rows }: Pick<Sheet, 'rows'>, headers: number): Table {
  const below = rows.slice(headers + 1)
  return {
    headers: rows[headers]?.cells ?? [],
    rows: below.map(({ cells }) => cells),
    lines: below.map(({ line }) => line),
  }
}

/** The places of the rows that may have the names of the columns. */
export function headerRows({ rows }: Pick<Sheet, 'rows'>): (SheetRow & { place: number })[] {
  return rows
    .slice(0, MAX_HEADER_ROW)
    .map((row, place) => ({ ...row, place }))
    .filter(({ place }) => rows.length - 1 - place > 0 && rows.length - 1 - place <= MAX_IMPORT_ROWS)
}

/** Finds the row with the names of the columns: a title or a note above it fills only a few cells. */
export function findHeaders(rows: readonly SheetRow[]): number {
  const first = rows.slice(0, MAX_HEADER_ROW).map(({ cells }) => cells)
  const named = first.findIndex((cells) => {
    const of = guessImported(cells)
    return isUsable(guessMapping(cells, of), of)
  })
  const counts = first.map((cells) => cells.filter((cell) => cell !== '').length)
  const wide = counts.findIndex((count, place) => place < rows.length - 1 && count * 2 > Math.max(...counts))
  return [named, wide].find((place) => place !== -1) ?? 0
}

/** The list that is most likely meant: the first that can be imported and is not hidden. */
export function findSheet(sheets: readonly Sheet[]): number {
  const taken = (isHidden: boolean) =>
    sheets.findIndex((sheet) => sheet.problem === undefined && sheet.isHidden === isHidden)
  const shown = taken(false)
  return shown === -1 ? taken(true) : shown
}

const EXAMPLES = 3

/** The first different texts of a column. */
export function examplesOf(rows: Table['rows'], column: number): string[] {
  const examples = new Set<string>()
  for (const { [column]: text = '' } of rows) {
    if (text !== '') {
      examples.add(text)
    }
    if (examples.size === EXAMPLES) {
      break
    }
  }
  return [...examples]
}
