import { BIBLE_BOOKS, type BookCode } from '@vestry/contract/sermons/bible-books.ts'
import { type Kysely, sql } from 'kysely'
import { OBJECT_FIELDS, objectsOf } from '../database/is-used-object.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { LOOKUPS, type LookupKind } from '../lookups/lookups-sql.ts'
import { type ChurchClock, findItem, findLatestPublication } from '../preaching/preaching-sql.ts'
import type { Group } from './addresses.ts'

export type PublicSermon = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** A name under which sermons are published, and how many there are. */
export type Named = { id: number; name: string; sermons: number }

const KINDS = { series: 'series', speakers: 'preacher', topics: 'topic' } as const satisfies Record<
  Group,
  LookupKind
>

/** Identifies what everybody sees until the next change, or until the next scheduled sermon comes out. */
export type Edition = { changes: number; latest: number }

/** Tells the present edition; as long as nothing has changed, it asks the database only one question. */
export function createEditions(database: Database): (now: number) => Promise<Edition> {
  const { sql: db } = database
  let known = { changes: Number.NaN, latest: 0, until: 0 }
  return async (now) => {
    const { changes } = await database.readVersioned('preaching')
    if (changes !== known.changes || now >= known.until || now < known.latest) {
      const latest = await findLatestPublication(db, now)
      const next = await db
        .selectFrom('preaching_item')
        .select(({ fn }) => fn.min('publish_at').as('at'))
        .where('publish_at', '>', now)
        .executeTakeFirst()
      known = { changes, latest, until: next?.at ?? Number.POSITIVE_INFINITY }
    }
    const { latest } = known
    return { changes, latest }
  }
}

/** The names of a group under which at least one sermon is published, by name. */
export async function listNamed(db: Kysely<Tables>, group: Group, now: number): Promise<Named[]> {
  const { table, name, uses } = LOOKUPS[KINDS[group]]
  const { rows } = await sql<Named>`select names.id, ${sql.ref(name)} as name, count(*) as sermons
    from (${uses}) as uses
    join preaching_item on preaching_item.id = item_id and publish_at <= ${now}
    join ${sql.table(table)} as names on names.id = named
    group by names.id, ${sql.ref(name)}, name_key order by name_key`.execute(db)
  return rows
}

export async function findSeries(db: Kysely<Tables>, id: number) {
  return await db
    .selectFrom('sermon_series')
    .select(['description', 'picture_path', 'sermon_order'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The books of the Bible that published sermons are about, in the order of the Bible. */
export async function listBooks(
  db: Kysely<Tables>,
  now: number,
): Promise<{ code: BookCode; sermons: number }[]> {
  const { rows } = await sql<{ book: number; sermons: number }>`select chapter / 1000 as book,
      count(distinct item_id) as sermons
    from sermon_passage join preaching_item on preaching_item.id = item_id and publish_at <= ${now}
    group by chapter / 1000`.execute(db)
  const bySermons = new Map(rows.map(({ book, sermons }) => [book, sermons]))
  return BIBLE_BOOKS.flatMap(({ number, code }) => {
    const sermons = bySermons.get(number)
    return sermons === undefined ? [] : [{ code, sermons }]
  })
}

/** A sermon with all that belongs to it, if it is published. */
export async function findPublished(
  database: Database,
  uuid: string,
  time: ChurchClock,
): Promise<PublicSermon | undefined> {
  const sermon = await findItem(database, uuid, time)
  return sermon?.state === 'published' ? sermon : undefined
}

/** The paths of a published sermon's files that media addresses may lead to, its recordings included. */
export async function findMedia(db: Kysely<Tables>, uuid: string, now: number) {
  const item = await db
    .selectFrom('preaching_item')
    .select(['id', 'duration', ...OBJECT_FIELDS])
    .where('uuid', '=', uuid)
    .where('publish_at', '<=', now)
    .executeTakeFirst()
  if (item === undefined) {
    return undefined
  }
  const attachments = await db
    .selectFrom('sermon_attachment')
    .select('path')
    .where('item_id', '=', item.id)
    .execute()
  const { id, duration, path, audio_path } = item
  return {
    id,
    duration,
    recordings: [path, audio_path],
    paths: [...objectsOf(item), ...attachments.map((attachment) => attachment.path)],
  }
}

/** The published sermons that a sitemap names, with what their addresses are made of; the newest first. */
export async function listPublished(db: Kysely<Tables>, now: number, limit: number) {
  return await db
    .selectFrom('preaching_item')
    .select(['uuid', 'localizedname'])
    .where('publish_at', '<=', now)
    .orderBy('event_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The picture of a series with at least one published sermon. */
export async function findPicture(db: Kysely<Tables>, id: number, now: number): Promise<string | undefined> {
  const series = await db
    .selectFrom('sermon_series')
    .select('picture_path')
    .where('id', '=', id)
    .where('picture_path', '!=', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('preaching_item')
          .select('preaching_item.id')
          .whereRef('series_id', '=', 'sermon_series.id')
          .where('publish_at', '<=', now),
      ),
    )
    .executeTakeFirst()
  return series?.picture_path
}

/** The published sermons behind one of them, or those of a series, the newest first. */
export async function listAfter(
  db: Kysely<Tables>,
  now: number,
  {
    after,
    series,
    limit,
  }: {
    after: { event_datetime: string; id: number } | undefined
    series: number | undefined
    limit: number
  },
) {
  return await db
    .selectFrom('preaching_item')
    .innerJoin('preacher', 'preacher.id', 'preacher_id')
    .leftJoin('sermon_series', 'sermon_series.id', 'series_id')
    .select(['preaching_item.id', 'uuid', 'localizedname', 'event_datetime', 'preaching_item.description'])
    .select([
      'path',
      'audio_path',
      'poster_path',
      'small_poster_path',
      'media_format',
      'duration',
      'language_id',
    ])
    .select(['presenter_name as presenterName', 'sermon_series.name as series'])
    .where('publish_at', '<=', now)
    .$if(series !== undefined, (items) => items.where('series_id', '=', series ?? 0))
    .$if(after !== undefined, (items) =>
      items.where(
        sql<boolean>`(event_datetime, preaching_item.id) < (${after?.event_datetime}, ${after?.id})`,
      ),
    )
    .orderBy('event_datetime', 'desc')
    .orderBy('preaching_item.id', 'desc')
    .limit(limit)
    .execute()
}
