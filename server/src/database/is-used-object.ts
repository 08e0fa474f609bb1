import { DEFAULT_POSTER_PATH } from '@vestry/contract/media.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether any sermon names this object of the store, deleted ones included. */
export async function isUsedObject(db: Kysely<Tables>, path: string): Promise<boolean> {
  const user = await db
    .selectFrom('used_object')
    .select('path')
    .where('path', '=', path)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

/** Of the objects of a sermon that is gone, or has others now, those that no sermon names any more; never the default poster. */
export async function findUnusedObjects(
  db: Kysely<Tables>,
  former: { path: string; poster_path: string; small_poster_path: string },
): Promise<string[]> {
  const unused: string[] = []
  for (const object of new Set([former.path, former.poster_path, former.small_poster_path])) {
    if (object !== '' && object !== DEFAULT_POSTER_PATH && !(await isUsedObject(db, object))) {
      unused.push(object)
    }
  }
  return unused
}
