import { smallBeside, withCopies } from '@vestry/contract/files/poster-copies.ts'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether a sermon (deleted or not), a series or a podcast names this object of the store, or one that stands for it. */
export async function isUsedObject(db: Kysely<Tables>, path: string): Promise<boolean> {
  const user = await db
    .selectFrom('used_object')
    .select('path')
    .where('path', 'in', [path, ...smallBeside(path)])
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

/** The fields in which a sermon names an object each. */
export const OBJECT_FIELDS = ['path', 'audio_path', 'poster_path', 'small_poster_path'] as const

/** The recording of a sermon, its audio file, its poster and the poster's copies. */
export function objectsOf(item: Record<(typeof OBJECT_FIELDS)[number], string>): string[] {
  const { path, audio_path, poster_path, small_poster_path } = item
  return [path, audio_path, poster_path, ...withCopies(small_poster_path)]
}

/** The objects that were released with a record and that nothing else names; never the default poster. */
export async function findUnusedObjects(db: Kysely<Tables>, former: readonly string[]): Promise<string[]> {
  const unused: string[] = []
  for (const object of new Set(former)) {
    if (object !== '' && object !== DEFAULT_POSTER_PATH && !(await isUsedObject(db, object))) {
      unused.push(object)
    }
  }
  return unused
}

/** The same; from now on anybody may remove them from the store, and the server does so if nobody has. */
export async function releaseObjects(db: Kysely<Tables>, former: readonly string[]): Promise<string[]> {
  const released = await findUnusedObjects(db, former)
  for (const path of released) {
    await db
      .insertInto('discarded_object')
      .values({ path })
      .onConflict((already) => already.doNothing())
      .execute()
  }
  return released
}
