import { expect, test } from 'vitest'
import { type Shown, shownOf, stateOf } from './shown-rows.ts'

const NONE = { new: 0, known: 0, alike: 0, unreadable: 0, left_out: 0, waiting: 0, done: 0, failed: 0 }
const shown = (key: Shown['key'], counts: Partial<typeof NONE>, page = 1) =>
  shownOf({ key, page }, { state: 'read', counts: { ...NONE, ...counts } })

test('at first the sermons are open that need somebody, the failed ones before all', () => {
  expect(shown(undefined, { new: 3 }).key).toBeUndefined()
  expect(shown(undefined, { new: 3, unreadable: 1 }).key).toBe('unreadable')
  expect(shown(undefined, { unreadable: 1, failed: 1 }).key).toBe('failed')
})

test('what was chosen stays open as long as there are such sermons', () => {
  expect(shown('new', { new: 3, failed: 1 }).key).toBe('new')
  expect(shown('new', { done: 2, failed: 1 }).key).toBe('failed')
  expect(shown('none', { failed: 1 }).key).toBe('none')
  expect(shown('speakers', { failed: 1 })).toEqual({ key: 'speakers', page: 1 })
  const started = { state: 'running', counts: { ...NONE, failed: 1 } } as const
  expect(shownOf({ key: 'speakers', page: 1 }, started).key).toBe('failed')
  expect(shownOf({ key: 'none', page: 1 }, started).key).toBe('none')
})

test('a page that is gone is the last one', () => {
  expect(shown('waiting', { waiting: 101 }, 3).page).toBe(3)
  expect(shown('waiting', { waiting: 100 }, 3).page).toBe(2)
})

test('only the sermons have a state', () => {
  expect(stateOf({ key: 'alike', page: 1 })).toBe('alike')
  expect([stateOf({ key: 'none', page: 1 }), stateOf({ key: 'defaults', page: 1 })]).toEqual([
    undefined,
    undefined,
  ])
})
