import { expect, test } from 'vitest'
import { marksOf, sheetParts } from './sheet-parts.ts'

const weekly = (count: number, cancelled: readonly number[] = []) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    session_datetime: `${new Date(Date.UTC(2031, 0, 5 + 7 * at)).toISOString().slice(0, 10)}T10:30:00`,
    cancelled: cancelled.includes(at + 1),
  }))
const idsOf = (parts: ReturnType<typeof sheetParts>) => parts.map((part) => part.map(({ id }) => id))
const lengths = (parts: ReturnType<typeof sheetParts>) => parts.map(({ length }) => length)

test('a term is one page, without what was cancelled', () => {
  expect(idsOf(sheetParts(weekly(6, [2, 5]), '2031-01-01'))).toEqual([[1, 3, 4, 6]])
  expect(lengths(sheetParts(weekly(15), '2031-01-01'))).toEqual([15])
})

test('a longer series is cut into pages of about as many dates, each date once', () => {
  expect(lengths(sheetParts(weekly(16), '2031-01-01'))).toEqual([8, 8])
  expect(lengths(sheetParts(weekly(52), '2031-01-01'))).toEqual([13, 13, 13, 13])
  expect(idsOf(sheetParts(weekly(40), '2031-01-01')).flat()).toEqual(weekly(40).map(({ id }) => id))
})

test('pages of the past are left out, unless all is past', () => {
  expect(idsOf(sheetParts(weekly(30), '2031-04-20'))[0]?.[0]).toBe(16)
  expect(sheetParts(weekly(30), '2031-04-13')).toHaveLength(2)
  expect(sheetParts(weekly(30), '2032-01-01')).toHaveLength(2)
})

test('a series whose classes are all cancelled has a sheet without dates', () => {
  expect(sheetParts(weekly(2, [1, 2]), '2031-01-01')).toEqual([[]])
})

test('a mark belongs to its child and its class', () => {
  const child = (id: number, states: ('present' | 'absent' | 'not_recorded')[]) => ({
    id,
    first_name: '',
    last_name: '',
    states,
  })
  const sessions = [11, 12].map((id) => ({ id, session_datetime: '2031-01-05T10:30:00' }))
  const marks = marksOf({
    sessions,
    children: [child(1, ['present', 'absent']), child(2, ['not_recorded', 'present'])],
  })
  expect([1, 2].map((id) => [11, 12].map((at) => marks.get(id)?.get(at)))).toEqual([
    ['present', 'absent'],
    ['not_recorded', 'present'],
  ])
})
