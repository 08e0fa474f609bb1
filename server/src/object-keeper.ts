import type { Keeper, ProtocolOptions } from '@vestry/s3'
import type { AuditLog } from './audit/audit-log.ts'
import type { Clock } from './clock.ts'
import { findAwaitedObjects } from './database/awaited-objects.ts'
import { createBegunUploads } from './database/begun-uploads.ts'
import type { Database } from './database/database.ts'
import { isUsedObject } from './database/is-used-object.ts'
import { withWriteLock } from './database/with-write-lock.ts'

/** Keeps the store from losing what a sermon, the trash, a series, a podcast or a running import names. */
export function createObjectKeeper(database: Database, clock: Clock): Keeper {
  return {
    whileUnused: (key, change) =>
      withWriteLock(database, 'preaching', async (db) => {
        if ((await isUsedObject(db, key)) || (await findAwaitedObjects(db)).has(key)) {
          return false
        }
        const released = await db.deleteFrom('discarded_object').where('path', '=', key).executeTakeFirst()
        await change(released.numDeletedRows > 0n)
        return true
      }),
    uploads: createBegunUploads(database, clock),
  }
}

/** How many different refusals are remembered, so that one that is repeated without end is written down once. */
const REMEMBERED = 1000

/** Writes to the audit trail what somebody has removed from the store, and what was refused to them there. */
export function recordObjectChanges(auditLog: AuditLog): NonNullable<ProtocolOptions['onChange']> {
  const known = new Set<string>()
  return async ({ ip }, { person, name = person, removed, refused }) => {
    const told = refused.filter((key) => !known.has(`${person} ${key}`))
    for (const key of told) {
      if (known.size >= REMEMBERED) {
        known.clear()
      }
      known.add(`${person} ${key}`)
    }
    const actor = { sub: person, name }
    for (const key of removed) {
      await auditLog.record({ kind: 'object_removed', actor, address: ip, parts: { key } })
    }
    for (const key of told) {
      await auditLog.record({ kind: 'object_refused', actor, address: ip, parts: { key } })
    }
  }
}
