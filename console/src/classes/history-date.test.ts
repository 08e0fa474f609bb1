import { expect, test } from 'vitest'
import { isPastDay } from './history-date.ts'

test.each([
  ['2026-11-21', true],
  ['2020-02-29', true],
  ['2026-11-22', false],
  ['2026-02-30', false],
  ['2026-10-45', false],
  ['2026-13-01', false],
  ['0000-00-00', false],
  ['yesterday', false],
  ['', false],
  [null, false],
])('%j is a day that the history of 21 November 2026 can show: %j', (text, is) => {
  expect(isPastDay(text, '2026-11-21')).toBe(is)
})
