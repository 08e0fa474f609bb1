import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql as query, type Selectable } from 'kysely'
import { CognitoError } from '../../errors.ts'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Clock, Database } from '../requests/host.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import { holdUser, type User, userOf } from '../users/users-sql.ts'

/** One sign-in and everything that came from it: tokens and storage credentials live and die together. */
export type Session = {
  originJti: string
  authTime: number
  /** What its access tokens allow, if OAuth gave it out; otherwise everything of one's own. */
  scope?: string | undefined
  /** The device on which it is signed in. */
  deviceKey?: string | undefined
}

/** How many days after its sign-in a session ends, whether it is used or not. */
export const SESSION_DAYS = 30
const SESSION_LIFETIME = SESSION_DAYS * 24 * 60 * 60_000
/** Two tabs share one refresh token and may use it at the same moment; lines break and clients repeat. */
const GRACE = 60_000

/** The scope of those who may do everything of their own. */
export const FULL_SCOPE = 'aws.cognito.signin.user.admin'

/** What a client can request by OAuth. */
export const SCOPES = ['openid', 'email', 'profile', 'phone', FULL_SCOPE] as const
export type Scope = (typeof SCOPES)[number]

/** What a refresh is tied to: the device from which it comes, and the scope requested. */
export type RefreshTerms = {
  deviceKey?: string | undefined
  /** Throws if less was granted. */
  checkScope?: (granted: string) => void
}

type Holder = { user: User; scope: string | undefined }

/** A refresh token came back after its successor was given out: one of the two is a copy. */
export class RefreshTokenReused extends CognitoError {
  readonly holder: User | undefined

