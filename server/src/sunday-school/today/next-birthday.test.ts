import { expect, test } from 'vitest'
import { nextBirthday } from './next-birthday.ts'

test.each([
  ['2019-05-03', '2026-05-03', { day: '2026-05-03', age: 7 }],
  ['2019-05-10', '2026-05-03', { day: '2026-05-10', age: 7 }],
  ['2019-05-11', '2026-05-03', undefined],
  ['2019-05-02', '2026-05-03', undefined],
  ['2019-01-02', '2026-12-28', { day: '2027-01-02', age: 8 }],
  ['2016-02-29', '2026-02-25', { day: '2026-02-28', age: 10 }],
  ['2016-02-29', '2028-02-25', { day: '2028-02-29', age: 12 }],
  ['2016-02-29', '2026-03-01', undefined],
  ['2016-02-28', '2028-02-28', { day: '2028-02-28', age: 12 }],
  ['2026-05-04', '2026-05-03', undefined],
  ['2027-05-04', '2026-05-03', undefined],
  ['', '2026-05-03', undefined],
])('born on %s, seen on %s', (birthdate, day, birthday) => {
  expect(nextBirthday(birthdate, day, 7)).toEqual(birthday)
})
