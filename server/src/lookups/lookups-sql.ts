import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import type { SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import type { RecordOf } from '@vestry/contract/records/record-fields.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * The lists of names from which preaching items choose: the table, its column with the name, and the items that use
 * each.
 */
export const LOOKUPS = {
  category: {
    table: 'preaching_category',
    name: 'category',
    uses: sql`select id as item_id, preaching_category_id as named from preaching_item`,
  },
  preacher: {
    table: 'preacher',
    name: 'presenter_name',
    uses: sql`select id as item_id, preacher_id as named from preaching_item
      union all select item_id, preacher_id as named from sermon_speaker`,
  },
  topic: {
    table: 'topic',
    name: 'name',
    uses: sql`select item_id, topic_id as named from sermon_topic`,
  },
  series: {
    table: 'sermon_series',
    name: 'name',
    uses: sql`select id as item_id, series_id as named from preaching_item where series_id is not null`,
  },
} as const

export type LookupKind = keyof typeof LOOKUPS
export type Lookup = { id: number; name: string }

export async function listLookups(db: Kysely<Tables>, kind: LookupKind): Promise<Lookup[]> {
  const { table, name } = LOOKUPS[kind]
  const found = await sql<Lookup>`select id, ${sql.ref(name)} as name from ${sql.table(table)}
    order by name_key`.execute(db)
  return found.rows
}

export async function findLookup(db: Kysely<Tables>, kind: LookupKind, id: number) {
  return await db.selectFrom(LOOKUPS[kind].table).select('id').where('id', '=', id).executeTakeFirst()
}

/** The id of the name with this key. */
export async function findByKey(db: Kysely<Tables>, kind: LookupKind, name_key: string) {
  const row = await db
    .selectFrom(LOOKUPS[kind].table)
    .select('id')
    .where('name_key', '=', name_key)
    .executeTakeFirst()
  return row?.id
}

export async function insertLookup(
  db: Kysely<Tables>,
  kind: Exclude<LookupKind, 'series'>,
  name: string,
  name_key: string,
): Promise<number> {
  const { table, name: column } = LOOKUPS[kind]
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${sql.ref(column)}, name_key)
    values (${name}, ${name_key}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function insertSeries(
  db: Kysely<Tables>,
  content: RecordOf<typeof SERIES_FIELDS>,
): Promise<number> {
  const { id } = await db
    .insertInto('sermon_series')
    .values({ ...seriesRow(content), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A series of sermons as its table has it. */
export function seriesRow({ order, ...content }: RecordOf<typeof SERIES_FIELDS>) {
  return { ...content, sermon_order: order, name_key: nameKey(content.name) }
}

export async function renameLookup(
  db: Kysely<Tables>,
  kind: LookupKind,
  { id, name }: Lookup,
  name_key: string,
): Promise<void> {
  const { table, name: column } = LOOKUPS[kind]
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${name}, name_key = ${name_key}
    where id = ${id}`.execute(db)
}

export async function deleteLookup(db: Kysely<Tables>, kind: LookupKind, id: number): Promise<void> {
  await db.deleteFrom(LOOKUPS[kind].table).where('id', '=', id).execute()
}

/** How many items use this name. */
export async function countUses(db: Kysely<Tables>, kind: LookupKind, id: number): Promise<number> {
  const { rows } = await sql<{ uses: number }>`select count(*) as uses from (${LOOKUPS[kind].uses}) as uses
    where named = ${id}`.execute(db)
  return rows[0]?.uses ?? 0
}

/** The kinds of podcasts that can be about a name. */
const PODCASTS = { preacher: 'speaker', series: 'series' } as const

/** Whether there is a podcast of its sermons. */
export async function hasPodcast(db: Kysely<Tables>, kind: LookupKind, of_id: number): Promise<boolean> {
  const subject = kind === 'preacher' || kind === 'series' ? PODCASTS[kind] : undefined
  const found =
    subject &&
    (await db
      .selectFrom('podcast')
      .select('id')
      .where('kind', '=', subject)
      .where('of_id', '=', of_id)
      .executeTakeFirst())
  return found !== undefined
}

/** Each name with the number of items that use it. */
export async function listUsedNames(db: Kysely<Tables>, kind: LookupKind): Promise<UsedName[]> {
  const { table, name, uses } = LOOKUPS[kind]
  const found = await sql<UsedName>`select id, ${sql.ref(name)} as name, coalesce(items, 0) as items
    from ${sql.table(table)} left join
      (select named, count(*) as items from (${uses}) as uses group by named) as counted on named = id
    order by name_key`.execute(db)
  return found.rows
}

/** Gives the items of one name the other; people who have one of these items open are told that it has changed. */
export async function moveUses(
  db: Kysely<Tables>,
  kind: LookupKind,
  { id, into }: { id: number; into: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('preaching_item')
    .set((item) => ({ version: item('version', '+', 1) }))
    .where('id', 'in', sql<number>`(select item_id from (${LOOKUPS[kind].uses}) as uses where named = ${id})`)
    .executeTakeFirstOrThrow()
  await MOVES[kind](db, id, into)
  return Number(numUpdatedRows)
}

const MOVES: Record<LookupKind, (db: Kysely<Tables>, id: number, into: number) => Promise<void>> = {
  category: (db, id, into) => replace(db, 'preaching_item', 'preaching_category_id', { id, into }),
  async series(db, id, into) {
    await replace(db, 'preaching_item', 'series_id', { id, into })
    await movePodcasts(db, PODCASTS.series, { id, into })
  },
  async topic(db, id, into) {
    await db
      .deleteFrom('sermon_topic')
      .where('topic_id', '=', id)
      .where('item_id', 'in', db.selectFrom('sermon_topic').select('item_id').where('topic_id', '=', into))
      .execute()
    await replace(db, 'sermon_topic', 'topic_id', { id, into })
  },
  async preacher(db, id, into) {
    await replace(db, 'preaching_item', 'preacher_id', { id, into })
    // Nobody may speak twice in a sermon: not as a further speaker and the presenter, and not as two speakers.
    await sql`delete from sermon_speaker where preacher_id in (${id}, ${into}) and item_id in
      (select id from preaching_item where preacher_id = ${into})`.execute(db)
    await sql`delete from sermon_speaker where preacher_id = ${id} and item_id in
      (select item_id from sermon_speaker where preacher_id = ${into})`.execute(db)
    await replace(db, 'sermon_speaker', 'preacher_id', { id, into })
    await movePodcasts(db, PODCASTS.preacher, { id, into })
  },
}

/** A podcast goes on under the name that its subject was merged into, so its followers notice nothing. */
async function movePodcasts(
  db: Kysely<Tables>,
  kind: 'series' | 'speaker',
  { id, into }: { id: number; into: number },
): Promise<void> {
  await db
    .updateTable('podcast')
    .set({ of_id: into })
    .where('kind', '=', kind)
    .where('of_id', '=', id)
    .execute()
}

async function replace(
  db: Kysely<Tables>,
  table: 'preaching_item' | 'sermon_topic' | 'sermon_speaker',
  column: string,
  { id, into }: { id: number; into: number },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into}
    where ${sql.ref(column)} = ${id}`.execute(db)
}
