import { findSameAbsence, insertAbsence } from '../absences/planned-absence-sql.ts'
import { type Doing, type OfKind, ofChildren, withDetails } from './operation-results.ts'

/** Plans absences; one that is planned already is done. */
export async function doAbsences(doing: Doing, given: readonly OfKind<'absence'>[]): Promise<void> {
  const { db, results, changed } = doing
  for (const [attendee_id, operation] of await withDetails(doing, ofChildren(doing, given))) {
    const { from_day, until_day, reason } = operation
    const absence = { attendee_id, from_day, until_day, reason }
    if ((await findSameAbsence(db, absence)) === undefined) {
      await insertAbsence(db, absence)
      changed.absences.push(attendee_id)
    }
    results.set(operation, { outcome: 'applied' })
  }
}
