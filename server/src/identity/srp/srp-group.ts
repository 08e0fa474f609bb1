import { createDiffieHellman, createHash, getDiffieHellman } from 'node:crypto'

/** RFC 3526, group 15: the 3072-bit prime that Cognito's clients have built in. Its generator is 2. */
const PRIME = getDiffieHellman('modp15').getPrime()

export const N = BigInt(`0x${PRIME.toString('hex')}`)

/** The bytes of a number as Cognito hashes them: shortest form, with a zero byte before a set top bit. */
export function bytesOf(number: bigint): Buffer {
  const hex = number.toString(16)
  const even = hex.length % 2 === 1 ? `0${hex}` : hex
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}

export function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`)
}

export function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    hash.update(part)
  }
  return hash.digest()
}

/** SRP's multiplier: H(N, g). */
export const K = numberOf(sha256(bytesOf(N), bytesOf(2n)))

// OpenSSL's Diffie-Hellman is the only fast modular power that Node offers: ten times faster than BigInt.
const group = createDiffieHellman(PRIME, 2)

/** 2^exponent mod N, for an exponent of at least 2. */
export function powerOfGenerator(exponent: bigint): bigint {
  group.setPrivateKey(exponentBytes(exponent))
  return numberOf(group.generateKeys())
}

/** base^exponent mod N. OpenSSL refuses the bases 0, 1 and N − 1, which no honest exchange has. */
export function power(base: bigint, exponent: bigint): bigint {
  const reduced = base % N
  if (reduced <= 1n || reduced === N - 1n) {
    return reduced === N - 1n && exponent % 2n === 0n ? 1n : reduced
  }
  group.setPrivateKey(exponentBytes(exponent))
  return numberOf(group.computeSecret(bytesOf(reduced)))
}

function exponentBytes(exponent: bigint): Buffer {
  const hex = exponent.toString(16)
  return Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')
}
