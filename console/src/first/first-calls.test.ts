import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { routes } from '../routes.tsx'
import { firstCalls } from './first-calls.ts'

const calls = (pathname: string, search = '', state?: unknown, may = false) =>
  firstCalls({ pathname, search, state }, () => may)

test('a list is asked for as its address says', () => {
  const [plain] = calls(paths.preaching)
  expect(plain).toBe('/preachingManagement?orderBy=date&direction=DESC&limit=10&offset=0')
  expect(calls(paths.preaching, '?search=grace&page=3&orderBy=title&nonsense=1')).toEqual([
    '/preachingManagement?search=grace&orderBy=title&direction=ASC&limit=10&offset=20',
  ])
})

test('a roll is asked for by the address or the way to it', () => {
  expect(calls(paths.attendance, '?class=7')).toEqual(['/attendance?class_id=7'])
  const visit = { class_id: 8, title: '', session_datetime: '', session_type: 'history' }
  expect(calls(paths.historyAttendance, '', visit)).toEqual(['/attendance?class_id=8'])
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
