import { randomInt } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { expiredCode, tooManyCodes, wrongCode } from '../identity-errors.ts'
import { sameBytes } from '../people/passwords.ts'
import type { Sealer } from '../secrets/sealer.ts'

export type CodePurpose = 'reset-password' | 'verify-email'

const LIFETIME: Record<CodePurpose, number> = {
  'reset-password': 60 * 60_000,
  'verify-email': 24 * 60 * 60_000,
}
const MOST_TRIES = 5

export type Codes = ReturnType<typeof createCodes>

/** Codes of six digits that go out by mail: one for each purpose, kept as a keyed digest, good for five tries. */
export function createCodes({ sql }: Database, clock: Clock, sealer: Sealer) {
  const macOf = (subject: string, purpose: CodePurpose, code: string) =>
    sealer.mac('code', subject, purpose, code)

  return {
    /** Makes a code; the one before it is void. */
    async make(subject: string, purpose: CodePurpose): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const row = {
        code_mac: macOf(subject, purpose, code).toString('base64'),
        expires: clock.now() + LIFETIME[purpose],
        tries: 0,
      }
      await sql
        .insertInto('identity_code')
        .values({ subject, purpose, ...row })
        .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(row))
        .execute()
      return code
    },

    /** Counts a try and throws unless the code is right. A right code stays until it is dropped. */
    async check(subject: string, purpose: CodePurpose, code: string): Promise<void> {
      const row = await sql
        .updateTable('identity_code')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires <= clock.now()) {
        throw expiredCode()
      }
      if (row.tries > MOST_TRIES) {
        throw tooManyCodes()
      }
      if (!sameBytes(Buffer.from(row.code_mac, 'base64'), macOf(subject, purpose, code.trim()))) {
        throw wrongCode()
      }
    },

    /** Uses a code up; false when another request was faster. */
    async drop(subject: string, purpose: CodePurpose): Promise<boolean> {
      const { numDeletedRows } = await sql
        .deleteFrom('identity_code')
        .where('subject', '=', subject)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async sweep(): Promise<void> {
      await sql.deleteFrom('identity_code').where('expires', '<', clock.now()).execute()
    },
  }
}
