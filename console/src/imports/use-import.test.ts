import { expect, test } from 'vitest'
import type { ColumnField } from './column-mapping.ts'
import { type ChosenFile, dateOrderOf, findShortYear } from './use-import.ts'

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
