import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSrp, timestampOf } from '../../testing/srp-client.ts'
import { expectedSignature, publicB, readPublicA, verifierOf } from './srp-exchange.ts'
import { N, numberOf } from './srp-group.ts'

/** What a client written apart from the server proves with `typed`, and what the server expects for `kept`. */
function exchange(given: { kept: string; typed: string; sub: string; salt: bigint; b: bigint }) {
  const poolName = 'Vestry001'
  const client = startSrp()
  const verifier = verifierOf(given.salt, poolName, given.sub, given.kept)
  const answered = publicB(verifier, given.b)
  const challenge = {
    SALT: given.salt.toString(16),
    SRP_B: answered.toString(16),
    SECRET_BLOCK: randomBytes(32).toString('base64'),
    USER_ID_FOR_SRP: given.sub,
  }
  const timestamp = timestampOf(0)
  const { PASSWORD_CLAIM_SIGNATURE: proof } = client.prove(challenge, poolName, given.typed, timestamp)
  const expected = expectedSignature(
    { verifier, a: BigInt(`0x${client.srpA}`), b: given.b, publicB: answered },
    { poolName, sub: given.sub, secretBlock: challenge.SECRET_BLOCK, timestamp },
  )
  return { proof, expected: expected.toString('base64') }
}

const password = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
const number = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((made) => numberOf(Buffer.from(made)) + 2n)
const given = { sub: fc.uuid(), salt: number(16), b: number(32) }

test('whoever types the password proves it, whatever the password, the salt and the secrets are', () => {
  fc.assert(
    fc.property(password, fc.record(given), (kept, secrets) => {
      const { proof, expected } = exchange({ kept, typed: kept, ...secrets })
      expect(proof).toBe(expected)
    }),
    { numRuns: 20 },
  )
})

test('no other password proves it', () => {
  fc.assert(
    fc.property(password, password, fc.record(given), (kept, typed, secrets) => {
      fc.pre(kept !== typed)
      const { proof, expected } = exchange({ kept, typed, ...secrets })
      expect(proof).not.toBe(expected)
    }),
    { numRuns: 10 },
  )
})

test('a public value with which the key would be known beforehand is not read, and nothing but a number is', () => {
  for (const times of [0n, 1n, 2n, 3n]) {
    expect(readPublicA((N * times).toString(16))).toBeUndefined()
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isNumber = /^[0-9a-f]{1,770}$/i.test(text) && BigInt(`0x${text}`) % N !== 0n
      expect(readPublicA(text) !== undefined).toBe(isNumber)
    }),
  )
})
