import { afterEach, expect, test } from 'vitest'
import { ApiError } from './call-api.ts'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

/** How often a query that is always answered with this asks. */
async function asksOf(error: Error): Promise<number> {
  let asked = 0
  const queryFn = () => {
    asked += 1
    return Promise.reject(error)
  }
  await expect(queryClient.fetchQuery(askedOf(queryFn))).rejects.toBe(error)
  return asked
}
// A query that is fetched by itself is not asked again, unless it is told to as those on the screen are.
const askedOf = (queryFn: () => Promise<never>) => {
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  return { queryKey: ['asked'], queryFn, retryDelay: 1, ...(retry !== undefined && { retry }) }
}

test.each([0, 500, 503])('what failed with %d is asked twice again', async (status) => {
  expect(await asksOf(new ApiError('internal', '', status))).toBe(3)
})

test.each([400, 403, 404, 499])('what was refused with %d is not asked again', async (status) => {
  expect(await asksOf(new ApiError('invalid_request', '', status))).toBe(1)
})

test('what fails in the console itself is not asked again', async () => {
  expect(await asksOf(new Error('This is ours.'))).toBe(1)
})
