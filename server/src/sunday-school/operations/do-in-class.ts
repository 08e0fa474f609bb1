import type { ClaimReason } from '@vestry/contract/sunday-school/claim-rules.ts'
import { saveComments } from '../attendance/save-comments.ts'
import { saveMarks } from '../attendance/save-marks.ts'
import { requireClass, type SessionRow } from '../classes/class-access.ts'
import { addGuests } from './add-guests.ts'
import { claim, type Doing, type OfChild, type OfKind, ofChildren, withDetails } from './operation-results.ts'
import { nameGuests } from './operations-sql.ts'

/** A class, if it exists, and whether it is one that the caller may see. */
type Found = { session: SessionRow; seen: boolean } | undefined
type InClass = OfKind<'guest' | 'mark' | 'comment'>
type Saved = {
  refused: readonly { attendee_id: number; reason: ClaimReason }[]
  changed: readonly number[]
  roll_version: number | undefined
}

/** Adds guests to a class. */
export async function doGuests(doing: Doing, found: Found, given: readonly OfKind<'guest'>[]): Promise<void> {
  const { db, history, stamp, changed } = doing
  const taken = takenBy(doing, found, given)
  if (!taken) {
    return
  }
  const { session } = taken
  const wanted = taken.operations.filter((guest) => {
    const moved = (guest.session_datetime ?? session.session_datetime) !== session.session_datetime
    if (moved) {
      claim(doing, guest, 'class_moved')
    }
    return !moved
  })
  if (wanted.length === 0) {
    return
  }
  const { guests } = history
  const knows = history.knowsIn(session.id)
  const { added, refused, ...saved } = await addGuests(db, session, { wanted, guests }, stamp, knows)
  changed.guests.push(...added)
  await nameGuests(db, guests, added)
  const elsewhere = refused.filter(({ reason }) => reason === 'in_another_class')
  const done = wanted.map((guest) => [guests.get(guest.request_id) ?? 0, guest] as const)
  note(doing, session, done, { ...saved, refused: elsewhere })
  // Whoever has marked a guest otherwise, taken them out of the class or deleted them, has seen that they were added.
  const others = new Set(
    refused.filter((one) => !elsewhere.includes(one)).map(({ attendee_id }) => attendee_id),
  )
  for (const [child, guest] of done) {
    if (others.has(child)) {
      doing.results.set(guest, { outcome: 'superseded' })
    }
  }
}

/** Makes marks in a class, at most one for each child. */
export async function doMarks(doing: Doing, found: Found, given: readonly OfKind<'mark'>[]): Promise<void> {
  const { db, history, stamp } = doing
  const taken = takenBy(doing, found, given)
  const done = taken ? ofChildren(doing, taken.operations) : []
  if (taken && done.length > 0) {
    const { session } = taken
    const marks = done.map(([attendee_id, { state, seen, session_datetime }]) => ({
      attendee_id,
      state,
      seen,
      session_datetime,
    }))
    note(doing, session, done, await saveMarks(db, session, marks, stamp, history.knowsIn(session.id)))
  }
}

/** Writes comments in a class, at most one for each child. */
export async function doComments(
  doing: Doing,
  found: Found,
  given: readonly OfKind<'comment'>[],
): Promise<void> {
  const { db, caller, history, stamp } = doing
  const taken = takenBy(doing, found, given)
  const done = taken ? await withDetails(doing, ofChildren(doing, taken.operations)) : []
  if (taken && done.length > 0) {
    // Marks that were made a moment ago may have taken records out of the class.
    const session = await requireClass(db, caller, taken.session.id)
    const comments = done.map(([attendee_id, { comment, seen, session_datetime }]) => ({
      attendee_id,
      comment,
      seen,
      session_datetime,
    }))
    note(doing, session, done, await saveComments(db, session, comments, stamp, history.knowsIn(session.id)))
  }
}

/** The class that takes these operations; undefined, and all of them are claims, where there is none. */
function takenBy<Some extends InClass>(
  doing: Doing,
  found: Found,
  operations: readonly Some[],
): { session: SessionRow; operations: readonly Some[] } | undefined {
  const reason = refusalOf(found)
  if (found && !reason) {
    return { session: found.session, operations }
  }
  for (const operation of operations) {
    claim(doing, operation, reason ?? 'class_deleted')
  }
  return undefined
}

function refusalOf(found: Found): ClaimReason | undefined {
  if (!found) {
    return 'class_deleted'
  }
  if (!found.seen) {
    return 'not_allowed'
  }
  return found.session.cancelled === 1 ? 'class_cancelled' : undefined
}

/** Notes what became of operations that were done together. */
function note(
  { results, changed, history }: Doing,
  { id: class_id }: SessionRow,
  done: readonly OfChild<InClass>[],
  saved: Saved,
): void {
  const version = saved.roll_version ?? 0
  const refused = new Map(saved.refused.map(({ attendee_id, reason }) => [attendee_id, reason]))
  const touched = new Set(saved.changed)
  for (const [child, operation] of done) {
    const reason = refused.get(child)
    if (reason) {
      results.set(operation, { outcome: 'claim', reason })
    } else if (touched.has(child)) {
      history.know(class_id, child, version)
      results.set(operation, { outcome: 'applied', version })
    } else {
      results.set(operation, { outcome: 'applied' })
    }
  }
  if (touched.size > 0) {
    changed.records.set(class_id, new Set([...touched, ...(changed.records.get(class_id) ?? [])]))
  }
}
