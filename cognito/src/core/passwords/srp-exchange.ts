import { createHmac, hkdfSync } from 'node:crypto'
import { bytesOf, K, N, numberOf, power, powerOfGenerator, sha256 } from './srp-group.ts'

/** What is kept of a user's password: enough to check it, but not to sign in with. */
export type Verifier = { salt: bigint; v: bigint }

/** x of the protocol: the password, bound to pool and user, under the salt. */
export function passwordExponent(salt: bigint, poolName: string, sub: string, password: string): bigint {
  return numberOf(sha256(bytesOf(salt), sha256(`${poolName}${sub}:${password}`)))
}

export function verifierOf(salt: bigint, poolName: string, sub: string, password: string): Verifier {
  return { salt, v: powerOfGenerator(passwordExponent(salt, poolName, sub, password)) }
}

/** Reads the client's A; `undefined` for one that would make the session key known beforehand. */
export function readPublicA(hex: string): bigint | undefined {
  if (!/^[0-9a-f]{1,770}$/i.test(hex)) {
    return undefined
  }
  const a = BigInt(`0x${hex}`)
  return a % N === 0n ? undefined : a
}

/** The server's public B for a secret `b` of 32 bytes, and the least work for both kinds of user name. */
export function publicB(verifier: Verifier, b: bigint): bigint {
  return (K * verifier.v + powerOfGenerator(b)) % N
}

/** The proof that the right client sends: an HMAC under the key that both sides know, over what was agreed. */
export function expectedSignature(
  exchange: { verifier: Verifier; a: bigint; b: bigint; publicB: bigint },
  signed: { poolName: string; sub: string; secretBlock: string; timestamp: string },
): Buffer {
  const u = numberOf(sha256(bytesOf(exchange.a), bytesOf(exchange.publicB)))
  const s = power(exchange.a * power(exchange.verifier.v, u), exchange.b)
  const key = hkdfSync('sha256', bytesOf(s), bytesOf(u), 'Caldera Derived Key', 16)
  return createHmac('sha256', Buffer.from(key))
    .update(signed.poolName)
    .update(signed.sub)
    .update(Buffer.from(signed.secretBlock, 'base64'))
    .update(signed.timestamp)
    .digest()
}
