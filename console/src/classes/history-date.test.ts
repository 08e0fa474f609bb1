import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../api/testing-page.ts'
import { historyDay, isPastDay, rememberHistoryDate } from './history-date.ts'

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

beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

test.each([null, '2026-10-45', '0000-00-00', '2026-11-22'])('an address with %j shows today', (asked) => {
  expect(historyDay(asked, '2026-11-21')).toBe('2026-11-21')
})

test('the day of the address wins over the one that was kept, and that over today', () => {
  rememberHistoryDate('2026-10-04')
  expect(historyDay('2026-10-18', '2026-11-21')).toBe('2026-10-18')
  expect(historyDay('2026-10-45', '2026-11-21')).toBe('2026-10-04')
  rememberHistoryDate(undefined)
  expect(historyDay(null, '2026-11-21')).toBe('2026-11-21')
})

test('a day that was kept and is still to come by the church’s clock is not shown', () => {
  rememberHistoryDate('2026-11-22')
  expect(historyDay(null, '2026-11-21')).toBe('2026-11-21')
})
