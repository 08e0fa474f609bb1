import type { AttendanceRecord, RollChild, RollMark } from '@vestry/contract/attendance.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { hideUnseen, nameAlone } from '../attendees/names-only.ts'

/** The children of a roll as somebody may see them. */
export const rollAsSeenBy = (db: Kysely<Tables>, caller: Caller, children: readonly RollChild[]) =>
  asSeen(db, caller, children, (child) => ({
    ...withoutRemark(nameAlone(child)),
    ...(child.away && { away: { ...child.away, reason: '' } }),
  }))

/** The records of a class as somebody may see them. */
export const recordsAsSeenBy = (db: Kysely<Tables>, caller: Caller, records: readonly AttendanceRecord[]) =>
  asSeen(db, caller, records, (record) => ({ ...record, comment: '', names_only: true as const }))

/** Marks that were made or refused as somebody may see them. */
export const marksAsSeenBy = <One extends Marked>(
  db: Kysely<Tables>,
  caller: Caller,
  marks: readonly One[],
) => asSeen(db, caller, marks, ({ other_class: _, ...one }) => withoutRemark(one as One))

type Marked = { attendee_id: number; mark: RollMark; other_class?: string | undefined }

function withoutRemark<One extends Marked>(one: One): One {
  return { ...one, mark: { ...one.mark, comment: '' } }
}

function asSeen<Row extends { attendee_id: number }>(
  db: Kysely<Tables>,
  caller: Caller,
  rows: readonly Row[],
  hide: (row: Row) => Row,
): Promise<Row[]> {
  return hideUnseen(db, caller, rows, ({ attendee_id }) => attendee_id, hide)
}
