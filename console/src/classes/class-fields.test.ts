import { i18n } from '@lingui/core'
import type { ClassDetail } from '@vestry/contract/calls/classes.ts'
import { CLASS_FIELDS } from '@vestry/contract/sunday-school/class-record.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf } from '../forms/record-values.ts'
import {
  findClassErrors,
  NEW_CLASS,
  repeatOf,
  valuesOfClass,
  valuesOfCopy,
  weekdaysOf,
} from './class-fields.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const sunday = { ...NEW_CLASS, title: 'Lambs', session_datetime: '2026-09-06T10:30' }
const weekly = { ...sunday, repeat: true, until: '2026-12-20' }
const wrong = (values: typeof NEW_CLASS) => Object.keys(findClassErrors(values))

const detail: ClassDetail = {
  id: 4,
  series_id: 2,
  title: 'Lambs',
  session_datetime: '2026-09-06T10:30:00',
  room: 'Hall',
  notes: 'Bring crayons',
  cancelled: false,
  teachers: [{ sub: '00000000-0000-4000-8000-000000000001', name: 'Tom' }],
  version: 3,
  attendance_count: 0,
  following: { sessions: 0, records: 0 },
  last_change: null,
}

describe('what is wrong with a class', () => {
  test('title and date are required', () => {
    expect(wrong(NEW_CLASS)).toEqual(['title', 'session_datetime'])
    expect(wrong(sunday)).toEqual([])
  })

  test('an end, if there is one, comes after the start', () => {
    expect(wrong({ ...sunday, end_time: '10:29' })).toEqual(['end_time'])
    expect(wrong({ ...sunday, end_time: '10:30' })).toEqual(['end_time'])
    expect(wrong({ ...sunday, end_time: '10:31' })).toEqual([])
  })

  test('a text may not be longer than what is kept of it', () => {
    const long = { title: 'a'.repeat(201), room: 'a'.repeat(121), notes: 'a'.repeat(2001) }
    expect(wrong({ ...sunday, ...long })).toEqual(['title', 'room', 'notes'])
  })

  test('a series needs an end, not before its start, and whole numbers within reason', () => {
    expect(wrong({ ...weekly, until: '' })).toEqual(['until'])
    expect(wrong({ ...weekly, until: '2026-09-05' })).toEqual(['until'])
    expect(wrong({ ...weekly, ends: 'times', times: '' })).toEqual(['times'])
    expect(wrong({ ...weekly, ends: 'times', times: '209' })).toEqual(['times'])
    expect(wrong({ ...weekly, every: '0' })).toEqual(['every'])
    expect(wrong({ ...weekly, every: '1.5' })).toEqual(['every'])
    expect(wrong({ ...weekly, ends: 'times', times: '208', every: '52' })).toEqual([])
  })

  test('what is wrong with a series does not matter to a single class', () => {
    expect(wrong({ ...weekly, repeat: false, every: '', until: '' })).toEqual([])
  })
})

describe('a repetition', () => {
  test('falls on the weekday of the first class until others are chosen', () => {
    expect(weekdaysOf(sunday)).toEqual(['SU'])
    expect(weekdaysOf({ ...sunday, session_datetime: '2026-09-07T10:30' })).toEqual(['MO'])
    expect(weekdaysOf({ ...sunday, weekdays: ['WE'] })).toEqual(['WE'])
    expect(weekdaysOf(NEW_CLASS)).toEqual([])
  })

  test('is sent with either its last day or its number of times, the weekdays from Monday on', () => {
    expect(repeatOf(weekly)).toEqual({ every: 1, weekdays: ['SU'], until: '2026-12-20' })
    expect(repeatOf({ ...weekly, ends: 'times', times: '12', every: '2', weekdays: ['SU', 'WE'] })).toEqual({
      every: 2,
      weekdays: ['WE', 'SU'],
      times: 12,
    })
  })

  test('names the dates that are taken out, if the plan has them', () => {
    const skip = ['2026-09-13', '2026-09-14', '2027-01-03']
    expect(repeatOf({ ...weekly, skip })?.skip).toEqual(['2026-09-13'])
    expect(repeatOf({ ...weekly, skip: ['2026-09-14'] })).not.toHaveProperty('skip')
  })

  test('is not asked about before it says enough', () => {
    expect(repeatOf(sunday)).toBeUndefined()
    expect(repeatOf({ ...weekly, until: '' })).toBeUndefined()
    expect(repeatOf({ ...weekly, session_datetime: '' })).toBeUndefined()
    expect(repeatOf({ ...weekly, title: '' })).toBeDefined()
  })
})

test('a class that was loaded is sent as it was', () => {
  expect(bodyOf(CLASS_FIELDS, valuesOfClass(detail))).toEqual({
    title: 'Lambs',
    session_datetime: '2026-09-06T10:30',
    end_time: '',
    room: 'Hall',
    notes: 'Bring crayons',
    teachers: ['00000000-0000-4000-8000-000000000001'],
  })
})

test('a copy stands a week later, or on the next such day to come', () => {
  expect(valuesOfCopy(detail, '2026-09-01').session_datetime).toBe('2026-09-13T10:30')
  expect(valuesOfCopy(detail, '2026-11-21').session_datetime).toBe('2026-11-22T10:30')
  expect(valuesOfCopy(detail, '2026-11-22').session_datetime).toBe('2026-11-22T10:30')
  expect(valuesOfCopy(detail, '2026-11-23').session_datetime).toBe('2026-11-29T10:30')
})
