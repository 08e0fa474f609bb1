import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { usedSoftwareToken } from '../../errors.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'

/** As authenticator apps expect it without being told (RFC 6238): SHA-1, six digits, half a minute. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 }
const SECRET_BYTES = 20
/** Clocks of telephones may be off by this many steps. */
const WINDOW = 1

/** A secret to share with an app, in base 32. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The half minute for which a code stands, if it is one of this secret and of about now. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) {
    return undefined
  }
  const delta = TOTP.validate({
    ...SHAPE,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: WINDOW,
  })
  return delta === null ? undefined : Math.floor(now / 1000 / SHAPE.period) + delta
}

export function encryptSecret(encryptor: Encryptor, sub: string, secret: string): string {
  return encryptor.encrypt('totp', sub, secret)
}

export function decryptSecret(encryptor: Encryptor, sub: string, encrypted: string): string {
  return encryptor.decrypt('totp', sub, encrypted)
}

/** Uses a step up; throws ExpiredCodeException when it, or a later one, was used already (RFC 6238, 5.2). */
export async function useTimeStep(sql: Kysely<CognitoTables>, sub: string, step: number): Promise<void> {
  const { numUpdatedRows } = await sql
    .updateTable('identity_user')
    .set({ totp_step: step })
    .where('sub', '=', sub)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) {
    throw usedSoftwareToken()
  }
}
