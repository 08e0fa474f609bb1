import { describe, expect, test } from 'vitest'
import { chooseRange, elsewhere, rangeError, readRange, writeRange } from './report-range.ts'

const TODAY = '2026-11-23'
const read = (query: string) => readRange(new URLSearchParams(query), TODAY)

describe('the range of an address', () => {
  test.each([
    ['', { name: 'weeks', from: '2026-09-01', to: TODAY, step: 'week' }],
    ['range=weeks', { name: 'weeks', from: '2026-09-01', to: TODAY, step: 'week' }],
    ['range=months', { name: 'months', from: '2025-12-01', to: TODAY, step: 'month' }],
    ['range=years', { name: 'years', from: '2017-01-01', to: TODAY, step: 'year' }],
    [
      'from=2026-01-01&to=2026-03-31&step=month',
      { name: 'own', from: '2026-01-01', to: '2026-03-31', step: 'month' },
    ],
    [
      'from=2026-01-01&to=2026-03-31&step=hour',
      { name: 'own', from: '2026-01-01', to: '2026-03-31', step: 'week' },
    ],
    ['from=2026-03-31&to=2026-01-01', { name: 'weeks', from: '2026-09-01', to: TODAY, step: 'week' }],
    ['from=2026-02-30&to=2026-03-31', { name: 'weeks', from: '2026-09-01', to: TODAY, step: 'week' }],
    ['from=1900-01-01&to=2026-01-01', { name: 'weeks', from: '2026-09-01', to: TODAY, step: 'week' }],
  ])('%s', (query, range) => {
    expect(read(query)).toEqual(range)
  })

  test('January is within the last twelve months of a January', () => {
    expect(readRange(new URLSearchParams('range=months'), '2026-01-05').from).toBe('2025-02-01')
  })

  test.each(['', 'range=months', 'range=years', 'from=2026-01-01&to=2026-03-31&step=month'])(
    'is written as it was read: %s',
    (query) => {
      const before = new URLSearchParams(query)
      before.set('class', '7')
      const after = writeRange(before, readRange(before, TODAY))
      expect(after.get('class')).toBe('7')
      expect(readRange(after, TODAY)).toEqual(read(query))
    },
  )

  test('a term is from the first class of a series to its last, where there is one', () => {
    const term = { from: '2026-09-06', to: '2026-12-13' }
    const query = new URLSearchParams('range=term&class=7')
    const range = readRange(query, TODAY, term)
    expect(range).toEqual({ name: 'term', ...term, step: 'week' })
    expect(writeRange(query, range).toString()).toBe('class=7&range=term')
    expect(chooseRange('term', read(''), TODAY, term)).toEqual(range)
    expect(readRange(query, TODAY)).toEqual(read(''))
    expect(readRange(writeRange(query, elsewhere(range)), TODAY)).toEqual({ ...range, name: 'own' })
  })

  test('dates of one’s own begin with those that are shown', () => {
    const shown = read('range=years')
    expect(chooseRange('own', shown, TODAY)).toEqual({ ...shown, name: 'own' })
    expect(chooseRange('months', shown, TODAY)).toEqual(read('range=months'))
  })
})

test.each([
  ['2026-01-01', '2026-01-01', undefined],
  ['2026-01-02', '2026-01-01', 'order'],
  ['1996-01-01', '2025-12-31', undefined],
  ['1995-01-01', '2025-12-31', 'length'],
])('from %s to %s: %s', (from, to, error) => {
  expect(rangeError(from, to)).toBe(error)
})
