import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_READERS,
  type AttendeeField,
  BLANK_ATTENDEE,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'

type Fields = Pick<Attendee, AttendeeField>

const OPEN_FIELDS = ATTENDEE_FIELD_NAMES.filter((name) => ATTENDEE_READERS[name] === 'everybody')

/**
 * The fields of a child that are shown to people who see only the names of children in others' classes; all others are
 * blank.
 */
export function nameAlone(child: Fields): Fields & { names_only: true } {
  const open = Object.fromEntries(OPEN_FIELDS.map((name) => [name, child[name]]))
  return { ...BLANK_ATTENDEE, ...open, names_only: true }
}

/** Children, as this person may see them. */
export function asSeenBy(
  db: Kysely<Tables>,
  caller: Caller,
  children: readonly Attendee[],
): Promise<Attendee[]> {
  const idOf = ({ id }: Attendee) => id
  return showSeen(db, caller, children, idOf, (child) => {
    const { id, version } = child
    return { id, ...nameAlone(child), version }
  })
}

/** Rows about children. If this person sees only a child's name, the row is replaced by what `nameOnly` makes of it. */
export async function showSeen<Row>(
  db: Kysely<Tables>,
  caller: Caller,
  rows: readonly Row[],
  childOf: (row: Row) => number,
  nameOnly: (row: Row) => Row,
): Promise<Row[]> {
  const seen = await findSeen(db, caller, rows.map(childOf))
  return rows.map((row) => (seen.has(childOf(row)) ? row : nameOnly(row)))
}

/** Refuses somebody who sees only the name of one of these children. */
export async function requireDetails(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const seen = await findSeen(db, caller, ids)
  if (ids.some((id) => !seen.has(id))) {
    throw new ApiError('not_allowed', 'This child is in none of your classes.')
  }
}

/** Those of these children of whom this person sees more than the name. */
export async function findSeen(
  db: Kysely<Tables>,
  caller: Pick<Caller, 'sub' | 'rights'>,
  ids: readonly number[],
): Promise<Set<number>> {
  return may(caller, 'allChildren') ? new Set(ids) : await findOwn(db, caller.sub, ids)
}

/**
 * Those of these children whom this person teaches: they are on the roster of one of the person's classes, or recorded
 * in one.
 */
async function findOwn(db: Kysely<Tables>, sub: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) {
    return new Set()
  }
  const rows = await enrolledWith(db, sub, ids)
    .union(
      db
        .selectFrom('class_teacher')
        .innerJoin('attendance', 'attendance.class_id', 'class_teacher.class_id')
        .select('attendance.attendee_id')
        .where('class_teacher.sub', '=', sub)
        .where('attendance.attendee_id', 'in', ids),
    )
    .execute()
  return new Set(rows.map(({ attendee_id }) => attendee_id))
}

/** Those of these children who are on the roster of one of this person's classes. */
export function enrolledWith(db: Kysely<Tables>, sub: string, ids: readonly number[]) {
  return db
    .selectFrom('class_teacher')
    .innerJoin('class_session', 'class_session.id', 'class_teacher.class_id')
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .select('roster.attendee_id')
    .where('class_teacher.sub', '=', sub)
    .where('roster.attendee_id', 'in', ids)
}
