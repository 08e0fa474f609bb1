import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Encryptor } from '../keys/encryptor.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import type { Clock, Database } from './host.ts'

/** An operator's access key as it may be shown. */
export type AccessKey = { accessKeyId: string; name: string; created: number; lastUsed: number | undefined }

/** An operator's key to the store. */
export type LastingCredential = {
  secretAccessKey: string
  sessionToken: undefined
  expires: undefined
  access: 'write'
  prefixes: readonly string[]
  everyBucket: true
  name: string
  /** To be called when a signature has proved valid. */
  recordUse(): Promise<void>
}

/** The name of the key with which the server signs its own calls. */
const SERVER = 'server'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const USE_NOTED = 60_000

export type AccessKeys = ReturnType<typeof createAccessKeys>

/** Keys that sign the administrator's calls. A secret is shown when it is made and kept encrypted. */
export function createAccessKeys({ sql }: Database, clock: Clock, encryptor: Encryptor) {
  /** False when there is a key of that name. */
  async function add(
    key: { accessKeyId: string; secretAccessKey: string },
    name: string,
    into: Kysely<CognitoTables>,
  ) {
    const { numInsertedOrUpdatedRows } = await into
      .insertInto('identity_access_key')
      .values({
        access_key_id: key.accessKeyId,
        name,
        encrypted_secret: encryptor.encrypt('access-key', key.accessKeyId, key.secretAccessKey),
        created: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  const rows = () => sql.selectFrom('identity_access_key').selectAll()

  return {
    isServer: (key: AccessKey) => key.name === SERVER,

    /** The server's own key, made at its first start. */
    async own(): Promise<{ accessKeyId: string; secretAccessKey: string }> {
      const find = () => rows().where('name', '=', SERVER).executeTakeFirst()
      if (!(await find())) {
        await add(makeKey(), SERVER, sql)
      }
      const row = await find()
      if (!row) {
        throw new Error('The server has no access key.')
      }
      return { accessKeyId: row.access_key_id, secretAccessKey: secretOf(row) }
    },

    /** Looked up at every request, so that a revoked key no longer counts. */
    async find(accessKeyId: string): Promise<(AccessKey & { secretAccessKey: string }) | undefined> {
      const row = await rows().where('access_key_id', '=', accessKeyId).executeTakeFirst()
      return row && { ...shown(row), secretAccessKey: secretOf(row) }
    },

    /** An operator's key as the store must know it: it opens everything and lasts. */
    async findForStore(accessKeyId: string): Promise<LastingCredential | undefined> {
      const row = await rows()
        .where('access_key_id', '=', accessKeyId)
        .where('name', '<>', SERVER)
        .executeTakeFirst()
      return (
        row && {
          secretAccessKey: secretOf(row),
          sessionToken: undefined,
          expires: undefined,
          access: 'write',
          prefixes: [''],
          everyBucket: true,
          name: row.name,
          recordUse: () => recordUse(shown(row)),
        }
      )
    },

    recordUse,

    /** A new key with its secret, which nobody is shown again; `undefined` when there is one of that name. */
    async make(name: string, into: Kysely<CognitoTables> = sql) {
      const key = makeKey()
      return (await add(key, name, into)) ? key : undefined
    },

    /** All except the server's own. */
    async list(): Promise<AccessKey[]> {
      return (await rows().where('name', '<>', SERVER).orderBy('name').execute()).map(shown)
    },

    /** Revokes a key at once; returns its name, or `undefined` when there is no such key. */
    async revoke(accessKeyId: string, into: Kysely<CognitoTables> = sql): Promise<string | undefined> {
      const row = await into
        .deleteFrom('identity_access_key')
        .where('access_key_id', '=', accessKeyId)
        .where('name', '<>', SERVER)
        .returning('name')
        .executeTakeFirst()
      return row?.name
    },
  }

  async function recordUse(key: AccessKey): Promise<void> {
    if (clock.now() - (key.lastUsed ?? 0) >= USE_NOTED) {
      await sql
        .updateTable('identity_access_key')
        .set({ last_used: clock.now() })
        .where('access_key_id', '=', key.accessKeyId)
        .execute()
    }
  }

  function secretOf(row: CognitoTables['identity_access_key']): string {
    return encryptor.decrypt('access-key', row.access_key_id, row.encrypted_secret)
  }
}

function makeKey() {
  const id = Array.from({ length: 16 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return { accessKeyId: `AKIA${id}`, secretAccessKey: randomBytes(30).toString('base64') }
}

function shown(row: CognitoTables['identity_access_key']): AccessKey {
  return {
    accessKeyId: row.access_key_id,
    name: row.name,
    created: row.created,
    lastUsed: row.last_used ?? undefined,
  }
}
