import type { Attendee } from '@vestry/contract/attendees.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'

/** What is left of a child for those who see of children in others' classes the name alone. */
export function nameAlone<Child extends Omit<Attendee, 'id' | 'version'>>({
  photo: _photo,
  ...child
}: Child): Child {
  const hidden = { birthdate: null, parent_contact: '', allergies: '', needs: '', notes: '', is_member: 0 }
  return { ...child, ...hidden, names_only: true } as Child
}

/** Children as somebody may see them. */
export const asSeenBy = <Child extends Attendee>(
  db: Kysely<Tables>,
  caller: Caller,
  children: readonly Child[],
): Promise<Child[]> => hideUnseen(db, caller, children, ({ id }) => id, nameAlone)

/** Rows about children, with `hide` applied to those about children of whom somebody sees the name alone. */
export async function hideUnseen<Row>(
  db: Kysely<Tables>,
  caller: Caller,
  rows: readonly Row[],
  childOf: (row: Row) => number,
  hide: (row: Row) => Row,
): Promise<Row[]> {
  const seen = await findSeen(db, caller, rows.map(childOf))
  return rows.map((row) => (seen.has(childOf(row)) ? row : hide(row)))
}

/** Refuses somebody who sees of this child the name alone. */
export async function requireDetails(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  if (!(await findSeen(db, caller, [id])).has(id)) {
    throw new ApiError('not_allowed', 'This child is in none of your classes.')
  }
}

/** Of these children, those of whom somebody sees more than the name. */
export async function findSeen(
  db: Kysely<Tables>,
  caller: Pick<Caller, 'sub' | 'rights'>,
  ids: readonly number[],
): Promise<Set<number>> {
  return may(caller, 'allChildren') ? new Set(ids) : await findOwn(db, caller.sub, ids)
}

/** Of these children, those whom somebody teaches: on the roster of a class of theirs, or recorded in one. */
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

/** Of these children, those on the roster of a class of somebody's. */
export function enrolledWith(db: Kysely<Tables>, sub: string, ids: readonly number[]) {
  return db
    .selectFrom('class_teacher')
    .innerJoin('class_session', 'class_session.id', 'class_teacher.class_id')
    .innerJoin('roster', 'roster.series_id', 'class_session.series_id')
    .select('roster.attendee_id')
    .where('class_teacher.sub', '=', sub)
    .where('roster.attendee_id', 'in', ids)
}
