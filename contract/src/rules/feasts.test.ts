import { expect, test } from 'vitest'
import { easterSunday, feastOn } from './feasts.ts'

test.each([
  '1818-03-22',
  '1943-04-25',
  '1954-04-18',
  '1981-04-19',
  '2000-04-23',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2035-03-25',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2285-03-22',
])('Easter is on %s', (day) => {
  expect(easterSunday(Number(day.slice(0, 4)))).toBe(day)
  expect(feastOn(day)).toBe('easter')
})

test('every Easter is a Sunday, on any of the 35 days from 22 March to 25 April', () => {
  const days = new Set<string>()
  for (let year = 1583; year < 7283; year += 1) {
    const day = easterSunday(year)
    expect(new Date(day).getUTCDay()).toBe(0)
    days.add(day.slice(5))
  }
  expect([...days].sort().at(0)).toBe('03-22')
  expect([...days].sort().at(-1)).toBe('04-25')
  expect(days.size).toBe(35)
})

test('Christmas Day is a feast whatever weekday it is, and other days are none', () => {
  expect(feastOn('2027-12-25')).toBe('christmas')
  expect(feastOn('2027-12-24')).toBeUndefined()
  expect(feastOn('2027-03-21')).toBeUndefined()
})
