import { expect, test } from 'vitest'
import { z } from 'zod'
import { listOf } from './list-answer.ts'

test('a page says that there are more than it counts, or nothing of it', () => {
  const accepts = (page: object) =>
    listOf(z.string()).safeParse({ results: ['Ada'], totalCount: 1, ...page }).success
  expect(accepts({})).toBe(true)
  expect(accepts({ totalExceeded: true })).toBe(true)
  expect(accepts({ totalExceeded: false })).toBe(false)
})
