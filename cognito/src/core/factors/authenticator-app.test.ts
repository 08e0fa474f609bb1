import { describe, expect, test } from 'vitest'
import { appCode } from '../../testing/authenticator.ts'
import { makeSecret, stepOf } from './authenticator-app.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %d is the one of RFC 6238', (second, code) => {
    expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
    expect(appCode(SECRET, second * 1000)).toBe(code)
  })

  test('is valid for the half minute before and after, and for no other', () => {
    const now = 1_800_000_015_000
    const step = Math.floor(now / 30_000)
    const good = [-2, -1, 0, 1, 2].map((shift) => stepOf(SECRET, appCode(SECRET, now + shift * 30_000), now))
    expect(good).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  test.each(['', '12345', '1234567', 'abcdef', '-12345', '28708\u0662'])('is not %j', (code) => {
    expect(stepOf(SECRET, code, 59_000)).toBeUndefined()
  })

  test('may be typed with blanks around it and in it', () => {
    expect(stepOf(SECRET, ' 287 082 ', 59_000)).toBe(1)
  })
})

test('a secret has 160 random bits in base 32', () => {
  const made = Array.from({ length: 50 }, makeSecret)
  expect(new Set(made).size).toBe(50)
  for (const secret of made) {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  }
})
