import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ATTENDEE_COLUMNS } from '../attendees/attendees-sql.ts'

/** The first and the last day; without one of them, everything before or after. */
export type Days = { from?: string | undefined; to?: string | undefined }

type NamePlace = { last_key: string; first_key: string; id: number }
export type AttendeeRow = Awaited<ReturnType<typeof pageAttendees>>[number]
export type RosterRow = Awaited<ReturnType<typeof pageRosters>>[number]
export type ErasedRow = Awaited<ReturnType<typeof pageErased>>[number]
export type StayExportRow = Awaited<ReturnType<typeof pageStays>>[number]
export type AttendanceRow = Awaited<ReturnType<typeof pageAttendance>>[number]

/** All attendees, or those with these ids, by last name, then first. Each page begins after the last row of the one before; so do the pages below. */
export async function pageAttendees(
  db: Kysely<Tables>,
  after: NamePlace | undefined,
  limit: number,
  ids?: readonly number[],
) {
  return await db
    .selectFrom('attendee')
    .select([...ATTENDEE_COLUMNS, 'last_key', 'first_key'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(last_key, first_key, id) > (${after?.last_key}, ${after?.first_key}, ${after?.id})`,
      ),
    )
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Who is on which roster, by class, then by last and first name. */
export async function pageRosters(
  db: Kysely<Tables>,
  after: (NamePlace & { series_id: number }) | undefined,
  limit: number,
) {
  return await db
    .selectFrom('roster')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .innerJoin('class_series', 'class_series.id', 'series_id')
    .select(ATTENDEE_COLUMNS.map((column) => `attendee.${column}` as const))
    .select(['series_id', 'title', 'last_key', 'first_key'])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(series_id, last_key, first_key, attendee.id) > (${after?.series_id}, ${after?.last_key}, ${after?.first_key}, ${after?.id})`,
      ),
    )
    .orderBy('series_id')
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee.id')
    .limit(limit)
    .execute()
}

/** The records of these days, the earliest first. */
export async function pageAttendance(
  db: Kysely<Tables>,
  days: Days,
  after: { session_datetime: string; class_id: number; attendee_id: number } | undefined,
  limit: number,
) {
  return await within(db.selectFrom('attendance'), days)
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .select(['attendance.session_datetime', 'class_id', 'attendee_id', 'title', 'first_name', 'last_name'])
    .select(['attended', 'marked', 'comment'])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(attendance.session_datetime, class_id, attendee_id) > (${after?.session_datetime}, ${after?.class_id}, ${after?.attendee_id})`,
      ),
    )
    .orderBy('attendance.session_datetime')
    .orderBy('class_id')
    .orderBy('attendee_id')
    .limit(limit)
    .execute()
}

export async function countRows(db: Kysely<Tables>, table: 'attendee' | 'roster'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

export async function countAttendance(db: Kysely<Tables>, days: Days): Promise<number> {
  const { rows } = await within(db.selectFrom('attendance'), days)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const { erased } = await erasedWithin(db, days)
    .select(({ fn }) => fn.sum<number | null>('records').as('erased'))
    .executeTakeFirstOrThrow()
  return rows + Number(erased ?? 0)
}

/** What was recorded of erased children in the classes of these days, the earliest first. */
export async function pageErased(
  db: Kysely<Tables>,
  days: Days,
  after: { session_datetime: string; class_id: number } | undefined,
  limit: number,
) {
  return await erasedWithin(db, days)
    .select(['session_datetime', 'class_id', 'title', 'records', 'present', 'absent'])
    .where('records', '>', 0)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(session_datetime, class_id) > (${after?.session_datetime}, ${after?.class_id})`,
      ),
    )
    .orderBy('session_datetime')
    .orderBy('class_id')
    .limit(limit)
    .execute()
}

function erasedWithin(db: Kysely<Tables>, { from, to }: Days) {
  return db
    .selectFrom('erased_tally')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .$if(from !== undefined, (query) => query.where('session_datetime', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('session_datetime', '<=', `${to}T23:59:59`))
}

/** The stays of these days, the earliest first. */
export async function pageStays(
  db: Kysely<Tables>,
  days: Days,
  after: { day: string; id: number } | undefined,
  limit: number,
) {
  return await staysWithin(db, days)
    .innerJoin('attendee', 'attendee.id', 'attendee_id')
    .leftJoin('class_session', 'class_session.id', 'in_class')
    .select(['stay.id', 'day', 'attendee_id', 'first_name', 'last_name', 'title', 'room'])
    .select(['arrived_at', 'arrived_by', 'brought_by', 'gone_at', 'gone_by', 'gone_to', 'gone_way'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(day, stay.id) > (${after?.day}, ${after?.id})`),
    )
    .orderBy('day')
    .orderBy('stay.id')
    .limit(limit)
    .execute()
}

export async function countStays(db: Kysely<Tables>, days: Days): Promise<number> {
  const { rows } = await staysWithin(db, days)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

function staysWithin(db: Kysely<Tables>, { from, to }: Days) {
  return db
    .selectFrom('stay')
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
}

/** Every series on whose roster a child is. */
export async function listTitles(db: Kysely<Tables>, attendee_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('roster')
    .innerJoin('class_series', 'class_series.id', 'series_id')
    .select('title')
    .where('attendee_id', '=', attendee_id)
    .orderBy('series_id')
    .execute()
  return rows.map(({ title }) => title)
}

/** The numbers that a child has in other programs. */
export async function listSources(db: Kysely<Tables>, attendee_id: number) {
  return await db
    .selectFrom('attendee_source')
    .select(['source', 'source_id'])
    .where('attendee_id', '=', attendee_id)
    .orderBy('source')
    .orderBy('source_id')
    .execute()
}

/** Everything recorded of a child, the latest first. */
export async function listRecorded(db: Kysely<Tables>, attendee_id: number) {
  return await db
    .selectFrom('attendance')
    .innerJoin('class_session', 'class_session.id', 'class_id')
    .select(['attendance.session_datetime', 'title', 'attended', 'marked', 'comment'])
    .where('attendee_id', '=', attendee_id)
    .orderBy('attendance.session_datetime', 'desc')
    .execute()
}

function within(records: SelectQueryBuilder<Tables, 'attendance', object>, { from, to }: Days) {
  return records
    .$if(from !== undefined, (query) => query.where('attendance.session_datetime', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('attendance.session_datetime', '<=', `${to}T23:59:59`))
}
