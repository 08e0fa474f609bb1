import type { RefusedMark, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { SessionRow } from '../classes/class-access.ts'
import type { CurrentRecord } from './current-record-sql.ts'

/** Whether somebody knows this version of a child's mark, though it is not the one that they had before their eyes. */
export type Knows = (attendee_id: number, version: number) => boolean

/**
 * Why the record of a child can't be changed by somebody who has seen this version of its mark, and the class at this
 * time; undefined if it can.
 */
export function findRefusal(
  session: SessionRow,
  {
    attendee_id,
    seen,
    session_datetime = session.session_datetime,
  }: { attendee_id: number; seen: number; session_datetime?: string | undefined },
  { current, mark, knows }: { current: CurrentRecord | undefined; mark: RollMark; knows: Knows },
): RefusedMark['reason'] | undefined {
  if (!current) {
    return 'not_found'
  }
  if (current.record && current.record.class_id !== session.id) {
    return 'in_another_class'
  }
  if (session_datetime !== session.session_datetime) {
    return 'class_moved'
  }
  return mark.version === seen || knows(attendee_id, mark.version) ? undefined : 'changed_meanwhile'
}
