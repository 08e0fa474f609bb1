import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { expect, test } from 'vitest'
import { chooseNext } from './choose-next.ts'

const TODAY = '2026-05-03'
const early = classAt(`${TODAY}T09:30:00`)
const late = classAt(`${TODAY}T11:00:00`)
const nextSunday = classAt('2026-05-10T10:30:00')

function classAt(session_datetime: string): TodayClass {
  const counts = { children: 20, recorded: 0, present: 0 }
  return {
    id: 1,
    series_id: 1,
    title: session_datetime,
    session_datetime,
    room: '',
    cancelled: false,
    ...counts,
  }
}
const chosenAt = (time: string, ...classes: TodayClass[]) => chooseNext(classes, `${TODAY}T${time}:00`)?.title

test('of two classes of today it is the one nearest to now', () => {
  expect(chosenAt('08:00', early, late, nextSunday)).toBe(early.title)
  expect(chosenAt('10:14', early, late, nextSunday)).toBe(early.title)
  expect(chosenAt('10:16', early, late, nextSunday)).toBe(late.title)
  expect(chosenAt('23:00', early, late, nextSunday)).toBe(late.title)
})

test('a class whose roll is taken makes way, one that is half taken does not', () => {
  const taken = { ...early, recorded: 20, present: 18 }
  expect(chosenAt('09:40', { ...early, recorded: 19 }, late, nextSunday)).toBe(early.title)
  expect(chosenAt('09:40', taken, late, nextSunday)).toBe(late.title)
  expect(chosenAt('09:40', taken, nextSunday)).toBe(nextSunday.title)
})

test('a cancelled class is never next, and an empty one of today is', () => {
  expect(chosenAt('09:40', { ...early, cancelled: true }, nextSunday)).toBe(nextSunday.title)
  expect(chosenAt('09:40', { ...early, children: 0 }, nextSunday)).toBe(early.title)
  expect(chosenAt('09:40', { ...nextSunday, cancelled: true })).toBeUndefined()
})
