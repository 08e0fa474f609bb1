import { expect, test } from 'vitest'
import { writeQuery } from './write-query.ts'

test('filter fields that are empty are left out', () => {
  expect(writeQuery({ search: '', presenters: '3,7', years: undefined, offset: 0, limit: 10 })).toBe(
    '?presenters=3%2C7&offset=0&limit=10',
  )
})

test('a call without a query has no question mark', () => {
  expect(writeQuery(undefined)).toBe('')
  expect(writeQuery({ search: '' })).toBe('')
})

test('what is typed into the search box travels as it is', () => {
  expect(writeQuery({ search: 'niños & “más” 100%' })).toBe(
    '?search=ni%C3%B1os+%26+%E2%80%9Cm%C3%A1s%E2%80%9D+100%25',
  )
})
