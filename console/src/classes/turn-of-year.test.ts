import { expect, test } from 'vitest'
import { childrenOfAge, turnOfYear } from './turn-of-year.ts'

test.each([
  ['2026-06-28T10:30:00', '2026-05-03', '2026-06-29'],
  ['2026-12-31T10:30:00', '2026-05-03', '2027-01-01'],
  ['2026-04-26T10:30:00', '2026-05-03', '2026-05-03'],
  [undefined, '2026-05-03', '2026-05-03'],
])('after the last class on %s, seen on %s, the year turns on %s', (last, today, day) => {
  expect(turnOfYear(last, today)).toBe(day)
})

const children = [
  { name: 'Ana', birthdate: '2020-05-03' },
  { name: 'Bea', birthdate: '2019-06-29' },
  { name: 'Cam', birthdate: '2019-06-30' },
  { name: 'Nobody knows', birthdate: null },
]
const named = (from: string, to: string, day: string) =>
  childrenOfAge(children, { age_from: from, age_to: to }, day).map(({ name }) => name)

test('the age counts on the day that is chosen', () => {
  expect(named('7', '', '2026-05-03')).toEqual([])
  expect(named('7', '', '2026-06-29')).toEqual(['Bea'])
  expect(named('7', '7', '2026-06-30')).toEqual(['Bea', 'Cam'])
  expect(named('', '6', '2026-06-29')).toEqual(['Ana', 'Cam'])
  expect(named('7', '', '2027-05-03')).toEqual(['Ana', 'Bea', 'Cam'])
})

test('without a day, or without an age, nobody is meant', () => {
  expect(named('7', '', '')).toEqual([])
  expect(named('', '', '2026-06-29')).toEqual([])
})
