import { expect, test } from 'vitest'
import { headerRows } from './read-table.ts'

test('every row above another may have the names of the columns', () => {
  const rows = ['Lambs', 'First Name', 'Ada'].map((cell, at) => ({ cells: [cell], line: at + 1 }))
  expect(headerRows({ rows }).map(({ place, line }) => [place, line])).toEqual([
    [0, 1],
    [1, 2],
  ])
})
