import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { BLANK_ATTENDEE, type GUEST_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Knows } from '../attendance/find-refusal.ts'
import type { ChangeStamp } from '../attendance/records-sql.ts'
import { type SavedMarks, saveMarks } from '../attendance/save-marks.ts'
import { insertAttendees } from '../attendees/attendees-sql.ts'
import type { SessionRow } from '../classes/class-access.ts'

export type NewGuest = Pick<Attendee, keyof typeof GUEST_FIELDS> & { request_id: string }

/**
 * Adds to a class those guests who are no children yet, and marks all of them present. `guests` are those who are
 * children already, by their request ids; the new ones are added to it.
 */
export async function addGuests(
  db: Kysely<Tables>,
  session: SessionRow,
  { wanted, guests }: { wanted: readonly NewGuest[]; guests: Map<string, number> },
  stamp: ChangeStamp,
  knows: Knows,
): Promise<SavedMarks & { added: number[] }> {
  const unknown = [...new Map(wanted.map((guest) => [guest.request_id, guest])).values()].filter(
    ({ request_id }) => !guests.has(request_id),
  )
  const added = unknown.length === 0 ? [] : await insertAttendees(db, unknown.map(contentOf))
  for (const [at, { request_id }] of unknown.entries()) {
    guests.set(request_id, added[at] ?? 0)
  }
  const marks = wanted.map(({ request_id }) => ({
    attendee_id: guests.get(request_id) ?? 0,
    state: 'present' as const,
    seen: 0,
  }))
  return { added, ...(await saveMarks(db, session, marks, stamp, knows)) }
}

function contentOf({ request_id, first_name, last_name, parent_contact, allergies }: NewGuest) {
  return { ...BLANK_ATTENDEE, first_name, last_name, parent_contact, allergies, request_id }
}

/** Those of these guests who are children already, by their request ids. */
export async function findGuests(
  db: Kysely<Tables>,
  request_ids: readonly string[],
): Promise<Map<string, number>> {
  if (request_ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('attendee')
    .select(['id', 'request_id'])
    .where('request_id', 'in', request_ids)
    .execute()
  return new Map(rows.map(({ id, request_id }) => [request_id ?? '', id]))
}
