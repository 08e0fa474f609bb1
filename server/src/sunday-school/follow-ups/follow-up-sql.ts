import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export type FollowUpRow = Selectable<Tables['follow_up']>

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

export async function isWritten(db: Kysely<Tables>, request_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow_up')
    .select('id')
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest entry about a child, or 0 if there is none. */
export async function newestEntry(db: Kysely<Tables>, attendee_id: number): Promise<number> {
  const { newest } = await db
    .selectFrom('follow_up')
    .select(({ fn }) => fn.max('id').as('newest'))
    .where('attendee_id', '=', attendee_id)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

export async function insertEntry(db: Kysely<Tables>, entry: Insertable<Tables['follow_up']>): Promise<void> {
  await db.insertInto('follow_up').values(entry).execute()
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
