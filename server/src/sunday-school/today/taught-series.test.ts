import { expect, test } from 'vitest'
import { findReturning, findUnfinished, type Mark, readMarks, type TaughtSeries } from './taught-series.ts'

const DAYS = ['2026-04-12', '2026-04-19', '2026-04-26', '2026-05-03']
const TODAY = '2026-05-03'

/**
 * A series with a class a week, the last of them today: one line for each child, P for present, A for absent, a dot for
 * no record.
 */
function series(rolls: Record<number, string>, weeks = DAYS.length): TaughtSeries {
  const marks = Object.entries(rolls).flatMap(([child, line]) =>
    [...line].flatMap((sign, at): Mark[] =>
      sign === '.'
        ? []
        : [{ class_id: at + 1, attendee_id: Number(child), state: sign === 'P' ? 'present' : 'absent' }],
    ),
  )
  return {
    sessions: DAYS.slice(-weeks).map((day, at) => ({ id: at + 1, session_datetime: `${day}T10:30:00` })),
    roster: Object.keys(rolls).map(Number),
    marks: readMarks(marks),
  }
}
const unfinished = (rolls: Record<number, string>, weeks?: number) =>
  findUnfinished(series(rolls, weeks), TODAY).map(({ id }) => id)

test('a roll that nobody took is unfinished, and so is one that was taken in part', () => {
  expect(unfinished({ 1: 'P.P.', 2: 'A.P.' })).toEqual([2])
  expect(unfinished({ 1: 'PPPP', 2: 'P.A.' })).toEqual([2])
  expect(unfinished({ 1: 'PPPP', 2: 'PPPP' })).toEqual([])
})

test('today’s own roll is not past', () => {
  expect(unfinished({ 1: 'PPP.' })).toEqual([])
})

test('nobody is missing from the rolls before they came', () => {
  expect(unfinished({ 1: 'PPPP', 2: '..P.' })).toEqual([])
  expect(unfinished({ 1: 'PPPP', 2: '...P' })).toEqual([])
  // On the roster but in no roll yet: the latest roll may be unfinished, those before it are not.
  expect(unfinished({ 1: 'PPPP', 2: '....' })).toEqual([3])
})

test('the first class of a series is unfinished with half a roll', () => {
  expect(unfinished({ 1: 'P.', 2: '..' }, 2)).toEqual([1])
})

test('a class without a roster is unfinished until somebody is recorded in it', () => {
  const empty = series({})
  expect(findUnfinished(empty, TODAY)).toHaveLength(3)
  const guest: Mark = { class_id: 2, attendee_id: 9, state: 'present' }
  expect(findUnfinished({ ...empty, marks: readMarks([guest]) }, TODAY).map(({ id }) => id)).toEqual([1, 3])
})

test('who was added to a class without a mark is not recorded in it', () => {
  const added: Mark = { class_id: 3, attendee_id: 1, state: 'not_recorded' }
  const { sessions } = series({})
  const marks = readMarks([added])
  expect(findUnfinished({ sessions, roster: [1], marks }, TODAY)).toHaveLength(3)
})

test('a child returns at the latest class that has a roll', () => {
  const found = (rolls: Record<number, string>) =>
    findReturning(series(rolls)).map(({ attendee_id, session, absences }) => [
      attendee_id,
      session?.id,
      absences,
    ])
  expect(found({ 1: 'AAAP', 2: 'PPPP' })).toEqual([[1, 4, 3]])
  expect(found({ 1: 'AAP.', 2: 'PPP.' })).toEqual([])
  expect(found({ 1: 'AAAP', 2: 'AAAP', 3: 'A.AP' })).toEqual([
    [1, 4, 3],
    [2, 4, 3],
  ])
  expect(found({ 1: '....' })).toEqual([])
  // Not recorded last time, so nobody can tell whether they have come back.
  expect(found({ 1: 'AAA.', 2: 'PPPP' })).toEqual([])
  expect(findReturning(series({}))).toEqual([])
})
