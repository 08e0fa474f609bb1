import type { ClassSession } from '@vestry/contract/calls/classes.ts'
import { isValidElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadMessages, startMessages } from '../messages/messages.ts'
import { classActions, classColumns } from './class-columns.tsx'
import { changeCancelled, removeClass } from './end-class.ts'

const lambs: ClassSession = {
  id: 7,
  series_id: 3,
  title: 'Lambs',
  session_datetime: '2031-01-05T11:30:00',
  room: 'Blue room',
  teachers: [],
  cancelled: false,
}
const upcoming = { kind: 'upcoming' } as const

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startMessages(async () => ['en'])
  await loadMessages('sunday-school')
  vi.unstubAllGlobals()
})

/** The titles of the actions for a class. */
const actionsFor = (session: ClassSession, arranges: boolean) =>
  classActions(upcoming, arranges)
    .filter(({ when }) => when?.(session) !== false)
    .map(({ title }) => title)
const actionOf = (key: string) => classActions(upcoming, true).find((action) => action.key === key)

test('a list of classes sorts by title and by date, and counts the records', () => {
  expect(classColumns(upcoming, 'en').map(({ title, order }) => [title, order])).toEqual([
    ['Title', 'title'],
    ['Session Date', 'date'],
    ['Attendance Records', undefined],
  ])
})

test('a date is shown in words, and read by machines as it is kept', () => {
  const drawn = classColumns(upcoming, 'en')[1]?.cell(lambs)
  expect(isValidElement(drawn) && drawn.props).toMatchObject({
    dateTime: '2031-01-05T11:30:00',
    children: 'Sun 5 Jan 2031, 11:30',
  })
})

test('whoever arranges classes does all with them, and whoever only teaches marks and sees the roster', () => {
  const [mark, edit, copy, term] = ['Mark Attendance', 'Edit', 'Copy', 'Plan next term']
  expect(actionsFor(lambs, true)).toEqual([mark, edit, copy, term, 'Roster', 'Cancel class', 'Delete'])
  expect(actionsFor(lambs, false)).toEqual([mark, 'Roster'])
})

test('a class that is cancelled is restored, and nobody is marked in it', () => {
  const cancelled = { ...lambs, cancelled: true }
  expect(actionsFor(cancelled, true)).toContain('Restore class')
  expect(actionsFor(cancelled, true)).not.toContain('Mark Attendance')
  expect(actionsFor(cancelled, true)).not.toContain('Cancel class')
  expect(actionsFor(cancelled, false)).toEqual(['Roster'])
  expect([actionOf('cancel')?.run, actionOf('restore')?.run]).toEqual([changeCancelled, changeCancelled])
  expect(actionOf('delete')?.run).toBe(removeClass)
})

test('marking takes the class along, for the list that it is in', () => {
  expect(actionOf('mark')?.to?.(lambs)).toBe('/sunday-school/classes/attendance?class=7')
  expect(actionOf('mark')?.state?.(lambs)).toEqual({
    class_id: 7,
    title: 'Lambs',
    session_datetime: '2031-01-05T11:30:00',
    session_type: 'upcoming',
  })
  const [past] = classActions({ kind: 'history' }, false)
  expect(past?.to?.(lambs)).toBe('/sunday-school/classes/history/attendance?class=7')
})
