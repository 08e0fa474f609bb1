import type { photoRoutes } from '@vestry/contract/calls/photos.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findSeen, requireDetails } from '../attendees/names-only.ts'
import { findPhoto, findPhotoKey, listSmallPhotos, photoKey, removePhoto, savePhoto } from './photo-sql.ts'

/** The calls about the photos of attendees: who may see or change an attendee may see or change the photo. */
export function createPhotoHandlers({
  database,
  auditLog,
}: {
  database: Database
  auditLog: AuditLog
}): Handlers<typeof photoRoutes> {
  return {
    listSmall: async ({ query: { attendee_ids }, caller }) => {
      const { sql } = database
      const seen = await findSeen(sql, caller, attendee_ids)
      return await listSmallPhotos(sql, [...seen])
    },

    async find({ query: { attendee_id }, caller }) {
      await requireDetails(database.sql, caller, [attendee_id])
      return (await findPhoto(database.sql, attendee_id)) ?? notFound('There is no photo of this attendee.')
    },

    save: async ({ body: { attendee_id, seen, ...pictures }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        await requireDetails(db, caller, [attendee_id])
        const photo = photoKey(pictures)
        if (await changes(db, { attendee_id, seen, photo })) {
          await savePhoto(db, attendee_id, photo, pictures)
          await auditLog.recordChange(db, {
            kind: 'attendee_photo_changed',
            records: [`attendee/${attendee_id}`],
            caller,
            address,
          })
        }
        return { message: 'Photo saved', photo }
      }),

    remove: async ({ query: { attendee_id, seen }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        await requireDetails(db, caller, [attendee_id])
        if (await changes(db, { attendee_id, seen, photo: '' })) {
          await removePhoto(db, attendee_id)
          await auditLog.recordChange(db, {
            kind: 'attendee_photo_removed',
            records: [`attendee/${attendee_id}`],
            caller,
            address,
          })
        }
        return { message: 'Photo removed' }
      }),
  }
}

/** Whether this photo differs from the attendee's present one; refuses to replace one that the caller has not seen. */
async function changes(
  db: Kysely<Tables>,
  { attendee_id, seen, photo }: { attendee_id: number; seen: string | undefined; photo: string },
): Promise<boolean> {
  const former = (await findPhotoKey(db, attendee_id)) ?? notFound(NO_ATTENDEE)
  if (former !== photo && seen !== undefined && seen !== former) {
    throw new ApiError(
      'changed_meanwhile',
      'Someone else has changed this photo since you opened the page. Look at it again first.',
    )
  }
  return former !== photo
}

const NO_ATTENDEE = 'There is no such attendee; it may have been deleted.'

function notFound(message: string): never {
  throw new ApiError('not_found', message)
}
