import { expect, test } from 'vitest'
import { N, power, powerOfGenerator } from './srp-group.ts'

/** In plain arithmetic: square and multiply. */
function plainPower(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % N
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    result = rest & 1n ? (result * square) % N : result
    square = (square * square) % N
  }
  return result
}

const SHORTER = N >> 8n

test('the power of the generator is right whatever its length in bytes', () => {
  let exponent = 0x5eed_1234_5678_9abcn
  let shorter = 0
  for (let round = 0; round < 600; round++) {
    exponent = (exponent * 6364136223846793005n + 1442695040888963407n) % (1n << 256n)
    const result = powerOfGenerator(exponent)
    expect(result).toBe(plainPower(2n, exponent))
    shorter += result < SHORTER ? 1 : 0
  }
  expect(shorter).toBeGreaterThan(0)
})

test('the power of any base is right, and so are the bases that OpenSSL refuses', () => {
  for (const base of [0n, 1n, 2n, 3n, N - 1n, N, N + 5n, 12345678901234567890n]) {
    for (const exponent of [2n, 3n, 255n, 65_537n]) {
      expect(power(base, exponent)).toBe(plainPower(base, exponent))
    }
  }
})
