import { expect, test } from 'vitest'
import { readTokensFrom, type TokenSource } from './identity-token.ts'

/** A source that returns the given answers one after the other, and a clock that waiting moves forward. */
function held(answers: Awaited<ReturnType<TokenSource>>[]) {
  const pauses: number[] = []
  const clock = { at: 1_000_000 }
  let asked = 0
  const reader = readTokensFrom(
    async () => {
      asked += 1
      return answers.shift()
    },
    {
      now: () => clock.at,
      wait: async (milliseconds) => {
        pauses.push(milliseconds)
        clock.at += milliseconds
      },
    },
  )
  return { reader, pauses, clock, asked: () => asked }
}

test('the token is looked up to three times, 300 ms apart', async () => {
  const { reader, pauses, asked } = held([undefined, undefined, { token: 'late', expires: 9_000_000 }])
  expect(await reader.read()).toBe('late')
  expect(pauses).toEqual([300, 300])
  expect(asked()).toBe(3)
})

test('without a token after three look-ups the call goes on without one', async () => {
  const { reader, pauses, asked } = held([])
  expect(await reader.read()).toBeUndefined()
  expect(pauses).toEqual([300, 300])
  expect(asked()).toBe(3)
})

test('a token is used again until it expires', async () => {
  const { reader, clock, asked } = held([
    { token: 'first', expires: 2_000_000 },
    { token: 'second', expires: 3_000_000 },
  ])
  expect(await reader.read()).toBe('first')
  clock.at = 1_994_999
  expect(await reader.read()).toBe('first')
  expect(asked()).toBe(1)
  clock.at = 2_000_000
  expect(await reader.read()).toBe('second')
})

test('a forgotten token is looked up again', async () => {
  const { reader } = held([
    { token: 'first', expires: 2_000_000 },
    { token: 'second', expires: 2_000_000 },
  ])
  await reader.read()
  reader.forget()
  expect(await reader.read()).toBe('second')
})
