import { LANGUAGES } from '@vestry/contract/languages.ts'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { searchKey } from '@vestry/contract/search-key.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

const ITEM_COLUMNS = [
  'uuid',
  'localizedname',
  'event_datetime',
  'description',
  'path',
  'poster_path',
  'media_format',
  'language_id',
  'preacher_id',
  'preaching_category_id',
  'version',
  'duration',
  'small_poster_path',
] as const

/** An item as its own table has it. */
export type ItemRow = Pick<Selectable<Tables['preaching_item']>, (typeof ITEM_COLUMNS)[number]>

type NamedRow = ItemRow & { presenterName: string; category: string }

function namedItems(db: Kysely<Tables>) {
  return db
    .selectFrom('preaching_item')
    .innerJoin('preacher', 'preacher.id', 'preacher_id')
    .innerJoin('preaching_category', 'preaching_category.id', 'preaching_category_id')
    .select(ITEM_COLUMNS)
    .select(['presenter_name as presenterName', 'category'])
}

export async function findItem({ sql: db }: Database, uuid: string): Promise<PreachingItem | undefined> {
  const row = await namedItems(db).where('uuid', '=', uuid).executeTakeFirst()
  return row && itemOf(row)
}

/** The items with these row ids, in the order of the ids. */
export async function itemsByRowId({ sql: db }: Database, ids: readonly number[]): Promise<PreachingItem[]> {
  if (ids.length === 0) {
    return []
  }
  const rows = await namedItems(db)
    .select('preaching_item.id as row_id')
    .where('preaching_item.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(({ row_id, ...row }) => [row_id, itemOf(row)]))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}

function itemOf({ duration, small_poster_path, ...row }: NamedRow): PreachingItem {
  return {
    ...row,
    language: LANGUAGES.find(({ id }) => id === row.language_id)?.language ?? '',
    ...(duration > 0 && { duration }),
    ...(small_poster_path !== '' && { small_poster_path }),
  }
}

/** The years of which there are items, the latest first: each is found in the index, and no item is counted. */
export async function listYears({ sql: db }: Database): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`with recursive latest (year) as (
      select substr(max(event_datetime), 1, 4) from preaching_item
      union all
      select (select substr(max(event_datetime), 1, 4) from preaching_item where event_datetime < latest.year)
      from latest where year is not null
    )
    select cast(year as integer) as year from latest where year is not null`.execute(db)
  return rows.map(({ year }) => year)
}

export async function findItemRow(db: Kysely<Tables>, uuid: string): Promise<ItemRow | undefined> {
  return await db
    .selectFrom('preaching_item')
    .select(ITEM_COLUMNS)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
}

export async function insertItem(db: Kysely<Tables>, item: ItemRow): Promise<void> {
  await db
    .insertInto('preaching_item')
    .values({ ...item, search_key: searchKey(item.localizedname) })
    .execute()
}

export async function updateItem(db: Kysely<Tables>, item: ItemRow): Promise<void> {
  await db
    .updateTable('preaching_item')
    .set({ ...item, search_key: searchKey(item.localizedname) })
    .where('uuid', '=', item.uuid)
    .execute()
}

export async function deleteItem(db: Kysely<Tables>, uuid: string): Promise<void> {
  await db.deleteFrom('preaching_item').where('uuid', '=', uuid).execute()
}

/** Whether an item, as it is kept, has this content; uuid and version are not content. */
export function hasContent(row: ItemRow, content: Omit<ItemRow, 'uuid' | 'version'>): boolean {
  return ITEM_COLUMNS.every(
    (column) => column === 'uuid' || column === 'version' || row[column] === content[column],
  )
}

/** The first field of an item that names something unknown. */
export async function findUnknown(
  db: Kysely<Tables>,
  item: Pick<ItemRow, 'language_id' | 'preacher_id' | 'preaching_category_id'>,
): Promise<'language_id' | 'preacher_id' | 'preaching_category_id' | undefined> {
  if (!LANGUAGES.some(({ id }) => id === item.language_id)) {
    return 'language_id'
  }
  for (const [table, field] of [
    ['preacher', 'preacher_id'],
    ['preaching_category', 'preaching_category_id'],
  ] as const) {
    const row = await db.selectFrom(table).select('id').where('id', '=', item[field]).executeTakeFirst()
    if (!row) {
      return field
    }
  }
  return undefined
}
