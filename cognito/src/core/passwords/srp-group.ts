import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  getDiffieHellman,
  type KeyObject,
} from 'node:crypto'

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

/** 2^exponent mod N, for an exponent of at least 2. */
export function powerOfGenerator(exponent: bigint): bigint {
  const encoded = createPublicKey(privateKeyOf(exponent)).export({ format: 'der', type: 'spki' })
  // SEQUENCE { parameters, BIT STRING { no unused bits, INTEGER } }; one integer in 256 is shorter than the prime.
  const bitString = encoded.subarray(encoded.indexOf(PARAMETERS) + PARAMETERS.length)
  return numberOf(contentOf(contentOf(bitString).subarray(1)))
}

/** base^exponent mod N. OpenSSL refuses the bases 0, 1 and N − 1, which no honest exchange has. */
export function power(base: bigint, exponent: bigint): bigint {
  const reduced = base % N
  if (reduced <= 1n || reduced === N - 1n) {
    return reduced === N - 1n && exponent % 2n === 0n ? 1n : reduced
  }
  const publicKey = createPublicKey({
    key: der(SEQUENCE, PARAMETERS, der(BIT_STRING, Buffer.of(0), integer(reduced))),
    format: 'der',
    type: 'spki',
  })
  return numberOf(diffieHellman({ privateKey: privateKeyOf(exponent), publicKey }))
}

/*
 * OpenSSL's Diffie-Hellman is the only fast modular power that Node offers: five times faster than BigInt. Its
 * keys are imported in their PKCS #3 encoding, where the group is recognized at once; the class DiffieHellman
 * would prove the prime again, for more than a second.
 */
const [INTEGER, BIT_STRING, OCTET_STRING, SEQUENCE] = [0x02, 0x03, 0x04, 0x30] as const
const DH_KEY_AGREEMENT = Buffer.from('06092a864886f70d010301', 'hex')
const PARAMETERS = der(SEQUENCE, DH_KEY_AGREEMENT, der(SEQUENCE, integer(N), integer(2n)))

function privateKeyOf(exponent: bigint): KeyObject {
  const key = der(SEQUENCE, integer(0n), PARAMETERS, der(OCTET_STRING, integer(exponent)))
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function integer(number: bigint): Buffer {
  return der(INTEGER, bytesOf(number))
}

/** A value in DER: its tag, its length in as few bytes as possible, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length = Buffer.from(
    bytesOf(BigInt(body.length))
      .toString('hex')
      .replace(/^00(?=.)/, ''),
    'hex',
  )
  return Buffer.concat([
    body.length < 0x80 ? Buffer.of(tag) : Buffer.of(tag, 0x80 + length.length),
    length,
    body,
  ])
}

/** What follows the tag and the length of the last value in DER. */
function contentOf(encoded: Buffer): Buffer {
  const length = encoded[1] ?? 0
  return encoded.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f))
}
