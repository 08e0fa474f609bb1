import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditActor } from '../core/audit-events.ts'
import type { Person } from '../core/people.ts'
import type { HostedParts } from './hosted-parts.ts'

export type BrowserSession = { originJti: string; authTime: number; person: Person }

/** How long after a sign-in the pages need no password again; a closed browser forgets it earlier. */
const LIFETIME = 60 * 60_000
/** What marks a session as a browser's: its tokens, which never leave the server, would be good for nothing. */
const NO_SCOPE = ''

/**
 * Who is signed in at the hosted pages. The cookie names a session and is as good as that: once it has ended, by a
 * sign-out or by the staff, the cookie is worth nothing, wherever it is.
 */
export function createBrowserSessions(parts: HostedParts) {
  const { database, clock, encryptor, sessions, tokens, auditLog } = parts
  const cookie = cookieFor(parts, 'vestry-session')

  function read(request: FastifyRequest): string | undefined {
    const sealed = request.cookies[cookie.name]
    try {
      return sealed && encryptor.decrypt('browser-session', cookie.name, sealed)
    } catch {
      return undefined
    }
  }

  async function find(request: FastifyRequest): Promise<BrowserSession | undefined> {
    const originJti = read(request)
    const row =
      originJti &&
      (await database.sql
        .selectFrom('identity_family')
        .select(['origin_jti', 'auth_time'])
        .where('origin_jti', '=', originJti)
        .where('scope', '=', NO_SCOPE)
        .where('expires', '>', clock.now())
        .executeTakeFirst())
    const person = row && (await sessions.holder(row.origin_jti))
    return person ? { originJti: row.origin_jti, authTime: row.auth_time, person } : undefined
  }

  return {
    find,

    /** Turns the sign-in that an access token is the outcome of into this browser's. */
    async begin(accessToken: string, reply: FastifyReply): Promise<{ originJti: string; authTime: number }> {
      const claims = await tokens.read(accessToken, 'access')
      if (typeof claims === 'string') {
        throw new Error(`The access token of a sign-in is ${claims}.`)
      }
      const { auth_time: authTime } = await database.sql
        .updateTable('identity_family')
        .set({ scope: NO_SCOPE, expires: clock.now() + LIFETIME })
        .where('origin_jti', '=', claims.originJti)
        .returning('auth_time')
        .executeTakeFirstOrThrow()
      sessions.forget()
      reply.setCookie(
        cookie.name,
        encryptor.encrypt('browser-session', cookie.name, claims.originJti),
        cookie.options,
      )
      return { originJti: claims.originJti, authTime }
    },

    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const session = await find(request)
      if (session) {
        await sessions.end(session.originJti)
        const self = auditActor(session.person)
        await auditLog.record({ kind: 'sign_out', actor: self, subject: self, address: request.ip })
      }
      reply.clearCookie(cookie.name, cookie.options)
    },
  }
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>

/** With https the name's prefix has browsers refuse the cookie from any other host or path. */
export function cookieFor({ publicUrl }: HostedParts, name: string) {
  const secure = publicUrl.startsWith('https://')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax' as const },
  }
}
