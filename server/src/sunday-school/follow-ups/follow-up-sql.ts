import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export type FollowUpRow = Selectable<Tables['follow_up']>

/** The `request_id` of what a request about several children wrote about one of them. */
export function requestAbout(request_id: string, attendee_id: number): string {
  return `${request_id}/${attendee_id}`
}
/** What all of those are like, and no others. */
export const ABOUT_SEVERAL = '%/%'

/** What was written about these children, the latest first. */
export async function listEntries(db: Kysely<Tables>, ids: readonly number[]): Promise<FollowUpRow[]> {
  return ids.length === 0
    ? []
    : await db
        .selectFrom('follow_up')
        .selectAll()
        .where('attendee_id', 'in', ids)
        .orderBy('id', 'desc')
        .execute()
}

/** Those of these entries, or of the entries that these requests wrote, that are there. */
export function listWritten(
  db: Kysely<Tables>,
  by: { ids: readonly number[] } | { request_ids: readonly string[] },
): Promise<FollowUpRow[]> {
  const all = db.selectFrom('follow_up').selectAll()
  return (
    'ids' in by ? all.where('id', 'in', by.ids) : all.where('request_id', 'in', by.request_ids)
  ).execute()
}

export async function isWritten(db: Kysely<Tables>, request_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow_up')
    .select('id')
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest entry about a child, or about any, or 0 if there is none. */
export async function newestEntry(db: Kysely<Tables>, attendee_id?: number): Promise<number> {
  const { newest } = await db
    .selectFrom('follow_up')
    .select(({ fn }) => fn.max('id').as('newest'))
    .$if(attendee_id !== undefined, (query) => query.where('attendee_id', '=', attendee_id ?? 0))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** The newest entry about each of these children who has any. */
export async function newestEntries(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('follow_up')
    .select(({ fn }) => ['attendee_id', fn.max('id').as('newest')])
    .where('attendee_id', 'in', ids)
    .groupBy('attendee_id')
    .execute()
  return new Map(rows.map(({ attendee_id, newest }) => [attendee_id, newest]))
}

/** Writes entries, and returns their ids. */
export async function insertEntries(
  db: Kysely<Tables>,
  entries: readonly Insertable<Tables['follow_up']>[],
): Promise<number[]> {
  if (entries.length === 0) {
    return []
  }
  const rows = await db.insertInto('follow_up').values(entries).returning('id').execute()
  return rows.map(({ id }) => id)
}

export async function deleteEntries(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('follow_up').where('id', 'in', ids).execute()
}

/** When each of these children was last there, in any class. */
export async function lastPresences(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('attendance')
    .select(({ fn }) => ['attendee_id', fn.max('session_datetime').as('last')])
    .where('attendee_id', 'in', ids)
    .where('attended', '=', 1)
    .groupBy('attendee_id')
    .execute()
  return new Map(rows.map(({ attendee_id, last }) => [attendee_id, last]))
}

export async function saveLimit(db: Kysely<Tables>, series_id: number, miss_limit: number): Promise<void> {
  await db.updateTable('class_series').set({ miss_limit }).where('id', '=', series_id).execute()
}
