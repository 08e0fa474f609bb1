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
import { agesOf, findRooms } from './door-classes-sql.ts'
import { addCodes, findCodesOf } from './door-codes.ts'
import { giveNumber } from './parent-calls-sql.ts'
import { type StayRow, ZERO } from './stays-sql.ts'

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

/** A child who comes in, and what is recorded of it at the time of its class. */
type Coming = { attendee_id: number; session: SessionRow; current: CurrentRecord | undefined }

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
  const wanted = [...new Map(children.map((one) => [one.attendee_id, one])).values()]
  const ids = wanted.map(({ attendee_id }) => attendee_id)
  const [{ here, stays }, byId, sessions] = await Promise.all([
    findBefore(db, ids, request_id),
    findChildren(db, ids),
    findSessions(db, wanted),
  ])
  const [records, lacksRoom, codes] = await Promise.all([
    findRecords(db, sessions, wanted),
    override === undefined ? lookAtRooms(db, [...sessions.values()]) : undefined,
    findCodesOf(db, at.day, ids, cameWith),
  ])
  const coming: Coming[] = []
  const refused: Refused[] = []

  for (const { attendee_id, class_id } of wanted) {
    const stay = here.get(attendee_id)
    const before = stays.get(attendee_id) ?? sameStay(stay, class_id, at.day)
    if (before !== undefined) {
      stays.set(attendee_id, before)
      continue
    }
    const session = sessions.get(class_id)
    const child = byId.get(attendee_id)
    const refuse = (why: ArrivalRefusal, other_class?: string) =>
      refused.push({
        ...{ attendee_id, name: child ? `${child.first_name} ${child.last_name}` : '', class_id, why },
        ...(other_class && { other_class }),
      })
    if (child === undefined || session === undefined) {
      refuse('not_found')
      continue
    }
    if (stay !== undefined) {
      refuse('here_already', await titleOf(db, stay.in_class))
      continue
    }
    const current = records.get(attendee_id)
    const elsewhere = current?.record?.class_id === class_id ? undefined : current?.record?.class_title
    const why = whyNot(session, { day: at.day, elsewhere }) ?? lacksRoom?.(session, child.birthdate)
    if (why !== undefined) {
      refuse(why, why === 'in_another_class' ? elsewhere : undefined)
      continue
    }
    coming.push({ attendee_id, session, current })
  }
  const brought = { request_id, brought_by: adult?.name ?? '', reason: override ?? '' }
  const added = await addStays(db, coming, { brought, codes }, at)
  for (const { id, attendee_id } of added) {
    stays.set(attendee_id, id)
  }
  return {
    stays: ids.flatMap((id) => stays.get(id) ?? []),
    arrived: coming.map(({ attendee_id }) => attendee_id),
    refused,
  }
}

/** Marks children present, gives their families codes, and adds their stays. */
async function addStays(
  db: Kysely<Tables>,
  coming: readonly Coming[],
  {
    brought,
    codes: { holders, known },
  }: {
    brought: Pick<StayRow, 'request_id' | 'brought_by' | 'reason'>
    codes: Awaited<ReturnType<typeof findCodesOf>>
  },
  at: AtTheDoor,
): Promise<{ id: number; attendee_id: number }[]> {
  if (coming.length === 0) {
    return []
  }
  const holderOf = ({ attendee_id }: Coming) => holders.get(attendee_id) ?? `child/${attendee_id}`
  const own = [...new Set(coming.map(holderOf))]
  const [marks] = await Promise.all([
    markPresent(db, coming, at),
    addCodes(db, at.day, { holders: own, known }),
    ...own.map((code_of) => giveNumber(db, at.day, code_of)),
  ])
  return await db
    .insertInto('stay')
    .values(
      coming.map((one) => ({
        ...brought,
        attendee_id: one.attendee_id,
        day: at.day,
        in_class: one.session.id,
        code_of: holderOf(one),
        arrived_at: at.now,
        arrived_by: at.by,
        ...(marks.get(one.attendee_id) ?? NO_MARK_MADE),
      })),
    )
    .returning(['id', 'attendee_id'])
    .execute()
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
  const lacksRoom = override === undefined ? await lookAtRooms(db, [session], stay.id) : undefined
  const why = whyNot(session, { day: stay.day, elsewhere }) ?? lacksRoom?.(session, child.birthdate)
  if (why !== undefined) {
    return why
  }
  if (leaves) {
    const version = await nextVersion(db, stay.in_class)
    await deleteRecords(db, stay.in_class, { attendee_ids: [stay.attendee_id], version })
  }
  const { attendee_id } = stay
  const marks = await markPresent(db, [{ attendee_id, session, current: leaves ? undefined : current }], at)
  await db
    .updateTable('stay')
    .set({
      in_class: class_id,
      reason: override ?? stay.reason,
      ...(marks.get(attendee_id) ?? NO_MARK_MADE),
    })
    .where('id', '=', stay.id)
    .execute()
  return undefined
}

/** What is against a child in a class, whatever room there is. */
function whyNot(
  session: SessionRow,
  { day, elsewhere }: { day: string; elsewhere: string | undefined },
): ArrivalRefusal | undefined {
  if (session.session_datetime.slice(0, 10) !== day) {
    return 'not_today'
  }
  if (session.cancelled === 1) {
    return 'class_cancelled'
  }
  return elsewhere === undefined ? undefined : 'in_another_class'
}

/**
 * Counts who is in the rooms of classes, but for whoever moves. The returned function says why a class has no place for
 * one child more; if it has, the child has the place from then on.
 */
