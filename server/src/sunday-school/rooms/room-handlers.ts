import { isDeepStrictEqual } from 'node:util'
import type { roomRoutes } from '@vestry/contract/calls/rooms.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { listRooms, moveClasses, type RoomRow, roomRow } from './rooms-sql.ts'

/** The calls about the rooms that classes meet in. */
export function createRoomHandlers({
  database,
  auditLog,
}: {
  database: Database
  auditLog: AuditLog
}): Handlers<typeof roomRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)

  const record = (db: Kysely<Tables>, change: 'added' | 'changed' | 'deleted', id: number, actor: Actor) =>
    auditLog.recordChange(db, { kind: `room_${change}`, records: [`room/${id}`], ...actor })

  return {
    list: async () => listRooms(database.sql),

    create: async ({ body, ...actor }) =>
      write(async (db) => {
        await refuseTaken(db, body.name)
        const { id } = await db
          .insertInto('room')
          .values({ ...roomRow(body), version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
        await record(db, 'added', id, actor)
        return { message: 'Room successfully created', id, version: 1 }
      }),

    update: async ({ body: { id, version: loaded, ...content }, ...actor }) =>
      write(async (db) => {
        const former = await findRoom(db, id)
        const row = roomRow(content)
        const message = 'Room successfully updated'
        if (isDeepStrictEqual({ ...former, ...row }, former)) {
          return { message, id, version: former.version }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this room since you opened it. Open it again to see their changes.',
          )
        }
        await refuseTaken(db, content.name, id)
        const version = former.version + 1
        await db
          .updateTable('room')
          .set({ ...row, version })
          .where('id', '=', id)
          .execute()
        await moveClasses(db, former, content.name)
        await record(db, 'changed', id, actor)
        return { message, id, version }
      }),

    remove: async ({ query: { id }, ...actor }) =>
      write(async (db) => {
        await findRoom(db, id)
        await db.deleteFrom('room').where('id', '=', id).execute()
        await record(db, 'deleted', id, actor)
        return { message: 'Room successfully deleted' }
      }),
  }
}

async function findRoom(db: Kysely<Tables>, id: number): Promise<RoomRow> {
  const room = await db.selectFrom('room').selectAll().where('id', '=', id).executeTakeFirst()
  if (room === undefined) {
    throw new ApiError('not_found', 'There is no such room; it may have been deleted.')
  }
  return room
}

async function refuseTaken(db: Kysely<Tables>, name: string, id?: number): Promise<void> {
  const holder = await db
    .selectFrom('room')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (holder !== undefined && holder.id !== id) {
    throw new ApiError('name_taken', 'A room with this name already exists.', { field: 'name' })
  }
}
