import { describe, expect, test, vi } from 'vitest'
import { createStorage } from '../api/testing-page.ts'
import {
  asksOrder,
  type ChosenFile,
  dateOrderOf,
  exampleOf,
  findShortYear,
  findYearless,
  openFile,
  openQuestions,
  possibleSpans,
} from './chosen-file.ts'
import type { ColumnField } from './column-mapping.ts'
import { readSheets } from './read-sheets.ts'
import { storeMapping } from './stored-mapping.ts'

/** A file with these columns, read as these fields, with a row for each line. */
function chosen(columns: [header: string, field: ColumnField | null][], ...lines: string[][]): ChosenFile {
  const file = {
    table: { headers: columns.map(([header]) => header), rows: lines },
    mapping: columns.map(([, field]) => field),
    order: undefined,
  }
  return file as unknown as ChosenFile
}
const born: [string, ColumnField] = ['Born', 'birthdate']

test('the order of dates is what the file shows, whatever the person said', () => {
  const file = chosen([born], ['03/04/2019'], ['25/12/2018'])
  expect(dateOrderOf(file)).toBe('dmy')
  expect(dateOrderOf({ ...file, order: 'mdy' })).toBe('dmy')
  expect(dateOrderOf(chosen([born], ['12/25/2018']))).toBe('mdy')
})

test('where both orders fit the person is asked, and believed', () => {
  const file = chosen([born], ['03/04/2019'])
  expect(dateOrderOf(file)).toBe('ask')
  expect(dateOrderOf({ ...file, order: 'mdy' })).toBe('mdy')
})

test('without a date that has an order nobody is asked', () => {
  expect(dateOrderOf(chosen([born], ['2019-04-03'], ['']))).toBe('dmy')
  expect(dateOrderOf(chosen([]))).toBe('dmy')
})

test('columns that are not brought in, or are no dates, say nothing of the order', () => {
  const file = chosen([born, ['Joined', null], ['Name', 'first_name']], ['', '25/12/2018', '12/25/2018'])
  expect(dateOrderOf(file)).toBe('dmy')
  expect(dateOrderOf(chosen([['Joined', null], born], ['12/25/2018', '03/04/2019']))).toBe('ask')
})

test('the dates of attendance stand in its own column or above its marks', () => {
  expect(dateOrderOf(chosen([['Day', 'day']], ['12/25/2018']))).toBe('mdy')
  expect(dateOrderOf(chosen([['12/25/2018', 'mark']], ['x']))).toBe('mdy')
  expect(dateOrderOf(chosen([['12/25/2018', null]], ['x']))).toBe('dmy')
})

test('a year of two digits is named, the first one', () => {
  expect(findShortYear(chosen([born], ['03/04/2019'], ['03/04/19'], ['05/06/18']))).toBe('03/04/19')
  expect(findShortYear(chosen([['Joined', null], born], ['03/04/19', '03/04/2019']))).toBeUndefined()
})

test('an order is asked about with a date that is a different day in each', () => {
  const file = chosen([born], ['4 May 2018'], ['05/05/2019'], ['03/04/2019'])
  expect(asksOrder({ ...file, order: 'dmy' })).toBe(true)
  expect(asksOrder(chosen([born], ['25/12/2018']))).toBe(false)
  expect(exampleOf(file, 'dmy', 2026)).toEqual({ text: '03/04/2019', day: '2019-04-03' })
  expect(exampleOf(file, 'mdy', 2026)).toEqual({ text: '03/04/2019', day: '2019-03-04' })
  expect(exampleOf(chosen([born], ['03/04/19']), 'dmy', 2026)?.day).toBe('2019-04-03')
  expect(exampleOf(chosen([born], ['25/12/2018']), 'dmy', 2026)).toBeUndefined()
})

test('what has to be known before a file can be compared is asked, and nothing else', () => {
  const names: [string, ColumnField][] = [
    ['First', 'first_name'],
    ['Last', 'last_name'],
  ]
  const asked = (file: ChosenFile, of: ChosenFile['of'], title = ''): ChosenFile => ({ ...file, of, title })
  const children = asked(chosen([...names, born], ['Ana', 'Ark', '2019-04-03']), 'attendees')
  expect(openQuestions(children)).toEqual([])
  expect(openQuestions({ ...children, mapping: ['first_name', null, null] })).toEqual(['columns'])
  const doubtful = asked(chosen([...names, born], ['Ana', 'Ark', '03/04/19']), 'attendees')
  expect(openQuestions(doubtful)).toEqual(['order', 'century'])
  expect(openQuestions({ ...doubtful, order: 'dmy', latestYear: 2026 })).toEqual([])
  const marks = asked(chosen([...names, ['2025-09-07', 'mark']], ['Ana', 'Ark', 'x']), 'attendance', ' ')
  expect(openQuestions(marks)).toEqual(['class'])
  expect(openQuestions({ ...marks, title: 'Lambs' })).toEqual([])
  const short = asked(chosen([...names, ['7/9/25', 'mark'], ['14/9/25', 'mark']]), 'attendance', 'Lambs')
  expect(openQuestions(short)).toEqual([])
})

