import { expect, test } from 'vitest'
import { type AttendanceVisit, readAttendanceVisit } from './attendance-visit.ts'

const visit: AttendanceVisit = {
  class_id: 7,
  title: 'Little lambs',
  session_datetime: '2026-11-22T10:30:00',
  session_type: 'history',
}

test('the class is read as it was handed over, and nothing beside it', () => {
  expect(readAttendanceVisit({ ...visit, from: '/calendar' })).toEqual(visit)
})

test('without a class there is no visit', () => {
  for (const state of [
    null,
    undefined,
    'seven',
    {},
    { ...visit, class_id: '7' },
    { ...visit, class_id: 0.5 },
  ]) {
    expect(readAttendanceVisit(state)).toBeUndefined()
  }
})
