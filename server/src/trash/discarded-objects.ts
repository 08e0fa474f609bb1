import type { Kysely } from 'kysely'
import { findAwaitedObjects } from '../database/awaited-objects.ts'
import { findUnusedObjects, isUsedObject } from '../database/is-used-object.ts'
import type { Leases } from '../database/leases.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'

/**
 * The lock for removing objects from the store: an object that somebody else has removed may have been uploaded again.
 */
const REMOVAL = 'remove objects'

/**
 * Keeps objects that something names again, under the lock of what is written; refuses while objects are being removed.
 */
export async function keepNamed(db: Kysely<Tables>, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) {
    return
  }
  const found = await db.selectFrom('discarded_object').select('path').where('path', 'in', paths).execute()
  const leaving = found.map(({ path }) => path)
  const [one] = await findUnusedObjects(db, leaving)
  const removal = db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', REMOVAL)
    .where('held_until', '>', 0)
  if (one !== undefined && (await removal.executeTakeFirst())) {
    throw new ApiError(
      'invalid_request',
      `${one} was deleted for good and is being removed. Upload it again under another name.`,
    )
  }
  if (leaving.length > 0) {
    await db.deleteFrom('discarded_object').where('path', 'in', leaving).execute()
  }
}

/**
 * Removes from the store the objects that were written down, except those that a sermon or the import of a folder still
 * names. It works outside the lock of the sermons, since nobody should wait for as long as a store may take.
 */
export async function removeDiscarded(
  database: Database,
  leases: Leases,
  removeObject: (path: string) => Promise<void>,
): Promise<void> {
  const { sql } = database
  const listAll = () => sql.selectFrom('discarded_object').select('path').execute()
  const strikeOut = (db: Kysely<Tables>, path: string) =>
    db.deleteFrom('discarded_object').where('path', '=', path).execute()
  if ((await listAll()).length === 0) {
    return
  }
  await leases.withLock(REMOVAL, async () => {
    await doEach(await listAll(), async ({ path }) => {
      const leaves = await withWriteLock(database, 'preaching', async (db) => {
        const known = db.selectFrom('discarded_object').select('path').where('path', '=', path)
        if ((await known.executeTakeFirst()) === undefined) {
          return false
        }
        const awaited = await findAwaitedObjects(db, { source: 'folder' })
        const stays = awaited.has(path) || (await isUsedObject(db, path))
        if (stays) {
          await strikeOut(db, path)
        }
        return !stays
      })
      if (leaves) {
        await removeObject(path)
        await strikeOut(sql, path)
      }
    })
  })
}

/** Goes on after a failure, and throws the first one at the end. */
export async function doEach<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) {
    await work(one).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw failures[0]
  }
}
