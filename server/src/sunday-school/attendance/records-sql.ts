import type { AttendanceRecord } from '@vestry/contract/calls/attendance.ts'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { readRemoved, stateOf } from './current-record-sql.ts'

type RecordRow = Selectable<Tables['attendance']>

/** When something was changed, and by whom. */
export type ChangeStamp = Pick<RecordRow, 'changed' | 'changed_by'>

/** The records of a class, by last name, then first. */
export async function listRecords(db: Kysely<Tables>, class_id: number): Promise<AttendanceRecord[]> {
  const rows = await db
    .selectFrom('attendance')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .where('class_id', '=', class_id)
    .select([
      'attendance.id',
      'class_id',
      'attendee_id',
      'first_name',
      'last_name',
      'attended',
      'marked',
      'comment',
      'attendance.version',
    ])
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee_id')
    .execute()
  return rows.map(({ attended, marked, ...row }) => ({
    ...row,
    attended: attended === 1,
    state: stateOf({ attended, marked }),
  }))
}

export async function findRecord(db: Kysely<Tables>, id: number): Promise<RecordRow | undefined> {
  return await db.selectFrom('attendance').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Counts a change of the class's records. The number becomes the version of every record that changes with it, so that
 * a child never gets the same version twice, even if its record was deleted and made again.
 */
export async function nextVersion(db: Kysely<Tables>, class_id: number): Promise<number> {
  const { roll_version } = await db
    .updateTable('class_session')
    .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
    .where('id', '=', class_id)
    .returning('roll_version')
    .executeTakeFirstOrThrow()
  return roll_version
}

/** Says how many adults are in the room of a class. */
export async function countHelpers(db: Kysely<Tables>, class_id: number, helpers: number): Promise<void> {
  await db
    .updateTable('class_session')
    .set((row) => ({ helpers, roll_version: row('roll_version', '+', 1) }))
    .where('id', '=', class_id)
    .execute()
}

type NewRecord = Pick<Insertable<Tables['attendance']>, 'attendee_id' | 'attended' | 'marked'> & {
  comment?: string
}

/** Adds records to a class; returns their ids in the order of the records. */
export async function insertRecords(
  db: Kysely<Tables>,
  { id: class_id, session_datetime }: SessionRow,
  records: readonly NewRecord[],
  stamp: ChangeStamp & { version: number },
): Promise<number[]> {
  const rows = await db
    .insertInto('attendance')
    .values(records.map((record) => ({ class_id, session_datetime, comment: '', ...record, ...stamp })))
    .returning(['id', 'attendee_id'])
    .execute()
  const ids = new Map(rows.map(({ id, attendee_id }) => [attendee_id, id]))
  return records.map(({ attendee_id }) => ids.get(attendee_id) ?? 0)
}

export async function updateRecords(
  db: Kysely<Tables>,
  ids: readonly number[],
  change: Updateable<Tables['attendance']> & ChangeStamp & { version: number },
): Promise<void> {
  await db.updateTable('attendance').set(change).where('id', 'in', ids).execute()
}

/**
 * Deletes the records of children in a class. The version of the deletion is kept, so that an earlier call that is sent
 * again because its response was lost does not bring a record back.
 */
export async function deleteRecords(
  db: Kysely<Tables>,
  class_id: number,
  { attendee_ids, version }: { attendee_ids: readonly number[]; version: number },
): Promise<void> {
  await inParts(attendee_ids, async (some) => {
    await db
      .deleteFrom('attendance')
      .where('class_id', '=', class_id)
      .where('attendee_id', 'in', some)
      .execute()
  })
  const session = await db
    .selectFrom('class_session')
    .select('removed_marks')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow()
  const removed = readRemoved(session)
  for (const id of attendee_ids) {
    removed.set(id, version)
  }
  await db
    .updateTable('class_session')
    .set({ removed_marks: JSON.stringify(Object.fromEntries(removed)) })
    .where('id', '=', class_id)
    .execute()
}

/** The attendees who are in another class at this time, by their ids. */
export async function listBooked(
  db: Kysely<Tables>,
  session_datetime: string,
  but_class_id: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('attendance')
    .select('attendee_id')
    .where('session_datetime', '=', session_datetime)
    .where('class_id', '!=', but_class_id)
    .orderBy('attendee_id')
    .execute()
  return rows.map(({ attendee_id }) => attendee_id)
}