describe('days without their year', () => {
  const days = (...headers: string[]): ChosenFile => ({
    ...chosen([['Name', 'full_name'], ...headers.map((header): [string, ColumnField] => [header, 'mark'])]),
    of: 'attendance',
    title: 'Lambs',
  })
  const spans = (file: ChosenFile) => possibleSpans(file, '2026-11-30').map(({ from, to }) => `${from} ${to}`)

  test('are of the year that the person says', () => {
    const file = days('7-Sep', '14-Sep', '4-Jan', '28-Jun')
    expect([findYearless(file), openQuestions(file)]).toEqual(['7-Sep', ['year']])
    expect(spans(file).slice(0, 2)).toEqual(['2026-09-07 2027-06-28', '2025-09-07 2026-06-28'])
    expect(openQuestions({ ...file, firstDay: '2025-09-07' })).toEqual([])
  })

  test.each([
    [['7-Sep', '4-Jan', '28-Jun'], '2026-09-07 2027-06-28'],
    [['28-Jun', '4-Jan', '7-Sep'], '2026-09-07 2027-06-28'],
    [['4-Jan', '28-Jun', '7-Sep', '14-Sep'], '2026-01-04 2026-09-14'],
    [['14-Sep', '28-Jun', '7-Sep', '4-Jan'], '2026-06-28 2027-01-04'],
    [['1-Mar', '1-Aug', '31-Dec', '22-Feb'], '2026-03-01 2027-02-22'],
    [['29-Feb'], '2024-02-29 2024-02-29'],
  ])('begin where the file begins or ends, or else after the longest time without one: %j', (texts, span) => {
    expect(spans(days(...texts))[0]).toBe(span)
  })

  test('whose order isn’t known are asked about after that', () => {
    const file = days('9/7', '1/2')
    expect([openQuestions(file), spans(file)]).toEqual([['order'], []])
    const ordered: ChosenFile = { ...file, order: 'mdy' }
    expect([openQuestions(ordered), spans(ordered)[1]]).toEqual([['year'], '2025-09-07 2026-01-02'])
    // What was said of other days is asked again.
    expect(openQuestions({ ...ordered, firstDay: '2026-07-09' })).toEqual(['year'])
  })

  test('are none where all have theirs, and a birthday is no day', () => {
    expect(spans(days('2025-09-07'))).toEqual([])
    expect(findYearless({ ...chosen([born], ['7-Sep']), of: 'attendees' })).toBeUndefined()
  })
})

test('a file is opened at its first list that can be read, with what its headers say', () => {
  const sheet = { name: '', isHidden: false, headers: 0 }
  const cells = [
    ['First Name', 'Last Name', '2025-09-07'],
    ['Ana', 'Ark', 'x'],
  ]
  const rows = cells.map((row, at) => ({ line: at + 1, cells: row }))
  const file = openFile('marks.csv', [
    { ...sheet, rows: [], problem: 'empty' },
    { ...sheet, rows },
  ])
  expect(file).toMatchObject({ name: 'marks.csv', sheet: 1, of: 'attendance', title: '', time: '10:00' })
  expect([file.mapping, file.table.rows]).toEqual([['first_name', 'last_name', 'mark'], [cells[1]]])
})

test('a column that holds what is not offered any more is left out', async () => {
  vi.stubGlobal('localStorage', createStorage())
  const lines = ['Arrived,Given Back,Name', '2026-05-03 10:00,2026-05-03 11:00,Ana Arca']
  const mapping = ['day', 'gone', 'full_name'] as const
  storeMapping(['Arrived', 'Given Back', 'Name'], { of: 'attendance', mapping, order: undefined })
  const file = openFile('arrivals.csv', await readSheets(new Blob([lines.join('\n')])))
  expect(file.mapping).toEqual(['day', null, 'full_name'])
  vi.unstubAllGlobals()
})
