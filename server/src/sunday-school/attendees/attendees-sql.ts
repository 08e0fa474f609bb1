import { randomUUID } from 'node:crypto'
import type { Attendee, AttendeeDetail } from '@vestry/contract/calls/attendees.ts'
import { ATTENDEE_FIELD_NAMES, type AttendeeField } from '@vestry/contract/sunday-school/attendee-record.ts'
import { personKey, personKeys } from '@vestry/contract/text/person-keys.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { countUpFamilies, findFamilies } from '../../trash/families-of-children.ts'

export const ATTENDEE_COLUMNS = ['id', ...ATTENDEE_FIELD_NAMES, 'version', 'photo'] as const

/** What a person fills in. */
export type AttendeeContent = Pick<Attendee, AttendeeField>

type AttendeeRow = Omit<Attendee, 'birthdate' | 'photo'> & { birthdate: string; photo: string }

/** A row, as the API returns it. */
export function attendeeOf({ birthdate, photo, ...row }: AttendeeRow): Attendee {
  return { ...row, birthdate: birthdate === '' ? null : birthdate, ...(photo !== '' && { photo }) }
}

export async function findAttendee(db: Kysely<Tables>, id: number): Promise<Attendee | undefined> {
  const row = await db.selectFrom('attendee').select(ATTENDEE_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && attendeeOf(row)
}

/** An attendee, with what would be deleted along with it. */
export async function findDetail(
  db: Kysely<Tables>,
  id: number,
): Promise<Omit<AttendeeDetail, 'last_change'> | undefined> {
  const attendee = await findAttendee(db, id)
  if (!attendee) {
    return undefined
  }
  const { records } = await db
    .selectFrom('attendance')
    .select((record) => record.fn.countAll<number>().as('records'))
    .where('attendee_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...attendee, attendance_count: records }
}

/** The attendees with these ids, in the order of the ids. */
export async function attendeesById(db: Kysely<Tables>, ids: readonly number[]): Promise<Attendee[]> {
  if (ids.length === 0) {
    return []
  }
  const rows = await db.selectFrom('attendee').select(ATTENDEE_COLUMNS).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, attendeeOf(row)]))
  return ids.map((id) => byId.get(id)).filter((attendee) => attendee !== undefined)
}

const MAX_NAMESAKES = 10

/** The attendees with this name, regardless of case and accents. */
export async function findNamesakes(
  db: Kysely<Tables>,
  { first_name, last_name }: Pick<Attendee, 'first_name' | 'last_name'>,
): Promise<Attendee[]> {
  const rows = await db
    .selectFrom('attendee')
    .select(ATTENDEE_COLUMNS)
    .where('last_key', '=', personKey(last_name))
    .where('first_key', '=', personKey(first_name))
    .orderBy('id')
    .limit(MAX_NAMESAKES)
    .execute()
  return rows.map(attendeeOf)
}

/** The attendee that this same call has added before. */
export async function findByRequest(db: Kysely<Tables>, request_id: string): Promise<Attendee | undefined> {
  const row = await db
    .selectFrom('attendee')
    .select(ATTENDEE_COLUMNS)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row && attendeeOf(row)
}

/** Adds an attendee and returns the id. */
export async function insertAttendee(
  db: Kysely<Tables>,
  content: AttendeeContent,
  request_id: string | undefined,
): Promise<number> {
  const { id } = await db
    .insertInto('attendee')
    .values({ ...rowOf(content), request_id: request_id ?? null, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Adds attendees, and returns their ids in the order given. Neither database promises to return them in that order, so
 * each is found by a request id of its own: that of the call that adds it, if there is one.
 */
export async function insertAttendees(
  db: Kysely<Tables>,
  contents: readonly (AttendeeContent & { request_id?: string })[],
): Promise<number[]> {
  const given = contents.map(({ request_id = randomUUID(), ...content }) => ({
    ...rowOf(content),
    request_id,
    version: 1,
  }))
  const rows = await db.insertInto('attendee').values(given).returning(['id', 'request_id']).execute()
  const ids = new Map(rows.map(({ id, request_id }) => [request_id, id]))
  return given.flatMap(({ request_id }) => ids.get(request_id) ?? [])
}

export async function updateAttendee(
  db: Kysely<Tables>,
  { id, version, ...content }: AttendeeContent & { id: number; version: number },
): Promise<void> {
  await db
    .updateTable('attendee')
    .set({ ...rowOf(content), version })
    .where('id', '=', id)
    .execute()
}

/** Deletes an attendee; the counters of its classes, series and families grow, so that whoever has them open notices. */
export async function deleteAttendee(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('class_session')
    .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
    .where('id', 'in', (from) =>
      from.selectFrom('attendance').select('class_id').where('attendee_id', '=', id),
    )
    .execute()
  await db
    .updateTable('class_series')
    .set((row) => ({ roster_version: row('roster_version', '+', 1) }))
    .where('id', 'in', (from) => from.selectFrom('roster').select('series_id').where('attendee_id', '=', id))
    .execute()
  await countUpFamilies(db, await findFamilies(db, id))
  await db.deleteFrom('attendee').where('id', '=', id).execute()
}

/** Whether an attendee in the database has this content. */
export function hasContent(attendee: Attendee, content: AttendeeContent): boolean {
  return (Object.keys(content) as (keyof AttendeeContent)[]).every(
    (field) => attendee[field] === content[field],
  )
}

function rowOf(content: AttendeeContent) {
  return { ...content, birthdate: content.birthdate ?? '', ...personKeys(content) }
}
