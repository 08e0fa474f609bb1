import { isDeepStrictEqual } from 'node:util'
import type { PreachingItem, PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { LIBRARY_TEXTS, PREACHING_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { namesOf, partOf } from '@vestry/contract/records/record-fields.ts'
import type { SermonState } from '@vestry/contract/rules/preaching-rules.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { wallClockAt } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { readPassages } from './passages/read-passages.ts'
import { writePassages } from './passages/write-passages.ts'
import { languageOf } from './sermon-language.ts'
import { findParts, namesOfParts, replaceParts, type SermonParts } from './sermon-parts-sql.ts'
import { readSound } from './sermon-sound.ts'

/** What a list needs of an item. */
const LISTED_COLUMNS = [
  'uuid',
  ...namesOf(PREACHING_FIELDS),
  'version',
  'duration',
  'small_poster_path',
  'audio_path',
  'publish_at',
  'series_id',
] as const
const TEXT_COLUMNS = namesOf(LIBRARY_TEXTS)
const ITEM_COLUMNS = [
  ...LISTED_COLUMNS,
  ...TEXT_COLUMNS,
  'passages_read',
  'feed_date',
  'media_size',
  'source_guid',
  'sound',
] as const

/** An item as its own table has it. */
export type ItemRow = Pick<Selectable<Tables['preaching_item']>, (typeof ITEM_COLUMNS)[number]>

/** An item with all its parts. */
export type Item = ItemRow & SermonParts

/** An item's content: uuid and version are not part of it. */
export type ItemContent = Omit<Item, 'uuid' | 'version'>

type NamedRow = Pick<ItemRow, (typeof LISTED_COLUMNS)[number]> & {
  presenterName: string
  category: string
  series: string | null
}

/** The clock and the time zone by which states and the times of scheduled items are told. */
export type ChurchClock = { clock: Clock; timeZone: () => string }

function namedItems(db: Kysely<Tables>) {
  return db
    .selectFrom('preaching_item')
    .innerJoin('preacher', 'preacher.id', 'preacher_id')
    .innerJoin('preaching_category', 'preaching_category.id', 'preaching_category_id')
    .leftJoin('sermon_series', 'sermon_series.id', 'series_id')
    .select(LISTED_COLUMNS.map((column) => `preaching_item.${column}` as const))
    .select(['presenter_name as presenterName', 'category', 'sermon_series.name as series'])
}

export async function findItem(
  { sql: db }: Database,
  uuid: string,
  time: ChurchClock,
): Promise<Omit<PreachingItemDetail, 'last_change'> | undefined> {
  const row = await namedItems(db)
    .select(['preaching_item.id as row_id', 'sound'])
    .select(TEXT_COLUMNS.map((column) => `preaching_item.${column}` as const))
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (row === undefined) {
    return undefined
  }
  const { row_id, sound, ...item } = row
  const { attachments, transcript } = await findParts(db, row_id)
  const language = languageOf(item.language_id)
  const reading = await readPassages(item.passages, language)
  const passages_read = reading.unread.length === 0 ? writePassages(reading.passages, language) : ''
  return {
    ...itemOf(item, time),
    ...partOf(LIBRARY_TEXTS, item),
    passages_read,
    attachments,
    transcript,
    ...(sound !== '' && { sound: readSound(sound) }),
    ...(await namesOfParts(db, row_id)),
  }
}

/** The items with these row ids, in the order of the ids. */
export async function itemsByRowId(
  { sql: db }: Database,
  ids: readonly number[],
  time: ChurchClock,
): Promise<PreachingItem[]> {
  if (ids.length === 0) {
    return []
  }
  const rows = await namedItems(db)
    .select('preaching_item.id as row_id')
    .where('preaching_item.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(({ row_id, ...row }) => [row_id, itemOf(row, time)]))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}

function itemOf(row: NamedRow, { clock, timeZone }: ChurchClock): PreachingItem {
  const { duration, small_poster_path, audio_path, publish_at, series_id, series, ...item } = row
  const state = stateOf(publish_at, clock.now())
  return {
    ...item,
    language: LANGUAGES.find(({ id }) => id === row.language_id)?.language ?? '',
    ...(duration > 0 && { duration }),
    ...(small_poster_path !== '' && { small_poster_path }),
    ...(audio_path !== '' && { audio_path }),
    state,
    ...(state === 'scheduled' && { publish_at: wallClockAt(publish_at ?? 0, timeZone()) }),
    ...(series_id !== null && { series_id, series: series ?? '' }),
  }
}

/** The state that `publish_at` means at a given moment. */
export function stateOf(publish_at: number | null, now: number): SermonState {
  if (publish_at === null) {
    return 'draft'
  }
  return publish_at > now ? 'scheduled' : 'published'
}

/** When something last came out, in milliseconds: no state changes between two such moments. */
export async function findLatestPublication(db: Kysely<Tables>, now: number): Promise<number> {
  const { latest } = await db
    .selectFrom('preaching_item')
    .select(({ fn }) => fn.max('publish_at').as('latest'))
    .where('publish_at', '<=', now)
    .executeTakeFirstOrThrow()
  return latest ?? -1
}

/** The years that have items, the latest first: each is found in the index, and no items are counted. */
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

/** An item with its parts and its row id. */
export async function findWholeItem(
  db: Kysely<Tables>,
  uuid: string,
): Promise<(Item & { id: number }) | undefined> {
  const row = await db
    .selectFrom('preaching_item')
    .select('id')
    .select(ITEM_COLUMNS)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return row && { ...row, ...(await findParts(db, row.id)) }
}

export async function insertItem(db: Kysely<Tables>, item: Item): Promise<void> {
  const { id } = await db
    .insertInto('preaching_item')
    .values(rowOf(item))
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceParts(db, id, item)
}

export async function updateItem(db: Kysely<Tables>, id: number, item: Item): Promise<void> {
  await db.updateTable('preaching_item').set(rowOf(item)).where('id', '=', id).execute()
  await replaceParts(db, id, item)
}

function rowOf({ topics, speakers, attachments, transcript, ...row }: Item) {
  return { ...row, search_key: searchKey(row.localizedname) }
}

export async function deleteItem(db: Kysely<Tables>, uuid: string): Promise<void> {
  await db.deleteFrom('preaching_item').where('uuid', '=', uuid).execute()
}

/** Whether an item in the database has this content; what the server adds by itself is not compared. */
export function hasContent(item: Item, content: ItemContent): boolean {
  const { feed_date: _, media_size: __, source_guid: ___, ...told } = content
  return Object.entries(told).every(([field, value]) => isDeepStrictEqual(item[field as keyof Item], value))
}

/** The first field of an item that refers to something unknown. */
export async function findUnknown(db: Kysely<Tables>, item: ItemContent): Promise<NamingField | undefined> {
  if (!LANGUAGES.some(({ id }) => id === item.language_id)) {
    return 'language_id'
  }
  const { preacher_id, preaching_category_id, series_id, topics, speakers } = item
  for (const [field, table, ids] of [
    ['preacher_id', 'preacher', [preacher_id]],
    ['preaching_category_id', 'preaching_category', [preaching_category_id]],
    ['series_id', 'sermon_series', series_id === null ? [] : [series_id]],
    ['topics', 'topic', topics],
    ['speakers', 'preacher', speakers.map((speaker) => speaker.preacher_id)],
  ] as const) {
    const known =
      ids.length === 0 ? [] : await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
    if (known.length < new Set(ids).size) {
      return field
    }
  }
  return undefined
}

export type NamingField =
  | 'language_id'
  | 'preacher_id'
  | 'preaching_category_id'
  | 'series_id'
  | 'topics'
  | 'speakers'
