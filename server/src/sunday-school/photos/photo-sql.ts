import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The two sizes of a photo, as `data:` addresses. */
export type Pictures = { small: string; large: string }

const KEY_LENGTH = 16

/** Names a photo by its content: the same photo again has the same key. */
export function photoKey({ small, large }: Pictures): string {
  return createHash('sha256').update(`${small} ${large}`).digest('base64url').slice(0, KEY_LENGTH)
}

/** The key of an attendee's photo, empty without one; `undefined` if there is no such attendee. */
export async function findPhotoKey(db: Kysely<Tables>, attendee_id: number): Promise<string | undefined> {
  const row = await db.selectFrom('attendee').select('photo').where('id', '=', attendee_id).executeTakeFirst()
  return row?.photo
}

export async function findPhoto(
  db: Kysely<Tables>,
  attendee_id: number,
): Promise<(Pictures & { photo: string }) | undefined> {
  return await db
    .selectFrom('attendee_photo')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['photo', 'small', 'large'])
    .where('attendee_id', '=', attendee_id)
    .executeTakeFirst()
}

export async function listSmallPhotos(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<{ attendee_id: number; photo: string; small: string }[]> {
  if (ids.length === 0) {
    return []
  }
  return await db
    .selectFrom('attendee_photo')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['attendee_id', 'photo', 'small'])
    .where('attendee_id', 'in', ids)
    .execute()
}

/** The attendee's own row has the key, so that lists of attendees and open rolls notice the change. */
export async function savePhoto(
  db: Kysely<Tables>,
  attendee_id: number,
  photo: string,
  { small, large }: Pictures,
): Promise<void> {
  await db
    .insertInto('attendee_photo')
    .values({ attendee_id, small, large })
    .onConflict((already) => already.column('attendee_id').doUpdateSet({ small, large }))
    .execute()
  await db.updateTable('attendee').set({ photo }).where('id', '=', attendee_id).execute()
}

export async function removePhoto(db: Kysely<Tables>, attendee_id: number): Promise<void> {
  await db.deleteFrom('attendee_photo').where('attendee_id', '=', attendee_id).execute()
  await db.updateTable('attendee').set({ photo: '' }).where('id', '=', attendee_id).execute()
}
