import { MAX_IMPORT_CELL, MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { TableError, type TableProblem } from './table-error.ts'

/** A row that isn't blank; `line` is its number in a spreadsheet, which counts blank rows too. */
export type SheetRow = { line: number; cells: string[] }

/** One list of a file, without columns that are blank throughout. */
export type Sheet = {
  /**
   * Blank if the file has only one list and doesn't name it; for one of two readings, the words that tell them apart.
   */
  name: string
  isHidden: boolean
  /** Whether it is one of several ways to read the file's letters. */
  isReading?: boolean
  rows: SheetRow[]
  /** The place of the row with the names of the columns, as far as that can be told. */
  headers: number
  /** Why the list can't be imported. */
  problem?: TableProblem | undefined
  /** The rows whose quotation marks don't match, read as well as possible, or not at all. */
  stray?: StrayRow[]
}

export type StrayRow = { line: number; text: string; isRead: boolean }

/** How many of the first rows may be the one with the names of the columns. */
export const MAX_HEADER_ROW = 20
/** How many rows are kept: those of the longest list, and those above it. */
export const MAX_ROWS = MAX_IMPORT_ROWS + MAX_HEADER_ROW
/** Even a list with a column for each Sunday of many years has fewer. */
const MAX_COLUMNS = 1000
/** In characters: enough for the largest file that can be imported, and a fraction of a browser's memory. */
const MAX_KEPT = 40_000_000
const ROW_COSTS = 50
const CELL_COSTS = 10

/** A list while it is read, before it is known where its columns have their names. */
export type ReadSheet = Omit<Sheet, 'headers'>

/** How much more of a file may be kept. Throws a `TableError` if it is more than a list can be. */
export type Room = { take: (characters: number) => void; longest: number }

export function createRoom(): Room {
  let left = MAX_KEPT
  return {
    take: (characters) => {
      left -= characters
      if (left < 0) {
        throw new TableError('too_large_inside')
      }
    },
    /** A text of this length is reported as too long. */
    longest: MAX_IMPORT_CELL + 1,
  }
}

/** Collects the cells of a sheet, row by row; blank rows and columns are not kept. */
export function collectRows(room: Room) {
  const rows: { line: number; cells: Map<number, string> }[] = []
  const used = new Set<number>()
  let problem: TableProblem | undefined
  return {
    add: (line: number, column: number, text: string) => {
      if (text === '' || problem !== undefined) {
        return
      }
      let row = rows.at(-1)
      if (row?.line !== line) {
        row = { line, cells: new Map() }
        rows.push(row)
        room.take(ROW_COSTS)
      }
      row.cells.set(column, text.slice(0, room.longest))
      used.add(column)
      room.take(Math.min(text.length, room.longest) + CELL_COSTS)
      if (rows.length > MAX_ROWS) {
        problem = 'too_many'
      } else if (used.size > MAX_COLUMNS) {
        problem = 'too_wide'
      }
    },
    isFull: () => problem !== undefined,
    finish: (): { rows: SheetRow[]; problem: TableProblem | undefined } => {
      const columns = [...used].sort((one, other) => one - other)
      const kept = problem === undefined ? rows : []
      room.take(kept.length * columns.length)
      return {
        rows: kept.map(({ line, cells }) => ({
          line,
          cells: columns.map((column) => cells.get(column) ?? ''),
        })),
        problem,
      }
    },
  }
}
