import { expect, test } from 'vitest'
import { type AttendanceVisit, attendanceAddress, findAttendanceVisit } from './attendance-visit.ts'

const visit: AttendanceVisit = {
  class_id: 7,
  title: 'Little lambs',
  session_datetime: '2026-11-22T10:30:00',
  session_type: 'history',
}
const find = (search: string, state: unknown = null, pathname = '/sunday-school/classes/attendance') =>
  findAttendanceVisit({ pathname, search, state })

test('the class is read from the state as it was handed over, and nothing beside it', () => {
  expect(find('', { ...visit, from: '/calendar' })).toEqual(visit)
  expect(find('?class=7&view=records', visit)).toEqual(visit)
})

test('the address alone leads to the same class', () => {
  const [pathname, search] = attendanceAddress(visit).split('?')
  expect(find(`?${search}`, null, pathname)).toEqual({ ...visit, title: '', session_datetime: '' })
  expect(find('?class=7')).toMatchObject({ class_id: 7, session_type: 'upcoming' })
})

test('an address that names another class than the state is right', () => {
  expect(find('?class=8', visit)).toMatchObject({ class_id: 8, title: '' })
})

test('the last number that a class can have is one', () => {
  expect(find('?class=2147483647')).toMatchObject({ class_id: 2_147_483_647 })
  expect(find('', { ...visit, class_id: 2_147_483_647 })).toMatchObject({ class_id: 2_147_483_647 })
})

test('without a class there is no visit', () => {
  for (const state of [
    null,
    undefined,
    'seven',
    {},
    { ...visit, class_id: '7' },
    { ...visit, class_id: 0.5 },
    { ...visit, class_id: 2 ** 31 },
  ]) {
    expect(find('', state)).toBe('none')
  }
})

test('an address that can be no class is reported as wrong', () => {
  for (const wrong of ['', '0', '-1', '1.5', 'abc', '7 ', '2147483648', '99999999999999999999']) {
    expect(find(`?class=${encodeURIComponent(wrong)}`, visit)).toBe('wrong')
  }
})
