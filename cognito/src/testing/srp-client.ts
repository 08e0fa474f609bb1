import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The client's side of the sign-in protocol, written apart from the server's and in plain arithmetic, so that
 * the two check each other. Tests use it where the real clients are too well-behaved.
 */
const PRIME = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)

export type ProofChallenge = { SALT: string; SRP_B: string; SECRET_BLOCK: string; USER_ID_FOR_SRP: string }

export function startSrp() {
  const a = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const publicA = power(2n, a)
  return {
    srpA: publicA.toString(16),
    /** The answers to a PASSWORD_VERIFIER challenge. */
    prove(challenge: ProofChallenge, poolName: string, password: string, timestamp: string) {
      const publicB = BigInt(`0x${challenge.SRP_B}`)
      const user = challenge.USER_ID_FOR_SRP
      const u = toNumber(hash(padded(publicA), padded(publicB)))
      const salt = padded(BigInt(`0x${challenge.SALT}`))
      const x = toNumber(hash(salt, hash(Buffer.from(`${poolName}${user}:${password}`))))
      const k = toNumber(hash(padded(PRIME), padded(2n)))
      const base = (((publicB - k * power(2n, x)) % PRIME) + PRIME) % PRIME
      const key = hkdfSync('sha256', padded(power(base, a + u * x)), padded(u), 'Caldera Derived Key', 16)
      const signature = createHmac('sha256', Buffer.from(key))
        .update(`${poolName}${user}`)
        .update(Buffer.from(challenge.SECRET_BLOCK, 'base64'))
        .update(timestamp)
        .digest('base64')
      return {
        USERNAME: user,
        PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP: timestamp,
      }
    },
  }
}

/** What a client stores at the server for a device's secret, as ConfirmDevice takes it. */
export function deviceVerifier(groupKey: string, deviceKey: string, secret: string) {
  const salt = padded(toNumber(randomBytes(16)))
  const x = toNumber(hash(salt, hash(Buffer.from(`${groupKey}${deviceKey}:${secret}`))))
  return { Salt: salt.toString('base64'), PasswordVerifier: padded(power(2n, x)).toString('base64') }
}

/** The protocol's date form, such as `Sat Nov 7 00:53:20 UTC 2026`. */
export function timestampOf(time: number): string {
  const [weekday, day, month, year, clock] = new Date(time).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${Number(day)} ${clock} UTC ${year}`
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % PRIME
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) {
      result = (result * square) % PRIME
    }
    square = (square * square) % PRIME
  }
  return result
}

function padded(number: bigint): Buffer {
  const hex = number.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
}

function hash(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}
