import type { Arrivals } from '@vestry/contract/calls/door.ts'
import type { ArrivalRefusal, OVERRIDABLE } from '@vestry/contract/sunday-school/door-rules.ts'
import { adultsNeeded } from '@vestry/contract/sunday-school/room-rules.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { type CurrentRecord, findCurrentRecords, markIn } from '../attendance/current-record-sql.ts'
import { deleteRecords, nextVersion } from '../attendance/records-sql.ts'
import { saveMarks } from '../attendance/save-marks.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { findRoomOf } from '../rooms/rooms-sql.ts'
import { agesOf } from './door-classes-sql.ts'
import { findCodeHolders, giveCodes } from './door-codes.ts'
import { findHere, type StayRow } from './stays-sql.ts'

/** Who takes children in, and when: `day` is the church's, `now` in milliseconds since 1970. */
export type AtTheDoor = { day: string; now: number; sub: string; by: string }

export type Arriving = {
  request_id: string
  children: readonly { attendee_id: number; class_id: number }[]
  /** An adult who brings them: with their family, and their name. */
  adult: { family_id: number; name: string } | undefined
  /** The family with which they come, whose code they have; undefined where nobody says. */
  cameWith: number | undefined
  /** Why they are taken in although a room is closed or full; undefined while nobody decides that. */
  override: string | undefined
}

type Refused = Arrivals['refused'][number]

/**
 * Takes children in, each unless something is against it, and marks them present. A child whom the same request took in
 * before, or who is in that very class, stays as it is. Returns the ids of the stays, and the children whose are new.
 */
