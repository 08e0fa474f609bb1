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
import { type DateOrder, findDateOrder, hasShortYear, isOrdered, lacksYear, readDay } from './read-day.ts'
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
const QUESTIONS = ['columns', 'class', 'order', 'century', 'year'] as const
export type Question = (typeof QUESTIONS)[number]

export function openQuestions(file: ChosenFile): Question[] {
  const { of, mapping, title, latestYear, firstDay = '' } = file
  const span = spanWithoutYear(file)
  const isOpen: Record<Question, () => boolean> = {
    columns: () => !isUsable(mapping, of),
    class: () => of === 'attendance' && !mapping.includes('class') && title.trim() === '',
    order: () => dateOrderOf(file) === 'ask',
    century: () => latestYear === undefined && findShortYear(file) !== undefined,
    year: () => span !== undefined && !firstDay.endsWith(span.from),
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
  const { latestYear = thisYear } = file
  for (const text of daysOf(file).filter((one) => isOrdered(one) && !lacksYear(one))) {
    const [day, other] = (['dmy', 'mdy'] as const).map((one) => readDay(text, one, { latestYear }))
    if (typeof day === 'object' && typeof other === 'object' && day.day !== other.day) {
      return { text, day: order === 'dmy' ? day.day : other.day }
    }
  }
  return undefined
}

/** A birth date in the file whose year has two digits, if there is one; attendance is of our own years. */
export function findShortYear(file: ChosenFile): string | undefined {
  return cellsOf(file, 'birthdate').find(hasShortYear)
}

/** A day in the file that is written without its year, if there is one. */
export function findYearless(file: ChosenFile): string | undefined {
  return daysOf(file).find(lacksYear)
}

/** From when to when the days without a year may be: the years that are asked about, the latest first. */
export function possibleSpans(file: ChosenFile, today: string): { from: string; to: string }[] {
  const span = spanWithoutYear(file)
  const thisYear = Number(today.slice(0, 4))
  return [0, 1, 2, 3, 4].flatMap((back) => {
    const from = span && readDay(`${thisYear - back}-${span.from}`, 'dmy')
    if (typeof from !== 'object' || from.day > today) {
      return []
    }
    const to = readDay(`--${span?.to}`, 'dmy', { firstDay: from.day })
    return typeof to === 'object' ? [{ from: from.day, to: to.day }] : []
  })
}

/**
 * The first and the last of the days without a year, as MM-DD: as the file has them if that is one year forward or back,
 * or else those after and before the longest time without one.
 */
function spanWithoutYear(file: ChosenFile): { from: string; to: string } | undefined {
  const yearless = daysOf(file).filter(lacksYear)
  const order = yearless.length === 0 ? 'ask' : dateOrderOf(file)
  if (order === 'ask') {
    return undefined
  }
  const days = new Set<string>()
  for (const text of yearless) {
    const read = readDay(text, order, { firstDay: '2000-01-01' })
    if (typeof read === 'object') {
      days.add(read.day)
    }
  }
  const forward = [[...days], [...days].reverse(), afterLongestGap([...days].sort())].find(isWithinYear)
  const [from, to] = [forward?.[0], forward?.at(-1)].map((day) => day?.slice('2000-'.length))
  return from === undefined || to === undefined ? undefined : { from, to }
}

function isWithinYear(days: readonly string[]): boolean {
  return days.slice(1).reduce((sum, day, at) => sum + daysToNext(days[at] ?? day, day), 0) < 366
}

function afterLongestGap(sorted: readonly string[]): string[] {
  const before = sorted.map((day, at) => daysToNext(sorted.at(at - 1) ?? day, day))
  const first = before.indexOf(Math.max(...before))
  return [...sorted.slice(first), ...sorted.slice(0, first)]
}

/** From one day of the leap year 2000 to the next such day, a year if they are the same. */
function daysToNext(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days > 0 ? days : days + 366
}

/** What is written where days are, each text once; a birthday without its year is none. */
function daysOf(file: ChosenFile): string[] {
  const { table, mapping } = file
  const marked = table.headers.filter((_, column) => mapping[column] === 'mark')
  const born = cellsOf(file, 'birthdate').filter((text) => !lacksYear(text))
  return [...new Set([...marked, ...cellsOf(file, 'day'), ...born])]
}

/** What the file has of a field. */
function cellsOf({ table, mapping }: ChosenFile, field: ColumnField): string[] {
  return mapping.flatMap((one, column) => (one === field ? table.rows.map((row) => row[column] ?? '') : []))
}
