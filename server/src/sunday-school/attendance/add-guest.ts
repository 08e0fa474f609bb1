import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { BLANK_ATTENDEE, type GUEST_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { findByRequest, insertAttendee } from '../attendees/attendees-sql.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { columnsOf, findCurrentRecords, readRemoved } from './current-record-sql.ts'
import { type ChangeStamp, insertRecords, nextVersion } from './records-sql.ts'

type Guest = Pick<Attendee, keyof typeof GUEST_FIELDS>

/** Adds a child and its mark together, and returns which of them are new. The same request again finds both. */
export async function addGuest(
  db: Kysely<Tables>,
  session: SessionRow,
  { request_id, guest }: { request_id: string | undefined; guest: Guest },
  stamp: ChangeStamp,
): Promise<{ id: number; attendee_id: number; newChild: boolean; newRecord: boolean }> {
  const known = request_id === undefined ? undefined : await findByRequest(db, request_id)
  const attendee_id = known?.id ?? (await insertAttendee(db, { ...BLANK_ATTENDEE, ...guest }, request_id))
  const record = known && (await findCurrentRecords(db, session, [attendee_id])).get(attendee_id)?.record
  if (record?.class_id === session.id) {
    return { id: record.id, attendee_id, newChild: false, newRecord: false }
  }
  if (record) {
    const message = 'request_id belongs to a child who is in another class at this time.'
    throw new ApiError('invalid_request', message, { field: 'request_id' })
  }
  if (known && readRemoved(session).has(known.id)) {
    throw new ApiError('not_found', 'This child was added, and was taken out of this class again since.')
  }
  const version = await nextVersion(db, session.id)
  const present = [{ attendee_id, ...columnsOf('present') }]
  const [id = 0] = await insertRecords(db, session, present, { ...stamp, version })
  return { id, attendee_id, newChild: known === undefined, newRecord: true }
}
