import { randomBytes } from 'node:crypto'
import { CognitoError, invalidParameter } from '../../errors.ts'
import { sameBytes } from './passwords.ts'
import { expectedSignature, publicB, readPublicA, type Verifier } from './srp-exchange.ts'
import { numberOf } from './srp-group.ts'

/** An exchange between its two steps, as it is kept in a challenge; numbers are hexadecimal. */
export type OpenExchange = { a: string; b: string; publicB: string }

/** What the client answers, for a password and for a device. */
export type Proof = { secretBlock: string; signature: string; timestamp: string }

/** How far a client's clock may be off. The challenge itself is good for three minutes and one answer only. */
const MAX_SKEW = 10 * 60_000

/** Throws InvalidParameterException for an A that would make the session key known beforehand. */
export function beginExchange(verifier: Verifier, srpA: string): OpenExchange {
  const a = readPublicA(srpA)
  if (a === undefined) {
    throw invalidParameter('SRP_A is not a valid public value.')
  }
  const b = numberOf(randomBytes(32))
  return { a: a.toString(16), b: b.toString(16), publicB: publicB(verifier, b).toString(16) }
}

/** Whether the proof is that of the user named, in the pool or the group of devices named. */
export function isRightProof(
  exchange: OpenExchange,
  verifier: Verifier,
  of: { poolName: string; user: string },
  { secretBlock, signature, timestamp }: Proof,
): boolean {
  const expected = expectedSignature(
    {
      verifier,
      a: BigInt(`0x${exchange.a}`),
      b: BigInt(`0x${exchange.b}`),
      publicB: BigInt(`0x${exchange.publicB}`),
    },
    { poolName: of.poolName, sub: of.user, secretBlock, timestamp },
  )
  return sameBytes(expected, Buffer.from(signature, 'base64'))
}

/** The proof in a client's answers. Throws when the client's clock is too far off. */
export function readProof(responses: Record<string, string>, now: number): Proof {
  const {
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock = '',
    PASSWORD_CLAIM_SIGNATURE: signature = '',
    TIMESTAMP: timestamp = '',
  } = responses
  if (!isTimely(timestamp, now)) {
    throw new CognitoError('NotAuthorizedException', 'The clock of this device is too far off to sign in.')
  }
  return { secretBlock, signature, timestamp }
}

/** The protocol's own date form, such as `Sat Nov 7 00:53:20 UTC 2026`. */
function isTimely(timestamp: string, now: number): boolean {
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) UTC (\d{4})$/.exec(timestamp)
  if (!parts) {
    return false
  }
  const [, month, day, time, year] = parts
  return Math.abs(Date.parse(`${day} ${month} ${year} ${time} GMT`) - now) <= MAX_SKEW
}
