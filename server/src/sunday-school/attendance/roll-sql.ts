import type { RollChild } from '@vestry/contract/calls/attendance.ts'
import { DOOR_RIGHTS } from '@vestry/contract/rules/rights.ts'
import { ATTENDEE_FIELD_NAMES } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { findRollStays } from '../door/stays-sql.ts'
import { listCollectors } from '../families/collectors-sql.ts'
import { noMark, readRemoved, stateOf } from './current-record-sql.ts'

/** The counters of everything that a roll shows. */
export type RollCounters = {
  version: number
  roster_version: number
  roll_version: number
  changes: number
  /** Of the door, for those who work there. */
  door: number
}

/** These are read before the roll itself, so that a roll is never older than its revision says. */
export async function readCounters(db: Kysely<Tables>, class_id: number): Promise<RollCounters> {
  const counters = (await findCounters(db, [class_id])).get(class_id)
  if (!counters) {
    throw new ApiError('not_found', 'There is no such class; it may have been deleted.')
  }
  return counters
}

/** The same of those of these classes that exist. */
export async function findCounters(
  db: Kysely<Tables>,
  class_ids: readonly number[],
): Promise<Map<number, RollCounters>> {
  if (class_ids.length === 0) {
    return new Map()
  }
  const rows = await selectCounters(db, class_ids).execute()
  return new Map(rows.map(({ id, ...counters }) => [id, counters]))
}

function selectCounters(db: Kysely<Tables>, class_ids: readonly number[]) {
  return db
    .selectFrom('class_session')
    .innerJoin('class_series', 'class_series.id', 'series_id')
    .innerJoin('lock_scope', (join) => join.on('lock_scope.name', '=', 'attendees'))
    .innerJoin('lock_scope as door', (join) => join.on('door.name', '=', 'door'))
    .where('class_session.id', 'in', class_ids)
    .select(['class_session.id', 'version', 'roster_version', 'roll_version', 'lock_scope.changes'])
    .select('door.changes as door')
}

/** Identifies the state of a roll as this person may see it, so that they can ask whether it is still the same. */
export function revisionOf(
  { version, roster_version, roll_version, changes, door }: RollCounters,
  caller: Caller,
): string {
  const seen = [Number(may(caller, 'allChildren')), ...(seesDoor(caller) ? [door] : [])]
  return [version, roster_version, roll_version, changes, ...seen].join('.')
}

/** Whether somebody sees who has arrived at the door. */
export function seesDoor(caller: Caller): boolean {
  return DOOR_RIGHTS.every((right) => may(caller, right))
}

/**
 * Reads the revisions of several rolls at once. The returned function gives each as a person may see it, undefined if
 * the class is not theirs to see, or is no more.
 */
export async function readRevisions(db: Kysely<Tables>, class_ids: readonly number[]) {
  const rolls = new Map<number, RollCounters & { teachers: Set<string | null> }>()
  await inParts(class_ids, async (part) => {
    const rows = await selectCounters(db, part)
      .leftJoin('class_teacher', 'class_teacher.class_id', 'class_session.id')
      .select('sub')
      .execute()
    for (const { id, sub, ...counters } of rows) {
      const roll = rolls.get(id) ?? { ...counters, teachers: new Set() }
      roll.teachers.add(sub)
      rolls.set(id, roll)
    }
  })
  return (class_id: number, caller: Caller): string | undefined => {
    const roll = rolls.get(class_id)
    const mine = may(caller, 'arrange') || roll?.teachers.has(caller.sub) === true
    return roll && mine ? revisionOf(roll, caller) : undefined
  }
}

/** Everybody on the roster or with a record in the class, by last name, then first; with the door, whoever is in the room too. */
export async function listChildren(
  db: Kysely<Tables>,
  session: SessionRow,
  withDoor: boolean,
): Promise<RollChild[]> {
  const { id: class_id, series_id, session_datetime } = session
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('roster')
        .select('attendee_id')
        .where('series_id', '=', series_id)
        .union(of.selectFrom('attendance').select('attendee_id').where('class_id', '=', class_id))
        .$if(withDoor, (called) =>
          called.union(
            of
              .selectFrom('stay')
              .select('attendee_id')
              .where('day', '=', session_datetime.slice(0, 10))
              .where('in_class', '=', class_id)
              .where('gone_at', '=', 0),
          ),
        )
        .as('called'),
    )
    .innerJoin('attendee', 'attendee.id', 'called.attendee_id')
    .leftJoin('roster', (join) =>
      join.onRef('roster.attendee_id', '=', 'attendee.id').on('roster.series_id', '=', series_id),
    )
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.attendee_id', '=', 'attendee.id').on('attendance.class_id', '=', class_id),
    )
    .select(ATTENDEE_FIELD_NAMES)
    .select([
      'attendee.id as attendee_id',
      'photo',
      'roster.series_id as enrolled',
      'attended',
      'marked',
      'comment',
      'attendance.version',
    ])
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee.id')
    .execute()
  const removed = readRemoved(session)
  const away = await findAway(db, session_datetime, rows)
  const ids = rows.map(({ attendee_id }) => attendee_id)
  const collectors = await listCollectors(db, ids, session_datetime.slice(0, 10))
  const stays = withDoor ? await findRollStays(db, session, ids) : undefined
  return rows.map(({ birthdate, photo, enrolled, attended, marked, comment, version, ...child }) => ({
    ...child,
    birthdate: birthdate === '' ? null : birthdate,
    ...(photo !== '' && { photo }),
    on_roster: enrolled !== null,
    ...(away.has(child.attendee_id) && { away: away.get(child.attendee_id) }),
    ...(collectors.has(child.attendee_id) && { collectors: collectors.get(child.attendee_id) }),
    ...(stays && { stay: stays.get(child.attendee_id) ?? null }),
    mark:
      attended === null || marked === null || comment === null || version === null
        ? noMark(removed.get(child.attendee_id))
        : { state: stateOf({ attended, marked }), comment, version },
  }))
}

/** Those of these children who are known to be away at this time, with the last day and the reason. */
async function findAway(
  db: Kysely<Tables>,
  time: string,
  children: readonly { attendee_id: number }[],
): Promise<Map<number, { until_day: string; reason: string }>> {
  if (children.length === 0) {
    return new Map()
  }
  const day = time.slice(0, 10)
  const rows = await db
    .selectFrom('planned_absence')
    .select(['attendee_id', 'until_day', 'reason'])
    .where('from_day', '<=', day)
    .where('until_day', '>=', day)
    .where(
      'attendee_id',
      'in',
      children.map(({ attendee_id }) => attendee_id),
    )
    .orderBy('until_day')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ attendee_id, ...absence }) => [attendee_id, absence]))
}
