import { createHash } from 'node:crypto'
import { type AuditActor, auditActor } from '../core/audit-events.ts'
import { sameBytes } from '../core/passwords/passwords.ts'
import { lockIfUnchanged } from '../core/users/users-sql.ts'
import type { CognitoParts } from '../parts.ts'
import { OAuthError } from './oauth-errors.ts'

/** For what a code was issued. */
export type Grant = {
  /** The sign-in for which it was given out, which must still live when the code is used. */
  originJti: string
  authTime: number
  redirectUri: string
  scope: string
  codeChallenge: string
  nonce: string | undefined
}

type Kept = Grant & { expires: number }

const STEP = 'AUTHORIZATION_CODE'
const CODE_LIFETIME = 2 * 60_000
/** How long the use of a code is remembered, to notice that it is used again. */
const REMEMBERED = 60 * 60_000

/** Codes of RFC 6749, 4.1.2: kept as digests, good once, bound to the client, its address and its challenge. */
export function createAuthorizationCodes({ database, clock, encryptor, sessions, auditLog }: CognitoParts) {
  const { sql } = database
  return {
    /**
     * The one code of a request. A repeat by the same sign-in, as when lines break, gets the same code until it is
     * used; a repeat by anybody else is refused.
     */
    async make(requestId: string, grant: Grant): Promise<string> {
      const code = encryptor.mac('authorization-code', requestId).toString('base64url')
      const handleHash = hashOf(code)
      const made: Kept = { ...grant, expires: clock.now() + CODE_LIFETIME }
      await sql.transaction().execute(async (transaction) => {
        if (!(await sessions.hold(grant.originJti, transaction))) {
          throw new OAuthError('login_required', 'The sign-in has ended.')
        }
        await transaction
          .insertInto('identity_challenge')
          .values({
            handle_hash: handleHash,
            step: STEP,
            encrypted_state: encryptor.encrypt('authorization-code', handleHash, JSON.stringify(made)),
            expires: clock.now() + REMEMBERED,
            attempts: 0,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      const row = await find(handleHash)
      const kept = row?.completed === null ? readKept(row) : undefined
      if (kept?.originJti !== grant.originJti || kept.expires <= clock.now()) {
        throw new OAuthError('invalid_request', 'The request was answered already.')
      }
      return code
    },

    /**
     * Uses up a code and returns the tokens' session, written with it, and what was granted. A second try ends what the
     * first one gave out. A failed try uses it up as well.
     */
    async redeem(code: string, given: { redirectUri: string; verifier: string; address: string }) {
      const handleHash = hashOf(code)
      const row = await find(handleHash)
      if (!row) {
        throw badCode()
      }
      const grant = readKept(row)
      const user = await sessions.holder(grant.originJti)
      const isRight =
        grant.expires > clock.now() &&
        given.redirectUri === grant.redirectUri &&
        sameBytes(Buffer.from(challengeOf(given.verifier)), Buffer.from(grant.codeChallenge))
      const prepared = isRight && user ? sessions.prepare(user.sub, grant) : undefined
      const { isFirst, session } = await sql.transaction().execute(async (transaction) => {
        // The user's row and the sign-in's first, as everything that ends them does: a sign-in that has just ended
        // gives out nothing.
        const lives =
          user !== undefined &&
          (await lockIfUnchanged(transaction, user, ['enabled'])) &&
          (await sessions.hold(grant.originJti, transaction))
        const session = lives ? prepared : undefined
        const { numUpdatedRows } = await transaction
          .updateTable('identity_challenge')
          .set({ completed: clock.now(), request_hash: session?.originJti ?? null })
          .where('handle_hash', '=', handleHash)
          .where('completed', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) {
          await session?.write(transaction)
        }
        return { isFirst: numUpdatedRows === 1n, session }
      })
      if (!isFirst) {
        await endWhatCameOf(handleHash, user && auditActor(user), given.address)
        throw badCode()
      }
      if (!session || !user) {
        throw badCode()
      }
      return { user, session, nonce: grant.nonce }
    },
  }

  async function find(handleHash: string) {
    return sql
      .selectFrom('identity_challenge')
      .selectAll()
      .where('handle_hash', '=', handleHash)
      .where('step', '=', STEP)
      .executeTakeFirst()
  }

  function readKept(row: { handle_hash: string; encrypted_state: string }): Kept {
    return JSON.parse(encryptor.decrypt('authorization-code', row.handle_hash, row.encrypted_state)) as Kept
  }

  async function endWhatCameOf(handleHash: string, subject: AuditActor | undefined, address: string) {
    const row = await find(handleHash)
    if (row?.request_hash && (await sessions.end(row.request_hash))) {
      const parts = { grant: 'authorization_code' } as const
      await auditLog.record({ kind: 'refresh_token_reused', subject, address, parts })
    }
  }
}

export type AuthorizationCodes = ReturnType<typeof createAuthorizationCodes>

const badCode = () =>
  new OAuthError('invalid_grant', 'The code is not valid, was used, or belongs to another request.')

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64')
}

/** RFC 7636, 4.2: S256. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
