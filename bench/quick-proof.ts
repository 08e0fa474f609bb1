import { createHmac, hkdfSync } from 'node:crypto'
import { timestampOf } from '@vestry/cognito/testing/srp-client.ts'
import {
  bytesOf,
  K,
  N,
  numberOf,
  passwordExponent,
  power,
  powerOfGenerator,
  sha256,
} from '@vestry/cognito/testing/srp-numbers.ts'

/** One short secret for all, since the client's cost is not what is measured. */
const SECRET = 2n ** 255n + 12_345n
const PUBLIC = powerOfGenerator(SECRET)

/** The client's half of the key, chosen so that it costs little time. */
export const QUICK_SRP_A = PUBLIC.toString(16)

/** The answer to a PASSWORD_VERIFIER challenge of a person who began with `QUICK_SRP_A`. */
export function proveQuickly(
  parameters: Record<string, string>,
  poolName: string,
  password: string,
  time = Date.now(),
): Record<string, string> {
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP: user = '' } = parameters
  const b = BigInt(`0x${SRP_B}`)
  const u = numberOf(sha256(bytesOf(PUBLIC), bytesOf(b)))
  const x = passwordExponent(BigInt(`0x${SALT}`), poolName, user, password)
  const base = (((b - K * powerOfGenerator(x)) % N) + N) % N
  const key = hkdfSync('sha256', bytesOf(power(base, SECRET + u * x)), bytesOf(u), 'Caldera Derived Key', 16)
  const timestamp = timestampOf(time)
  const signature = createHmac('sha256', Buffer.from(key))
    .update(`${poolName}${user}`)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(timestamp)
    .digest('base64')
  return {
    USERNAME: user,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP: timestamp,
  }
}
