import type { DoorClass, Stay } from '@vestry/contract/calls/door.ts'
import type { RoomDetail } from '@vestry/contract/calls/rooms.ts'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { USUAL_MINUTES } from '@vestry/contract/sunday-school/door-rules.ts'
import { adultsNeeded } from '@vestry/contract/sunday-school/room-rules.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { sessionAnswer } from '../classes/session-answer.ts'
import { listRooms } from '../rooms/rooms-sql.ts'

/** The classes of a day, the earliest first. */
export async function listSessions(db: Kysely<Tables>, day: string): Promise<SessionRow[]> {
  return await db
    .selectFrom('class_session')
    .selectAll()
    .where('session_datetime', '>=', `${day}T00:00:00`)
    .where('session_datetime', '<=', `${day}T23:59:59`)
    .orderBy('session_datetime')
    .orderBy('title')
    .orderBy('id')
    .execute()
}

/** When a class is over, by the church's wall clock. */
export function endOf({
  session_datetime,
  end_time,
}: Pick<SessionRow, 'session_datetime' | 'end_time'>): string {
  const day = session_datetime.slice(0, 10)
  if (end_time !== '') {
    return `${day}T${end_time}:00`
  }
  return laterBy(session_datetime, USUAL_MINUTES)
}

/** A time of the wall clock, some minutes later. */
export function laterBy(wallClock: string, minutes: number): string {
  return new Date(Date.parse(`${wallClock}Z`) + minutes * 60_000).toISOString().slice(0, 19)
}

/** Of these classes, those on whose rosters each child is, but no cancelled ones; the earliest first. */
export async function listClassesOf(
  db: Kysely<Tables>,
  sessions: readonly SessionRow[],
  attendee_ids: readonly number[],
): Promise<Map<number, SessionRow[]>> {
  const held = sessions.filter(({ cancelled }) => cancelled === 0)
  if (held.length === 0 || attendee_ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('roster')
    .select(['series_id', 'attendee_id'])
    .where('attendee_id', 'in', attendee_ids)
    .execute()
  const bySeries = Map.groupBy(held, ({ series_id }) => series_id)
  const of = Map.groupBy(rows, ({ attendee_id }) => attendee_id)
  return new Map(
    [...of].map(([attendee_id, rosters]) => [
      attendee_id,
      rosters
        .flatMap(({ series_id }) => bySeries.get(series_id) ?? [])
        .sort((a, b) => (a.session_datetime < b.session_datetime ? -1 : 1)),
    ]),
  )
}

/** Of these classes, which on each child's roster it goes to: the first that is not over, else the last. */
export async function findClassesOf(
  db: Kysely<Tables>,
  sessions: readonly SessionRow[],
  attendee_ids: readonly number[],
  now: string,
): Promise<Map<number, number>> {
  const of = await listClassesOf(db, sessions, attendee_ids)
  return new Map(
    [...of].flatMap(([attendee_id, own]) => {
      const next = own.find((session) => endOf(session) > now) ?? own.at(-1)
      return next ? [[attendee_id, next.id] as const] : []
    }),
  )
}

/** The rooms that are kept, by the key of their name. */
export async function findRooms(db: Kysely<Tables>): Promise<Map<string, RoomDetail>> {
  const rooms = await listRooms(db)
  return new Map(rooms.map(({ name, id: _, version: __, ...detail }) => [nameKey(name), detail]))
}

/** The classes of a day with the numbers of their children. */
export async function countClasses(
  db: Kysely<Tables>,
  sessions: readonly SessionRow[],
  stays: readonly Stay[],
): Promise<DoorClass[]> {
  const rooms = await findRooms(db)
  const expected = await countRosters(db, sessions)
  const byClass = Map.groupBy(stays, ({ class_id }) => class_id)
  return sessions.map((session) => {
    const { id: class_id, series_id, title, session_datetime, end_time, room, cancelled, helpers } = session
    const own = byClass.get(class_id) ?? []
    const here = own.filter(({ gone }) => gone === null)
    const room_detail = rooms.get(nameKey(room))
    return {
      ...sessionAnswer({ class_id, title, session_datetime, end_time, room, cancelled }),
      ...(room_detail && { room_detail }),
      helpers,
      expected: expected.get(series_id) ?? 0,
      arrived: own.length,
      here: here.length,
      gone: own.length - here.length,
      adults_needed: adultsNeeded(agesOf(here, session_datetime), room_detail),
    }
  })
}

/** The ages of children on the day of a class; undefined where one is not known. */
export function agesOf(
  children: readonly { birthdate: string | null }[],
  session_datetime: string,
): (number | undefined)[] {
  const day = session_datetime.slice(0, 10)
  return children.map(({ birthdate }) => (birthdate ? ageOn(day, birthdate) : undefined))
}

async function countRosters(
  db: Kysely<Tables>,
  sessions: readonly SessionRow[],
): Promise<Map<number, number>> {
  const ids = [...new Set(sessions.map(({ series_id }) => series_id))]
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('roster')
    .select(({ fn }) => ['series_id', fn.countAll<number>().as('children')])
    .where('series_id', 'in', ids)
    .groupBy('series_id')
    .execute()
  return new Map(rows.map(({ series_id, children }) => [series_id, children]))
}