  constructor(holder: User | undefined) {
    super('RefreshTokenReuseException', 'Refresh token has been reused.')
    this.holder = holder
  }
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ sql }: Database, clock: Clock, encryptor: Encryptor) {
  /** Whose session it is and what it allows; `undefined` once it has ended or the user is disabled. */
  async function look(originJti: string): Promise<Holder | undefined> {
    // Written out: it is asked with every request, and building it anew would cost more than its answer.
    const { rows } = await query<Selectable<CognitoTables['identity_user']> & { scope: string | null }>`
      select identity_user.*, identity_session.scope from identity_session
      inner join identity_user on identity_user.sub = identity_session.sub
      where origin_jti = ${originJti} and enabled = 1
        and identity_session.expires > ${clock.now()}`.execute(sql)
    const [row] = rows
    return row && { user: userOf(row), scope: row.scope ?? undefined }
  }

  return {
    /**
     * A new session with its first refresh token, and the rows to write. The session of a device is refreshed only
     * there.
     */
    prepare(
      sub: string,
      given: { scope?: string | undefined; authTime?: number; deviceKey?: string | undefined } = {},
    ): Session & { refreshToken: string; write(into: Kysely<CognitoTables>): Promise<void> } {
      const now = clock.now()
      const { scope, authTime = now, deviceKey } = given
      const originJti = randomUUID()
      const refreshToken = randomBytes(48).toString('base64url')
      return {
        originJti,
        authTime,
        scope,
        deviceKey,
        refreshToken,
        async write(into) {
          await into
            .insertInto('identity_session')
            .values({
              origin_jti: originJti,
              sub,
              auth_time: authTime,
              expires: now + SESSION_LIFETIME,
              scope: scope ?? null,
              device_key: deviceKey ?? null,
            })
            .execute()
          await into
            .insertInto('identity_refresh_token')
            .values({ token_hash: hashOf(refreshToken), origin_jti: originJti })
            .execute()
        },
      }
    },

    /**
     * Exchanges a refresh token for its successor. The successor follows from the token, so that a repeat within the
     * grace period gets the same one and a session never forks; a later repeat ends the session. If `checkScope`
     * throws, the token stays unused.
     */
    async rotate(
      refreshToken: string,
      { deviceKey, checkScope }: RefreshTerms = {},
    ): Promise<Session & { refreshToken: string }> {
      const tokenHash = hashOf(refreshToken)
      const now = clock.now()
      const row = await sql
        .selectFrom('identity_refresh_token')
        .innerJoin('identity_session', 'identity_session.origin_jti', 'identity_refresh_token.origin_jti')
        .select(['identity_session.origin_jti', 'auth_time', 'expires', 'scope', 'rotated', 'device_key'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (!row || (row.device_key !== null && row.device_key !== deviceKey)) {
        throw new CognitoError('NotAuthorizedException', 'Invalid Refresh Token.')
      }
      if (row.expires <= now) {
        throw new CognitoError('NotAuthorizedException', 'Refresh Token has expired')
      }
      if (row.rotated !== null && now - row.rotated > GRACE) {
        const holder = await this.holder(row.origin_jti)
        // When several copies come at once, one is reported.
        throw new RefreshTokenReused((await this.end(row.origin_jti)) ? holder : undefined)
      }
      checkScope?.(row.scope ?? FULL_SCOPE)
      const successor = encryptor.mac('refresh-token', refreshToken).toString('base64url')
      await sql.transaction().execute(async (transaction) => {
        // The session's row first, as everything that ends it does: a session that has just ended no longer has a
        // successor.
        if (!(await this.hold(row.origin_jti, transaction))) {
          throw new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked')
        }
        await transaction
          .updateTable('identity_refresh_token')
          .set({ rotated: now })
          .where('token_hash', '=', tokenHash)
          .where('rotated', 'is', null)
          .execute()
        await transaction
          .insertInto('identity_refresh_token')
          .values({ token_hash: hashOf(successor), origin_jti: row.origin_jti })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      return {
        originJti: row.origin_jti,
        authTime: row.auth_time,
        scope: row.scope ?? undefined,
        deviceKey: row.device_key ?? undefined,
        refreshToken: successor,
      }
    },

    /** Holds a session until the transaction ends; false when it has ended. */
    async hold(originJti: string, transaction: Kysely<CognitoTables>): Promise<boolean> {
      const { numUpdatedRows } = await transaction
        .updateTable('identity_session')
        .set((session) => ({ expires: session.ref('expires') }))
        .where('origin_jti', '=', originJti)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Whose session it is, as that user is now; `undefined` once it has ended or the user is disabled. */
    async holder(originJti: string): Promise<User | undefined> {
      return (await look(originJti))?.user
    },

    /** The same for a session that allows everything of one's own, and not less. */
    async fullHolder(originJti: string): Promise<User | undefined> {
      const found = await look(originJti)
      return found && hasScope(FULL_SCOPE, found.scope ?? FULL_SCOPE) ? found.user : undefined
    },

    /** False when it had ended already. */
    async end(originJti: string): Promise<boolean> {
      const { numDeletedRows } = await sql
        .deleteFrom('identity_session')
        .where('origin_jti', '=', originJti)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    /** Ends the session to which a refresh token belongs, if it still exists, and answers whose it was. */
    async endByToken(refreshToken: string): Promise<User | undefined> {
      const row = await sql
        .selectFrom('identity_refresh_token')
        .select('origin_jti')
        .where('token_hash', '=', hashOf(refreshToken))
        .executeTakeFirst()
      const holder = row && (await this.holder(row.origin_jti))
      return row && (await this.end(row.origin_jti)) ? holder : undefined
    },

    /** Signs a user out everywhere, or everywhere else when a session is named. */
    async endAll(sub: string, from: Kysely<CognitoTables>, except?: string): Promise<void> {
      // Making a session from another holds the user's row: one that is being made is waited for, and ended too.
      await holdUser(from, sub)
      let sessions = from.deleteFrom('identity_session').where('sub', '=', sub)
      if (except !== undefined) {
        sessions = sessions.where('origin_jti', '<>', except)
      }
      await sessions.execute()
    },

    async sweep(): Promise<void> {
      await sql.deleteFrom('identity_session').where('expires', '<=', clock.now()).execute()
    },
  }
}

/** Whether a list of scopes, separated by spaces, names one. */
export function hasScope(scope: string, scopes: string): boolean {
  return scopes.split(' ').includes(scope)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
