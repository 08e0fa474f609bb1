import { createHash, createPrivateKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Clock, Database } from '../requests/host.ts'

type PublicJwk = { kty: string; kid: string; use: 'sig'; alg: 'RS256'; n: string; e: string }

type SigningKey = { kid: string; starts: number; publicJwk: PublicJwk; privateKey: KeyObject }

const DAY = 24 * 60 * 60_000
/** A key signs for this long; its successor is published all the while. */
const TERM = 90 * DAY
/** A key that no longer signs is still published for this long, which is longer than any token lives. */
const AFTERGLOW = 2 * DAY
/** How often, at most, an unknown key id makes us check whether another process has made a key. */
const LOOK_AGAIN = 1000
/** How old the keys must be for `notice` to load them again: asked every half minute, it does within a minute. */
const NOTICED = 30_000

const generate = promisify(generateKeyPair)

export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>

/**
 * The RSA keys that sign tokens: a current one, its successor, which is published long before it signs, and retired
 * ones until their last token has ended. Only the clock decides which is which.
 */
export async function openSigningKeys({ sql }: Database, clock: Clock, encryptor: Encryptor) {
  let keys: SigningKey[] = []
  let loaded = 0
  let loads = 0

  async function load() {
    const rows = await sql.selectFrom('identity_signing_key').selectAll().orderBy('starts').execute()
    const known = new Map(keys.map((key) => [key.kid, key]))
    keys = rows.map((row) => ({
      kid: row.kid,
      starts: row.starts,
      publicJwk: JSON.parse(row.public_jwk) as PublicJwk,
      privateKey:
        known.get(row.kid)?.privateKey ??
        createPrivateKey({
          key: JSON.parse(encryptor.decrypt('signing-key', row.kid, row.encrypted_private_jwk)) as JsonWebKey,
          format: 'jwk',
        }),
    }))
    loaded = clock.now()
    loads += 1
  }

  async function make(starts: number) {
    const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
    const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
    // RFC 7638: the digest of the required members in the order of their names.
    const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
    await sql
      .insertInto('identity_signing_key')
      .values({
        kid,
        starts,
        public_jwk: JSON.stringify({ kty, kid, use: 'sig', alg: 'RS256', n, e } satisfies PublicJwk),
        encrypted_private_jwk: encryptor.encrypt(
          'signing-key',
          kid,
          JSON.stringify(privateKey.export({ format: 'jwk' })),
        ),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /**
   * Makes what is missing. The moment a key starts is fixed, so that two processes can't both make it. Keys that a
   * clock far ahead has left in the future neither sign nor stand in for a successor.
   */
  async function rotate() {
    await load()
    if (findCurrent() === undefined) {
      await make(0)
      await load()
    }
    const current = currentKey()
    if (!keys.some((key) => key.starts > clock.now() && key.starts <= clock.now() + TERM)) {
      await make(
        current.starts === 0 ? startOfDay(clock.now()) + TERM : current.starts + TERM * passed(current),
      )
      await load()
    }
  }

  /** Forgets keys that no longer sign. A start does not: its clock may not be right yet. */
  async function retire() {
    const current = currentKey()
    const isOver = current.starts + AFTERGLOW < clock.now()
    if (isOver && keys.some((key) => key.starts < current.starts)) {
      await sql.deleteFrom('identity_signing_key').where('starts', '<', current.starts).execute()
      await load()
    }
  }

  const startOfDay = (time: number) => time - (time % DAY)
  const passed = (key: SigningKey) => Math.floor((clock.now() - key.starts) / TERM) + 1
  const findCurrent = () => keys.findLast((key) => key.starts <= clock.now())

  function currentKey(): SigningKey {
    const current = findCurrent()
    if (!current) {
      throw new Error('There is no key to sign with.')
    }
    return current
  }

  /** Looks for changes by other processes, if it is time, and for a key if the clock was set back. */
  async function notice() {
    if (isOlder(NOTICED)) {
      await load()
    }
    if (findCurrent() === undefined) {
      await rotate()
    }
  }

  const isOlder = (age: number) => Math.abs(clock.now() - loaded) >= age

  await rotate()

  return {
    current: currentKey,
    notice,
    jwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    /** Changes whenever the keys may have changed. */
    version: () => loads,
    async sweep() {
      await rotate()
      await retire()
    },
    /**
     * Lets the successor, which everybody who checks tokens knows by now, sign from now on, and makes another one. The
     * key that signed until now stays published as long as its tokens live.
     */
    async rotateNow(): Promise<void> {
      await rotate()
      await sql
        .updateTable('identity_signing_key')
        .set({ starts: clock.now() })
        .where('kid', '=', keys.at(-1)?.kid ?? '')
        .where('starts', '>', clock.now())
        .execute()
      await rotate()
    },
    /** True when there may be keys that were not known before. */
    async lookAgain(): Promise<boolean> {
      if (!isOlder(LOOK_AGAIN)) {
        return false
      }
      await load()
      return true
    },
  }
}
