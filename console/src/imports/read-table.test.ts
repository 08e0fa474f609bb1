import { expect, test } from 'vitest'
import { examplesOf, headerRows } from './read-table.ts'

test('every row above another may have the names of the columns', () => {
  const rows = ['Lambs', 'First Name', 'Ada'].map((cell, at) => ({ cells: [cell], line: at + 1 }))
  expect(headerRows({ rows }).map(({ place, line }) => [place, line])).toEqual([
    [0, 1],
    [1, 2],
  ])
})

test('a column is shown by its first three different texts', () => {
  const rows = ['red', '', 'red', 'blue', 'green', 'black'].map((colour) => ['Ada', colour])
  expect(examplesOf(rows, 1)).toEqual(['red', 'blue', 'green'])
  expect(examplesOf(rows, 2)).toEqual([])
})