async function lookAtRooms(db: Kysely<Tables>, sessions: readonly SessionRow[], moving?: number) {
  const rooms = await findRooms(db)
  const isLimited = sessions.some(
    ({ room, helpers }) => helpers > 0 || (rooms.get(nameKey(room))?.capacity ?? 0) > 0,
  )
  const inside = isLimited ? await listInside(db, sessions, moving) : []
  return (session: SessionRow, birthdate: string): (typeof OVERRIDABLE)[number] | undefined => {
    const key = nameKey(session.room)
    const room = rooms.get(key)
    if (room?.open === false) {
      return 'room_closed'
    }
    const inRoom = inside.filter((one) => one.key === key)
    if (room !== undefined && room.capacity > 0 && inRoom.length >= room.capacity) {
      return 'room_full'
    }
    const child = { in_class: session.id, birthdate, key }
    const together = [...inRoom, child].filter(({ in_class }) => in_class === session.id)
    const needed = adultsNeeded(agesOf(together, session.session_datetime), room)
    if (session.helpers > 0 && session.helpers < needed) {
      return 'too_few_adults'
    }
    inside.push(child)
    return undefined
  }
}

/** The children who are in the rooms of these classes, with the keys of those. */
async function listInside(db: Kysely<Tables>, sessions: readonly SessionRow[], moving = 0) {
  const keys = new Set(sessions.map(({ room }) => nameKey(room)))
  const used = await db
    .selectFrom('class_session')
    .select(['id', 'room'])
    .where('id', 'in', (of) => of.selectFrom('stay').select('in_class').where('gone_at', '=', ZERO))
    .execute()
  const keyOf = new Map(used.map(({ id, room }) => [id, nameKey(room)]))
  const classes = used.filter(({ id }) => keys.has(keyOf.get(id) ?? '')).map(({ id }) => id)
  if (classes.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('stay')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['in_class', 'birthdate'])
    .where('gone_at', '=', ZERO)
    .where('in_class', 'in', classes)
    .where('stay.id', '<>', moving)
    .execute()
  return rows.map((row) => ({ ...row, key: keyOf.get(row.in_class) ?? '' }))
}

type MarkMade = Pick<StayRow, 'mark_version' | 'record_made'>
/** The child was present before. */
const NO_MARK_MADE: MarkMade = { mark_version: 0, record_made: 0 }

/** Marks children present who are not, class by class, and says of each what that changed. */
async function markPresent(
  db: Kysely<Tables>,
  coming: readonly Coming[],
  { now, sub }: AtTheDoor,
): Promise<Map<number, MarkMade>> {
  const made = new Map<number, MarkMade>()
  const unmarked = coming.filter(({ session, current }) => markIn(session, current)?.state !== 'present')
  for (const [session, own] of Map.groupBy(unmarked, (one) => one.session)) {
    const marks = own.map(({ attendee_id }) => ({ attendee_id, state: 'present' as const, seen: 0 }))
    const stamp = { changed: now, changed_by: sub }
    const { saved } = await saveMarks(db, session, marks, stamp, () => true, recordsOf(own))
    const versions = new Map(saved.map(({ attendee_id, mark }) => [attendee_id, mark.version]))
    for (const { attendee_id, current } of own) {
      const record_made = markIn(session, current) === undefined ? 1 : 0
      made.set(attendee_id, { mark_version: versions.get(attendee_id) ?? 0, record_made })
    }
  }
  return made
}

/** What was read of each of these children, if that is so of all of them. */
function recordsOf(coming: readonly Coming[]): Map<number, CurrentRecord> | undefined {
  const read = coming.flatMap(({ attendee_id, current }) =>
    current ? [[attendee_id, current] as const] : [],
  )
  return read.length === coming.length ? new Map(read) : undefined
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

/** The stays of these children who are here, and the ids of those that the same request has made before; by child. */
async function findBefore(db: Kysely<Tables>, ids: readonly number[], request_id: string) {
  const rows = await db
    .selectFrom('stay')
    .selectAll()
    .where((stay) =>
      stay.or([
        stay('request_id', '=', request_id),
        stay.and([stay('attendee_id', 'in', ids), stay('gone_at', '=', ZERO)]),
      ]),
    )
    .execute()
  const made = rows.filter((stay) => stay.request_id === request_id)
  return {
    here: new Map(rows.filter(({ gone_at }) => gone_at === 0).map((stay) => [stay.attendee_id, stay])),
    stays: new Map(made.map(({ id, attendee_id }) => [attendee_id, id])),
  }
}

async function findChildren(db: Kysely<Tables>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('attendee')
    .select(['id', 'first_name', 'last_name', 'birthdate'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function findSessions(db: Kysely<Tables>, of: readonly { class_id: number }[]) {
  const ids = of.map(({ class_id }) => class_id)
  const rows = await db.selectFrom('class_session').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is recorded of each child at the time of the class that it comes to. */
async function findRecords(
  db: Kysely<Tables>,
  sessions: ReadonlyMap<number, SessionRow>,
  children: Arriving['children'],
): Promise<Map<number, CurrentRecord>> {
  const found = new Map<number, CurrentRecord>()
  for (const [class_id, own] of Map.groupBy(children, (child) => child.class_id)) {
    const session = sessions.get(class_id)
    const ids = own.map(({ attendee_id }) => attendee_id)
    for (const [id, current] of session ? await findCurrentRecords(db, session, ids) : []) {
      found.set(id, current)
    }
  }
  return found
}

async function titleOf(db: Kysely<Tables>, class_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('class_session')
    .select('title')
    .where('id', '=', class_id)
    .executeTakeFirst()
  return row?.title
}
