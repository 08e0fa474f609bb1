import { DEFAULT_POSTER_PATH } from '@vestry/contract/media.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether any sermon or series names this object of the store, deleted ones included. */
export async function isUsedObject(db: Kysely<Tables>, path: string): Promise<boolean> {
  const user = await db
    .selectFrom('used_object')
    .select('path')
    .where('path', '=', path)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

/** The fields in which a sermon names an object each. */
export const OBJECT_FIELDS = ['path', 'audio_path', 'poster_path', 'small_poster_path'] as const

/** The recording of a sermon, its audio file and its posters. */
export function objectsOf(item: Record<(typeof OBJECT_FIELDS)[number], string>): string[] {
  return OBJECT_FIELDS.map((field) => item[field])
}

/** Of objects that a record no longer names those that no sermon or series names any more; never the default poster. */
export async function findUnusedObjects(db: Kysely<Tables>, former: readonly string[]): Promise<string[]> {
  const unused: string[] = []
  for (const object of new Set(former)) {
    if (object !== '' && object !== DEFAULT_POSTER_PATH && !(await isUsedObject(db, object))) {
      unused.push(object)
    }
  }
  return unused
}
