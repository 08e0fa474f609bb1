import type { CognitoParts } from '../parts.ts'

const actor = { name: 'command line' }

export type OperatorKeys = ReturnType<typeof createOperatorKeys>

/** What the command line does with access keys, each with its entry in the audit log. */
export function createOperatorKeys({
  accessKeys,
  database,
  auditLog,
}: Pick<CognitoParts, 'accessKeys' | 'database' | 'auditLog'>) {
  return {
    list: accessKeys.list,

    /** A new key with its secret, which is shown this once; `undefined` when there is one of that name. */
    make: (name: string) =>
      database.sql.transaction().execute(async (transaction) => {
        const key = await accessKeys.make(name, transaction)
        if (key) {
          const entry = { actor, parts: { name, key: key.accessKeyId } }
          await auditLog.record({ kind: 'access_key_created', ...entry }, transaction)
        }
        return key
      }),

    /** Revokes a key at once; returns its name, or `undefined` when there is no such key. */
    revoke: (accessKeyId: string) =>
      database.sql.transaction().execute(async (transaction) => {
        const name = await accessKeys.revoke(accessKeyId, transaction)
        if (name !== undefined) {
          const entry = { actor, parts: { name, key: accessKeyId } }
          await auditLog.record({ kind: 'access_key_revoked', ...entry }, transaction)
        }
        return name
      }),
  }
}
