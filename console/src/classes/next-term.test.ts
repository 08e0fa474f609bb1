import type { ClassDetail } from '@vestry/contract/calls/classes.ts'
import { describe, expect, test } from 'vitest'
import { repeatOf } from './class-fields.ts'
import { valuesOfNextTerm } from './next-term.ts'

const detail: ClassDetail = {
  id: 4,
  series_id: 2,
  title: 'Lambs',
  session_datetime: '2026-09-13T10:30:00',
  end_time: '11:45',
  room: 'Hall',
  notes: 'No heating today',
  cancelled: false,
  teachers: [{ sub: '00000000-0000-4000-8000-000000000001', name: 'Tom' }],
  version: 3,
  attendance_count: 0,
  following: { sessions: 0, records: 0 },
  last_change: null,
}
const sessionsOn = (...days: string[]) =>
  days.map((day, at) => ({ id: at + 1, session_datetime: `${day}T10:30:00`, cancelled: false }))
const SUNDAYS = sessionsOn('2026-09-06', '2026-09-13', '2026-09-27', '2026-10-04')

describe('the next term', () => {
  test('begins on the first such day after the last one, for as many weeks, and leaves nothing out', () => {
    const values = valuesOfNextTerm(detail, SUNDAYS, '2026-09-20')
    expect(values).toMatchObject({
      title: 'Lambs',
      session_datetime: '2026-10-11T10:30',
      end_time: '11:45',
      room: 'Hall',
      notes: '',
      teachers: ['00000000-0000-4000-8000-000000000001'],
      copyRoster: true,
    })
    expect(repeatOf(values)).toEqual({ every: 1, weekdays: ['SU'], until: '2026-11-08' })
  })

  test('does not begin in the past', () => {
    const values = valuesOfNextTerm(detail, SUNDAYS, '2027-01-11')
    expect(values).toMatchObject({ session_datetime: '2027-01-17T10:30', until: '2027-02-14' })
    expect(valuesOfNextTerm(detail, SUNDAYS, '2027-01-17').session_datetime).toBe('2027-01-17T10:30')
  })

  test('keeps the weeks between classes and several weekdays, but not the day that one class was moved to', () => {
    const everyOther = sessionsOn('2026-09-06', '2026-09-20', '2026-10-18', '2026-11-01')
    expect(repeatOf(valuesOfNextTerm(detail, everyOther, '2026-09-20'))).toMatchObject({ every: 2 })
    const twice = sessionsOn(
      '2026-09-01',
      '2026-09-06',
      '2026-09-08',
      '2026-09-13',
      '2026-09-16',
      '2026-09-20',
    )
    const values = valuesOfNextTerm(detail, twice, '2026-09-20')
    expect(values.session_datetime).toBe('2026-09-22T10:30')
    expect(repeatOf(values)).toEqual({ every: 1, weekdays: ['TU', 'SU'], until: '2026-10-11' })
  })

  test('of a single class is a single class', () => {
    const values = valuesOfNextTerm(detail, sessionsOn('2026-09-13'), '2026-09-20')
    expect(values).toMatchObject({ session_datetime: '2026-09-20T10:30', repeat: false })
  })
})
