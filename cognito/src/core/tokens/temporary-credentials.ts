import { randomInt } from 'node:crypto'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Clock, Database } from '../requests/host.ts'
import type { Sessions } from './sessions.ts'

/** What a store must know about an access key to check a signature and to decide what it may do. */
export type TemporaryCredential = {
  secretAccessKey: string
  sessionToken: string
  /** Milliseconds since 1970. */
  expires: number
  /** Somebody signed in may list and write; a guest reads objects whose names they know. */
  access: 'read' | 'write'
  prefixes: readonly string[]
  /** Their owner; nobody in particular for guests. */
  person: string | undefined
  /** Their e-mail address, for an audit trail; unknown for users whose sign-in is known elsewhere. */
  name?: string | undefined
}

/** Credentials for the session of one identity, from the keeper of the store. */
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
 * How access keys begin: of guests, and of users whose sign-in is known elsewhere, who write or only read. The time at
 * which they end follows, and for users, who they are.
 */
const GUEST = 'ASIG'
const FOREIGN = { write: 'ASIF', read: 'ASIR' } as const

/** A `sub` as the end of an access key's id: its 128 bits, if it is a UUID as Cognito's are. */
function writeSub(sub: string): string | undefined {
  const hex = sub.toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{32}$/.test(hex)
    ? BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(25, '0')
    : undefined
}

function readSub(end: string): string | undefined {
  if (!/^[0-9A-Z]{25}$/.test(end)) {
    return undefined
  }
  const number = [...end].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const hex = number.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

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

  /** Nothing is stored for such a key: a person who changes the time in its id does not know that id's secret. */
  function makeTimed(
    kind: typeof GUEST | (typeof FOREIGN)['write' | 'read'],
    expires: number,
    whose = letters(8),
  ) {
    const seconds = Math.floor(expires / 1000)
    const accessKeyId = `${kind}${seconds.toString(32).toUpperCase().padStart(8, '0')}${whose}`
    return { accessKeyId, expires: seconds * 1000, ...secretsOf(accessKeyId) }
  }

  function findTimed(accessKeyId: string, access: 'read' | 'write'): TemporaryCredential | undefined {
    const expires = Number.parseInt(accessKeyId.slice(GUEST.length, GUEST.length + 8), 32) * 1000
    const person = readSub(accessKeyId.slice(GUEST.length + 8))
    return expires > clock.now()
      ? { ...secretsOf(accessKeyId), expires, access, prefixes, person }
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

    /** For somebody who signed in elsewhere: valid as long as the token that they brought, an hour at most. */
    makeUntil: ({ sub, exp, groups }: { sub: string; exp: number; groups: readonly string[] }) => {
      const end = Math.min(exp * 1000, clock.now() + CREDENTIAL_LIFETIME)
      return makeTimed(FOREIGN[accessOf(groups)], end, writeSub(sub))
    },

    /**
     * Looked up at every request: `undefined` as soon as the sign-in that it came from has ended. Keys of guests and of
     * users who signed in elsewhere are valid until the time in their id.
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
          name: holder.email,
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
