import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'

/** How often an item was downloaded on one of the church's days. */
export type DayCount = { item: number; day: string; downloads: number }

/** The connection broke while the database was asked to keep something: nobody knows whether it did. */
export class UnknownOutcome extends Error {}

/** Adds to the sums, all or nothing. What belongs to an item that was deleted meanwhile is left out. */
export async function addDownloads({ sql: db }: Database, counts: readonly DayCount[]): Promise<void> {
  // Every process locks in the same order, so that no two wait for each other.
  const ordered = counts.toSorted((one, other) => one.item - other.item || (one.day < other.day ? -1 : 1))
  let isAsked = false
  try {
    await db.transaction().execute(async (change) => {
      for (const { item, day, downloads } of ordered) {
        await sql`insert into download_day (item_id, day, downloads)
          select id, ${day}, cast(${downloads} as integer) from preaching_item where id = ${item}
          on conflict (item_id, day)
          do update set downloads = download_day.downloads + excluded.downloads`.execute(change)
      }
      isAsked = true
    })
  } catch (error) {
    throw isAsked ? new UnknownOutcome('Some downloads may not be counted.', { cause: error }) : error
  }
}

/** From one day to another, both included. */
type Days = { from: string; to: string }

export async function findItemId(db: Kysely<Tables>, uuid: string): Promise<number | undefined> {
  const item = await db.selectFrom('preaching_item').select('id').where('uuid', '=', uuid).executeTakeFirst()
  return item?.id
}

/** The downloads of each day that has any, of all items or of one. */
export async function sumByDay(db: Kysely<Tables>, { from, to }: Days, item: number | undefined) {
  const rows = await db
    .selectFrom('download_day')
    .select(({ fn }) => ['day', fn.sum('downloads').as('downloads')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(item !== undefined, (days) => days.where('item_id', '=', item ?? 0))
    .groupBy('day')
    .execute()
  return rows.map(({ day, downloads }) => ({ day, downloads: Number(downloads) }))
}

/**
 * The most downloaded items, or the one item; of items with as many downloads, those that were held later come first.
 */
export async function listMostDownloaded(
  db: Kysely<Tables>,
  { from, to }: Days,
  { item, limit }: { item: number | undefined; limit: number },
) {
  const most = db
    .selectFrom('download_day')
    .select(({ fn }) => ['item_id', fn.sum('downloads').as('downloads')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(item !== undefined, (days) => days.where('item_id', '=', item ?? 0))
    .groupBy('item_id')
    .as('most')
  const rows = await db
    .selectFrom(most)
    .innerJoin('preaching_item', 'preaching_item.id', 'item_id')
    .select(['uuid', 'localizedname as title', 'event_datetime', 'most.downloads'])
    .orderBy('most.downloads', 'desc')
    .orderBy('event_datetime', 'desc')
    .orderBy('preaching_item.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ downloads, ...sermon }) => ({ ...sermon, downloads: Number(downloads) }))
}
