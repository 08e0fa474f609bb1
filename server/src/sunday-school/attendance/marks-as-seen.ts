import type { AttendanceRecord, RefusedMark, RollChild, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { nameAlone, showSeen } from '../attendees/names-only.ts'

type Marked = { attendee_id: number; mark: RollMark }

/** The children of a roll, as this person may see them. */
export function rollAsSeenBy(
  db: Kysely<Tables>,
  caller: Caller,
  children: readonly RollChild[],
): Promise<RollChild[]> {
  return showSeen(db, caller, children, childOf, (child) => {
    const { attendee_id, on_roster, away, mark } = child
    return {
      attendee_id,
      ...nameAlone(child),
      on_roster,
      ...(away && { away: { until_day: away.until_day, reason: '' } }),
      mark: withoutComment(mark),
    }
  })
}

/** The records of a class, as this person may see them. */
export function recordsAsSeenBy(
  db: Kysely<Tables>,
  caller: Caller,
  records: readonly AttendanceRecord[],
): Promise<AttendanceRecord[]> {
  return showSeen(db, caller, records, childOf, (record) => {
    const { id, class_id, attendee_id, first_name, last_name, attended, state, version } = record
    const shown = { id, class_id, attendee_id, first_name, last_name, attended, state, version }
    return { ...shown, comment: '', names_only: true }
  })
}

/** Marks that were made, as this person may see them. */
export function marksAsSeenBy(
  db: Kysely<Tables>,
  caller: Caller,
  marks: readonly Marked[],
): Promise<Marked[]> {
  return showSeen(db, caller, marks, childOf, markAlone)
}

/**
 * Marks that were refused, as this person may see them: only those who see all of a child learn which other class it is
 * in.
 */
export function refusedAsSeenBy(
  db: Kysely<Tables>,
  caller: Caller,
  marks: readonly RefusedMark[],
): Promise<RefusedMark[]> {
  return showSeen(db, caller, marks, childOf, (one) => ({ ...markAlone(one), reason: one.reason }))
}

function childOf({ attendee_id }: { attendee_id: number }): number {
  return attendee_id
}

function markAlone({ attendee_id, mark }: Marked): Marked {
  return { attendee_id, mark: withoutComment(mark) }
}

function withoutComment({ state, version }: RollMark): RollMark {
  return { state, comment: '', version }
}
