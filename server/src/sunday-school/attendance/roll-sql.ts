import type { RollChild } from '@vestry/contract/attendance.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { NO_MARK, stateOf } from './current-record-sql.ts'

/** The counters of everything that shows in a roll. */
export type RollCounters = { version: number; roster_version: number; roll_version: number; changes: number }

/** Whoever reads a roll reads these first, so that a roll is never older than its revision says. */
export async function readCounters(db: Kysely<Tables>, class_id: number): Promise<RollCounters> {
  const counters = await db
    .selectFrom('class_session')
    .innerJoin('class_series', 'class_series.id', 'series_id')
    .innerJoin('lock_scope', (join) => join.on('name', '=', 'attendees'))
    .where('class_session.id', '=', class_id)
    .select(['version', 'roster_version', 'roll_version', 'changes'])
    .executeTakeFirst()
  if (!counters) {
    throw new ApiError('not_found', 'There is no such class; it may have been deleted.')
  }
  return counters
}

/** Names the state of a roll, for whoever wants to know whether it is still the same. */
export function revisionOf({ version, roster_version, roll_version, changes }: RollCounters): string {
  return [version, roster_version, roll_version, changes].join('.')
}

/** Everybody on the roster and everybody who has a record in the class, by last name, then first. */
export async function listChildren(
  db: Kysely<Tables>,
  { id: class_id, series_id }: SessionRow,
): Promise<RollChild[]> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('roster')
        .select('attendee_id')
        .where('series_id', '=', series_id)
        .union(of.selectFrom('attendance').select('attendee_id').where('class_id', '=', class_id))
        .as('called'),
    )
    .innerJoin('attendee', 'attendee.id', 'called.attendee_id')
    .leftJoin('roster', (join) =>
      join.onRef('roster.attendee_id', '=', 'attendee.id').on('roster.series_id', '=', series_id),
    )
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.attendee_id', '=', 'attendee.id').on('attendance.class_id', '=', class_id),
    )
    .select([
      'attendee.id as attendee_id',
      'first_name',
      'last_name',
      'birthdate',
      'parent_contact',
      'allergies',
      'needs',
      'notes',
      'is_member',
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
  return rows.map(({ birthdate, photo, enrolled, attended, marked, comment, version, ...child }) => ({
    ...child,
    birthdate: birthdate === '' ? null : birthdate,
    ...(photo !== '' && { photo }),
    on_roster: enrolled !== null,
    mark:
      attended === null || marked === null || comment === null || version === null
        ? NO_MARK
        : { state: stateOf({ attended, marked }), comment, version },
  }))
}
