import { randomInt } from 'node:crypto'
import type { Encryptor } from './encryptor.ts'
import type { Clock, Database } from './host.ts'
import type { Sessions } from './sessions.ts'

/** What a store must know of an access key to check a signature and to decide what it may do. */
export type TemporaryCredential = {
  secretAccessKey: string
  sessionToken: string
  /** Milliseconds since 1970. */
  expires: number
  /** Somebody signed in may list and write; a guest reads objects whose names they know. */
  access: 'read' | 'write'
  prefixes: readonly string[]
  /** Whose they are; nobody's in particular for guests and for users whose sign-in is known elsewhere. */
  person: string | undefined
}

/** Credentials for the session of one identity, from whoever keeps the store. */
export type AssumeRole = (identityId: string, access: 'read' | 'write') => Promise<IssuedCredentials>

export type IssuedCredentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  expires: number
}

/** Clients keep credentials for 50 minutes whatever we say; they must outlive that. */
const CREDENTIAL_LIFETIME = 60 * 60_000
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const letters = (length: number) =>
  Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/**
 * How access keys of guests begin, and of users whose sign-in is known elsewhere, who write or only read. Then comes the
 * time they end at.
 */
const GUEST = 'ASIG'
const FOREIGN = { write: 'ASIF', read: 'ASIR' } as const

export type TemporaryCredentials = ReturnType<typeof createTemporaryCredentials>

/** Access keys to the store for somebody signed in. Their secrets follow from their ids and the key file. */
export function createTemporaryCredentials(parts: {
  database: Database
  clock: Clock
  encryptor: Encryptor
  sessions: Sessions
  prefixes: readonly string[]
  /** Whether guests have any. */
  guests: boolean
  /** Whether users sign in elsewhere, so that no sign-in of ours can open the store. */
  foreign: boolean
  mayWrite: (groups: readonly string[]) => boolean
}) {
  const { database, clock, encryptor, sessions, prefixes, guests, foreign, mayWrite } = parts
  const { sql } = database
  const secretsOf = (accessKeyId: string) => ({
    secretAccessKey: encryptor.mac('secret-access-key', accessKeyId).toString('base64').slice(0, 40),
    sessionToken: encryptor.deriveKey('session-token', 96, accessKeyId).toString('base64'),
  })

  const accessOf = (groups: readonly string[]) => (mayWrite(groups) ? 'write' : 'read')

  /** Nothing is kept of such a key: whoever changes the time in its id does not know the secret of that id. */
  function makeTimed(kind: typeof GUEST | (typeof FOREIGN)['write' | 'read'], expires: number) {
    const seconds = Math.floor(expires / 1000)
    const accessKeyId = `${kind}${seconds.toString(32).toUpperCase().padStart(8, '0')}${letters(8)}`
    return { accessKeyId, expires: seconds * 1000, ...secretsOf(accessKeyId) }
  }

  function findTimed(accessKeyId: string, access: 'read' | 'write'): TemporaryCredential | undefined {
    const expires = Number.parseInt(accessKeyId.slice(GUEST.length, GUEST.length + 8), 32) * 1000
    return expires > clock.now()
      ? { ...secretsOf(accessKeyId), expires, access, prefixes, person: undefined }
      : undefined
  }

  return {
    async make(originJti: string) {
      const accessKeyId = `ASIA${letters(16)}`
      const expires = clock.now() + CREDENTIAL_LIFETIME
      await sql
        .insertInto('identity_credential')
        .values({ access_key_id: accessKeyId, origin_jti: originJti, expires })
        .execute()
      return { accessKeyId, expires, ...secretsOf(accessKeyId) }
    },

    makeForGuest: () => makeTimed(GUEST, clock.now() + CREDENTIAL_LIFETIME),

    /** For somebody who signed in elsewhere: good as long as the token that they brought, an hour at most. */
    makeUntil: (end: number, groups: readonly string[]) =>
      makeTimed(FOREIGN[accessOf(groups)], Math.min(end, clock.now() + CREDENTIAL_LIFETIME)),

    /**
     * Looked up at every request: `undefined` as soon as the sign-in that it came from has ended. Those of guests and of
     * users who signed in elsewhere are good until the time in their id.
     */
    async find(accessKeyId: string): Promise<TemporaryCredential | undefined> {
      if (accessKeyId.startsWith(GUEST)) {
        return guests ? findTimed(accessKeyId, 'read') : undefined
      }
      if (foreign) {
        const access = (['write', 'read'] as const).find((one) => accessKeyId.startsWith(FOREIGN[one]))
        return access && findTimed(accessKeyId, access)
      }
      const row = await sql
        .selectFrom('identity_credential')
        .select(['origin_jti', 'expires'])
        .where('access_key_id', '=', accessKeyId)
        .executeTakeFirst()
      const holder = row && (await sessions.holder(row.origin_jti))
      return (
        holder && {
          ...secretsOf(accessKeyId),
          expires: row.expires,
          access: accessOf(holder.groups),
          prefixes,
          person: holder.sub,
        }
      )
    },

    async sweep(): Promise<void> {
      await sql
        .deleteFrom('identity_credential')
        .where('expires', '<', clock.now() - CREDENTIAL_LIFETIME)
        .execute()
    },
  }
}
