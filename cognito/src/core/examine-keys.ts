import { createEncryptor } from './encryptor.ts'
import type { Database } from './host.ts'
import { readKeyFile } from './key-file.ts'
import { KEY_MARK } from './open-encryptor.ts'

/**
 * Looks whether a key file is the one of a database, and opens what signs tokens; writes nothing. `newest` is when the
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
  const sealedWrongly = rows
    .filter(({ kid, sealed_private_jwk }) => {
      try {
        encryptor.decrypt('signing-key', kid, sealed_private_jwk)
        return false
      } catch {
        return true
      }
    })
    .map(({ kid }) => kid)
  return { sealedWrongly, newest: rows[0]?.starts }
}