export async function takeIn(
  db: Kysely<Tables>,
  { request_id, children, adult, cameWith, override }: Arriving,
  at: AtTheDoor,
): Promise<{ stays: number[]; arrived: number[]; refused: Refused[] }> {
  if (children.length === 0) {
    return { stays: [], arrived: [], refused: [] }
  }
  const ids = children.map(({ attendee_id }) => attendee_id)
  const here = await findHere(db, ids)
  const known = await findOfRequest(db, request_id)
  const present = await db
    .selectFrom('attendee')
    .select(['id', 'first_name', 'last_name', 'birthdate'])
    .where('id', 'in', ids)
    .execute()
  const born = new Map(present.map(({ id, birthdate }) => [id, birthdate]))
  const names = new Map(present.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
  const holders = await findCodeHolders(db, at.day, [...born.keys()], cameWith)
  const classes = await findSessions(db, children)
  const stays: number[] = []
  const arrived: number[] = []
  const refused: Refused[] = []

  for (const { attendee_id, class_id } of new Map(children.map((one) => [one.attendee_id, one])).values()) {
    const before = known.get(attendee_id) ?? sameStay(here.get(attendee_id), class_id, at.day)
    if (before !== undefined) {
      stays.push(before)
      continue
    }
    const session = classes.get(class_id)
    const birthdate = born.get(attendee_id)
    const refuse = (why: ArrivalRefusal, other_class?: string) =>
      refused.push({
        ...{ attendee_id, name: names.get(attendee_id) ?? '', class_id, why },
        ...(other_class && { other_class }),
      })
    if (birthdate === undefined || session === undefined) {
      refuse('not_found')
      continue
    }
    const stay = here.get(attendee_id)
    if (stay !== undefined) {
      refuse('here_already', await titleOf(db, stay.in_class))
      continue
    }
    const current = (await findCurrentRecords(db, session, [attendee_id])).get(attendee_id)
    const elsewhere = current?.record?.class_id === class_id ? undefined : current?.record?.class_title
    const why = await whyNot(db, session, { day: at.day, birthdate, elsewhere, override })
    if (why !== undefined) {
      refuse(why, why === 'in_another_class' ? elsewhere : undefined)
      continue
    }
    const code_of = holders.get(attendee_id) ?? `child/${attendee_id}`
    await giveCodes(db, at.day, [code_of])
    const { id } = await db
      .insertInto('stay')
      .values({
        request_id,
        attendee_id,
        day: at.day,
        in_class: class_id,
        code_of,
        arrived_at: at.now,
        arrived_by: at.by,
        brought_by: adult?.name ?? '',
        reason: override ?? '',
        ...(await markPresent(db, session, attendee_id, current, at)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    stays.push(id)
    arrived.push(attendee_id)
  }
  return { stays, arrived, refused }
}

/** Moves a child who is here to another class, where it is marked present, and not in the former one. */
export async function moveStay(
  db: Kysely<Tables>,
  stay: StayRow,
  { class_id, override }: { class_id: number; override: string | undefined },
  at: AtTheDoor,
): Promise<ArrivalRefusal | undefined> {
  if (stay.in_class === class_id) {
    return undefined
  }
  const [session] = [...(await findSessions(db, [{ class_id }])).values()]
  const child = await db
    .selectFrom('attendee')
    .select('birthdate')
    .where('id', '=', stay.attendee_id)
    .executeTakeFirst()
  if (session === undefined || child === undefined) {
    return 'not_found'
  }
  const current = (await findCurrentRecords(db, session, [stay.attendee_id])).get(stay.attendee_id)
  const { record } = current ?? {}
  // In the class that it leaves, at the same time, it is not present. A comment that somebody wrote there stays.
  const leaves = record?.class_id === stay.in_class && record.comment === ''
  const elsewhere = leaves || record?.class_id === class_id ? undefined : record?.class_title
  const why = await whyNot(db, session, { day: stay.day, birthdate: child.birthdate, elsewhere, override })
  if (why !== undefined) {
    return why
  }
  if (leaves) {
    const version = await nextVersion(db, stay.in_class)
    await deleteRecords(db, stay.in_class, { attendee_ids: [stay.attendee_id], version })
  }
  await db
    .updateTable('stay')
    .set({
      in_class: class_id,
      reason: override ?? stay.reason,
      ...(await markPresent(db, session, stay.attendee_id, leaves ? undefined : current, at)),
    })
    .where('id', '=', stay.id)
    .execute()
  return undefined
}

/** What is against a child in a class, as things are now. */
async function whyNot(
  db: Kysely<Tables>,
  session: SessionRow,
  {
    day,
    birthdate,
    elsewhere,
    override,
  }: { day: string; birthdate: string; elsewhere: string | undefined; override: string | undefined },
): Promise<ArrivalRefusal | undefined> {
  if (session.session_datetime.slice(0, 10) !== day) {
    return 'not_today'
  }
  if (session.cancelled === 1) {
    return 'class_cancelled'
  }
  if (elsewhere !== undefined) {
    return 'in_another_class'
  }
  return override === undefined ? await lacksRoom(db, session, birthdate) : undefined
}

/** Why a class has no place for one child more. */
async function lacksRoom(
  db: Kysely<Tables>,
  session: SessionRow,
  birthdate: string,
): Promise<(typeof OVERRIDABLE)[number] | undefined> {
  const { room_detail: room } = await findRoomOf(db, session)
  if (room?.open === false) {
    return 'room_closed'
  }
  const inside = await db
    .selectFrom('stay')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .innerJoin('class_session', 'class_session.id', 'in_class')
    .select(['in_class', 'birthdate', 'room'])
    .where('gone_at', '=', 0)
    .execute()
  const inRoom = inside.filter((one) => nameKey(one.room) === nameKey(session.room))
  if (room !== undefined && room.capacity > 0 && inRoom.length >= room.capacity) {
    return 'room_full'
  }
  const together = [...inside.filter(({ in_class }) => in_class === session.id), { birthdate }]
  const needed = adultsNeeded(agesOf(together, session.session_datetime), room)
  return session.helpers > 0 && session.helpers < needed ? 'too_few_adults' : undefined
}

/** Marks a child present, and says what that changed: the version of the mark, 0 where it was present before. */
async function markPresent(
  db: Kysely<Tables>,
  session: SessionRow,
  attendee_id: number,
  current: CurrentRecord | undefined,
  { now, sub }: AtTheDoor,
): Promise<Pick<StayRow, 'mark_version' | 'record_made'>> {
  const former = markIn(session, current)
  if (former?.state === 'present') {
    return { mark_version: 0, record_made: 0 }
  }
  const marks = [{ attendee_id, state: 'present' as const, seen: 0 }]
  const { saved } = await saveMarks(db, session, marks, { changed: now, changed_by: sub }, () => true)
  return { mark_version: saved[0]?.mark.version ?? 0, record_made: former === undefined ? 1 : 0 }
}

/** Takes back the mark that an arrival made, unless somebody has changed it since. */
export async function takeMarkBack(
  db: Kysely<Tables>,
  { attendee_id, in_class, mark_version, record_made }: StayRow,
  { now, sub }: Pick<AtTheDoor, 'now' | 'sub'>,
): Promise<void> {
  const session = await db
    .selectFrom('class_session')
    .selectAll()
    .where('id', '=', in_class)
    .executeTakeFirst()
  const current = session && (await findCurrentRecords(db, session, [attendee_id])).get(attendee_id)
  const mark = session && markIn(session, current)
  if (session === undefined || mark === undefined || mark_version === 0 || mark.version !== mark_version) {
    return
  }
  if (record_made === 1 && mark.comment === '') {
    await deleteRecords(db, in_class, {
      attendee_ids: [attendee_id],
      version: await nextVersion(db, in_class),
    })
    return
  }
  const marks = [{ attendee_id, state: 'not_recorded' as const, seen: mark_version }]
  await saveMarks(db, session, marks, { changed: now, changed_by: sub })
}

/** A child who is in this class already, since this day, has arrived. */
function sameStay(stay: StayRow | undefined, class_id: number, day: string): number | undefined {
  return stay?.in_class === class_id && stay.day === day ? stay.id : undefined
}

async function findOfRequest(db: Kysely<Tables>, request_id: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('stay')
    .select(['id', 'attendee_id'])
    .where('request_id', '=', request_id)
    .execute()
  return new Map(rows.map(({ id, attendee_id }) => [attendee_id, id]))
}

async function findSessions(db: Kysely<Tables>, of: readonly { class_id: number }[]) {
  const ids = of.map(({ class_id }) => class_id)
  const rows = await db.selectFrom('class_session').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function titleOf(db: Kysely<Tables>, class_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('class_session')
    .select('title')
    .where('id', '=', class_id)
    .executeTakeFirst()
  return row?.title
}
