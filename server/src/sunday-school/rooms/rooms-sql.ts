import type { Room, RoomContent, RoomDetail } from '@vestry/contract/calls/rooms.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely, Selectable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from '../classes/class-access.ts'

export type RoomRow = Selectable<Tables['room']>

/** A room as its table has it. */
export function roomRow({ open, ...content }: RoomContent) {
  return { ...content, name_key: nameKey(content.name), open: open ? 1 : 0 }
}

function roomAnswer({ name_key: _, open, ...row }: RoomRow): Room {
  return { ...row, open: open === 1 }
}

export async function listRooms(db: Kysely<Tables>): Promise<Room[]> {
  const rows = await db.selectFrom('room').selectAll().orderBy('name_key').execute()
  return rows.map(roomAnswer)
}

/** What is said of the room that a class names. */
export async function findRoomOf(
  db: Kysely<Tables>,
  { room }: Pick<SessionRow, 'room'>,
): Promise<{ room_detail?: RoomDetail }> {
  const row =
    room === ''
      ? undefined
      : await db.selectFrom('room').selectAll().where('name_key', '=', nameKey(room)).executeTakeFirst()
  if (row === undefined) {
    return {}
  }
  const { capacity, children_per_adult, open } = roomAnswer(row)
  return { room_detail: { capacity, children_per_adult, open } }
}

/**
 * Gives the classes that name a room its new name; people who have one of them open are told that it has changed.
 * Deleted ones keep the old name.
 */
export async function moveClasses(db: Kysely<Tables>, former: RoomRow, name: string): Promise<void> {
  const named = await db.selectFrom('class_session').select('room').distinct().execute()
  const texts = named
    .map(({ room }) => room)
    .filter((room) => room !== name && nameKey(room) === former.name_key)
  await inParts(texts, async (part) => {
    await db
      .updateTable('class_session')
      .set((session) => ({ room: name, version: session('version', '+', 1) }))
      .where('room', 'in', part)
      .execute()
    return []
  })
}
