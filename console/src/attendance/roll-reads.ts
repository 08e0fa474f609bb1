import type { Address, Read } from '../api/page-reads.ts'
import { findAttendanceVisit } from '../ui/classes/attendance-visit.ts'

/** The roll of a class; whole unless it is as it was at the revision `since`. */
export const rollCallOf = (classId: number, since?: string) =>
  ({
    call: 'GET /attendance/roll-call',
    query: { class_id: String(classId), ...(since !== undefined && { since }) },
  }) as const satisfies Read

export const rollReads = (address: Address) => {
  const visit = findAttendanceVisit({ state: undefined, ...address })
  return typeof visit === 'object' ? [rollCallOf(visit.class_id)] : []
}
