import {
  type ColumnField,
  type ColumnMapping,
  fieldsOf,
  guessImported,
  guessMapping,
  type Imported,
  isUsable,
} from './column-mapping.ts'
import type { FileWays } from './file-rows.ts'
import { type DateOrder, findDateOrder, hasShortYear, isOrdered, readDay } from './read-day.ts'
import { findSheet, headerRows, type Table, tableOf } from './read-table.ts'
import type { Sheet } from './sheets.ts'
import { offersStays } from './stay-fields.ts'
import { findMapping } from './stored-mapping.ts'

/** A file that was read, and what is known about its columns. */
export type ChosenFile = {
  name: string
  sheets: readonly Sheet[]
  /** The place of the sheet that is read, and of its row with the names of the columns. */
  sheet: number
  headers: number
  table: Table
  mapping: ColumnMapping
  /** The person's answer about dates that fit both orders. */
  order: DateOrder | undefined
  /** What is imported. */
  of: Imported
  /** The class of attendance that names none, and the hour of a class whose hour nobody knows. */
  title: string
  time: string
} & FileWays

export const DEFAULT_TIME = '10:00'

export function openFile(name: string, sheets: readonly Sheet[]): ChosenFile {
  return { name, ...openTable(sheets, findSheet(sheets)), title: '', time: DEFAULT_TIME }
}

/** The rows below a row of a sheet, and what its columns hold as far as that is known. */
export function openTable(sheets: readonly Sheet[], sheet: number, row?: number) {
  const read = sheets[sheet] ?? { rows: [], headers: 0 }
  const met = headerRows(read).find(({ cells }) => findMapping(cells) !== undefined)
  const headers = row ?? met?.place ?? read.headers
  const table = tableOf(read, headers)
  const known = findMapping(table.headers)
  const of = known?.of ?? guessImported(table.headers)
  const offered = { stays: offersStays() }
  const fields = fieldsOf(of, offered)
  // Whoever was here before may have been offered more.
  const stored = known?.mapping.map((field) => (field !== null && fields.includes(field) ? field : null))
  const mapping = stored ?? guessMapping(table.headers, of, offered)
  return { sheets, sheet, headers, table, mapping, order: known?.order, of }
}

/** What only the person knows, and without which no row can be compared. */
const QUESTIONS = ['columns', 'class', 'order', 'century'] as const
export type Question = (typeof QUESTIONS)[number]

export function openQuestions(file: ChosenFile): Question[] {
  const { of, mapping, title, latestYear } = file
  const isOpen: Record<Question, () => boolean> = {
    columns: () => !isUsable(mapping, of),
    class: () => of === 'attendance' && !mapping.includes('class') && title.trim() === '',
    order: () => dateOrderOf(file) === 'ask',
    century: () => latestYear === undefined && findShortYear(file) !== undefined,
  }
  return QUESTIONS.filter((question) => isOpen[question]())
}

/** The order of a file's dates, or `ask` if only the person knows it. */
export function dateOrderOf(file: ChosenFile): DateOrder | 'ask' {
  const { order } = file
  const found = findDateOrder(daysOf(file))
  return found === 'any' ? 'dmy' : found === 'ask' ? (order ?? 'ask') : found
}

/** Whether the dates fit both orders, so that the person is asked, or was. */
export function asksOrder(file: ChosenFile): boolean {
  return dateOrderOf({ ...file, order: undefined }) === 'ask'
}

/** A date of the file that is a different day in each order, and the day that it is in this one. */
export function exampleOf(file: ChosenFile, order: DateOrder, thisYear: number) {
  for (const text of daysOf(file).filter(isOrdered)) {
    const { latestYear = thisYear } = file
    const [day, other] = (['dmy', 'mdy'] as const).map((one) => readDay(text, one, latestYear))
    if (typeof day === 'object' && typeof other === 'object' && day.day !== other.day) {
      return { text, day: order === 'dmy' ? day.day : other.day }
    }
  }
  return undefined
}

/** A day in the file whose year has two digits, if there is one. */
export function findShortYear(file: ChosenFile): string | undefined {
  return daysOf(file).find(hasShortYear)
}

function daysOf({ table, mapping }: ChosenFile): string[] {
  const columnsOf = (...fields: ColumnField[]) =>
    mapping.flatMap((field, column) => (field !== null && fields.includes(field) ? [column] : []))
  const days = columnsOf('birthdate', 'day')
  return [
    ...columnsOf('mark').map((column) => table.headers[column] ?? ''),
    ...table.rows.flatMap((row) => days.map((column) => row[column] ?? '')),
  ]
}
