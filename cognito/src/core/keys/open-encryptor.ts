import { join } from 'node:path'
import type { Database } from '../requests/host.ts'
import { loadOrMakeSetting } from '../users/pool-ids.ts'
import { createEncryptor, type Encryptor } from './encryptor.ts'
import { KeyFileError, makeKeyFile, readKeyFile } from './key-file.ts'

/** The setting that identifies the key file with which a database was made. */
const KEY_MARK = 'key_mark'

/**
 * Opens the encryptor with a key file, `keys/identity.key` in the data folder if no other is named, which is made at
 * the first start. A database made with another key is refused: no password would ever match again with a wrong key.
 */
export async function openEncryptor(
  database: Database,
  { dataFolder, keyFile }: { dataFolder: string; keyFile?: string | undefined },
): Promise<Encryptor> {
  const file = keyFile ?? join(dataFolder, 'keys', 'identity.key')
  const marked = await database.sql
    .selectFrom('identity_setting')
    .select('value')
    .where('name', '=', KEY_MARK)
    .executeTakeFirst()
  const present = readKeyFile(file)
  if (marked && !present) {
    throw new KeyFileError(
      `The key file ${file} is missing, and the database was made with it. Restore it from the backup.`,
    )
  }
  const encryptor = createEncryptor(present ?? makeKeyFile(file))
  const mark = encryptor.mac('mark').toString('base64')
  if ((await loadOrMakeSetting(database, KEY_MARK, () => mark)) !== mark) {
    throw new KeyFileError(`The key file ${file} is not the one that the database was made with.`)
  }
  return encryptor
}

/**
 * Checks whether a key file belongs to a database and opens the signing keys; writes nothing. `newest` is when the
 * newest signing key began to sign. Throws KeyFileError for a file that can't be read or is damaged.
 */
export async function examineKeys({ sql }: Database, file: string) {
  const key = readKeyFile(file)
  if (!key) {
    return 'missing'
  }
  const encryptor = createEncryptor(key)
  const marked = await sql
    .selectFrom('identity_setting')
    .select('value')
    .where('name', '=', KEY_MARK)
    .executeTakeFirst()
  if (marked && marked.value !== encryptor.mac('mark').toString('base64')) {
    return 'another'
  }
  const rows = await sql.selectFrom('identity_signing_key').selectAll().orderBy('starts', 'desc').execute()
  const unreadable = rows
    .filter(({ kid, encrypted_private_jwk }) => {
      try {
        encryptor.decrypt('signing-key', kid, encrypted_private_jwk)
        return false
      } catch {
        return true
      }
    })
    .map(({ kid }) => kid)
  return { unreadable, newest: rows[0]?.starts }
}
