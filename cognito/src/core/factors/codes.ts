import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expiredCode, tooManyCodes, wrongCode } from '../../errors.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import { sameBytes } from '../passwords/passwords.ts'
import type { Clock, Database } from '../requests/host.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'

export type CodePurpose = 'reset-password' | 'confirm-sign-up' | 'verify-email' | 'verify-phone'

const CODE_LIFETIME: Record<CodePurpose, number> = {
  'reset-password': 60 * 60_000,
  'confirm-sign-up': 24 * 60 * 60_000,
  'verify-email': 24 * 60 * 60_000,
  'verify-phone': 24 * 60 * 60_000,
}
/** A person who guesses a code for a new password needs nothing else, so it is longer. */
const DIGITS: Record<CodePurpose, number> = {
  'reset-password': 8,
  'confirm-sign-up': 6,
  'verify-email': 6,
  'verify-phone': 6,
}
const MAX_ATTEMPTS = 5

export type Codes = ReturnType<typeof createCodes>

/** Codes that go out by mail or text: one for each user and purpose, kept as a keyed digest, good for five attempts. */
export function createCodes({ sql }: Database, clock: Clock, encryptor: Encryptor) {
  const macOf = (subject: string, purpose: CodePurpose, code: string) =>
    encryptor.mac('code', subject, purpose, code)

  const contextOf = (subject: string, purpose: CodePurpose) => `${purpose} ${subject}`
  const targetOf = (subject: string, purpose: CodePurpose, encrypted: string | null) =>
    encrypted === null ? undefined : encryptor.decrypt('code-target', contextOf(subject, purpose), encrypted)

  return {
    /** Makes a code, which voids the one before it. The address or number that it proves is kept with it. */
    async make(subject: string, purpose: CodePurpose, target?: string): Promise<string> {
      const digits = DIGITS[purpose]
      const code = String(randomInt(10 ** digits)).padStart(digits, '0')
      const row = {
        code_mac: macOf(subject, purpose, code).toString('base64'),
        expires: clock.now() + CODE_LIFETIME[purpose],
        attempts: 0,
        encrypted_target:
          target === undefined ? null : encryptor.encrypt('code-target', contextOf(subject, purpose), target),
      }
      await sql
        .insertInto('identity_code')
        .values({ subject, purpose, ...row })
        .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(row))
        .execute()
      return code
    },

    /** The address or number that waits for its code. */
    async findTarget(subject: string, purpose: CodePurpose): Promise<string | undefined> {
      const row = await sql
        .selectFrom('identity_code')
        .select('encrypted_target')
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .where('expires', '>', clock.now())
        .executeTakeFirst()
      return targetOf(subject, purpose, row?.encrypted_target ?? null)
    },

    /**
     * Throws unless the code is right, and returns the address or number that it proves, if there is one. Only attempts
     * from unknown locations count against the code, so that they don't take it from its owner elsewhere. A right code
     * stays until dropped.
     */
    async check(
      subject: string,
      purpose: CodePurpose,
      code: string,
      isUnknownLocation = true,
    ): Promise<string | undefined> {
      const row = await sql
        .updateTable('identity_code')
        .set((set) => ({ attempts: set('attempts', '+', Number(isUnknownLocation)) }))
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires <= clock.now()) {
        throw expiredCode()
      }
      if (isUnknownLocation && row.attempts > MAX_ATTEMPTS) {
        throw tooManyCodes()
      }
      if (!sameBytes(Buffer.from(row.code_mac, 'base64'), macOf(subject, purpose, code.replace(/\s/g, '')))) {
        throw wrongCode()
      }
      return targetOf(subject, purpose, row.encrypted_target)
    },

    /** Uses a code up; false when another request was faster. */
    async drop(subject: string, purpose: CodePurpose, from: Kysely<CognitoTables> = sql): Promise<boolean> {
      const { numDeletedRows } = await from
        .deleteFrom('identity_code')
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    /** Voids all codes of somebody whose password or address has changed. */
    async dropAll(subject: string, from: Kysely<CognitoTables>): Promise<void> {
      await from.deleteFrom('identity_code').where('subject', '=', subject).execute()
    },

    async sweep(): Promise<void> {
      await sql.deleteFrom('identity_code').where('expires', '<', clock.now()).execute()
    },
  }
}
