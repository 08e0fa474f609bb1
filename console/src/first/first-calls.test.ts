import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { routes } from '../routes.tsx'
import { firstCalls } from './first-calls.ts'

const calls = (pathname: string, search = '', state?: unknown, may = false) => [
  ...firstCalls({ pathname, search, state }, () => may),
]

test('the newest sermons are asked for, unless the address says more', () => {
  expect(calls(paths.preaching)).toEqual([
    '/preachingManagement?orderBy=date&direction=DESC&limit=10&offset=0',
  ])
  expect(calls(paths.preaching, '?search=grace')).toEqual([])
})

test('a roll is asked for by the address or the way to it', () => {
  expect(calls(paths.attendance, '?class=7')).toEqual(['/attendance/roll-call?class_id=7'])
  const visit = { class_id: 8, title: '', session_datetime: '', session_type: 'history' }
  expect(calls(paths.historyAttendance, '', visit)).toEqual(['/attendance/roll-call?class_id=8'])
  expect(calls(paths.attendance, '?class=x')).toEqual([])
  expect(calls(paths.attendance)).toEqual([])
})

test('what only an administrator sees is asked for by them alone', () => {
  expect(calls(paths.today)).toEqual(['/today'])
  expect(calls(paths.today, '', undefined, true)).toHaveLength(2)
})

test('every other page asks by itself', () => {
  const early: readonly string[] = [paths.today, paths.preaching, paths.attendance, paths.historyAttendance]
  const others = routes.map(({ path }) => path).filter((path) => !early.includes(path))
  expect(others.flatMap((path) => calls(path))).toEqual([])
})
