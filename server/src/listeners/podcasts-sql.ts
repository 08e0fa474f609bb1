import { createHash } from 'node:crypto'
import type { PodcastKind } from '@vestry/contract/records/podcast-record.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import type { MediaFormat } from '@vestry/contract/sermons/media.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

export type PodcastRow = Selectable<Tables['podcast']>

/** A published sermon with what a feed needs of it. */
export type FeedSermon = {
  id: number
  uuid: string
  localizedname: string
  event_datetime: string
  description: string
  /** The size of its audio file, if it has one, else of its recording. */
  path: string
  small_poster_path: string
  media_format: MediaFormat
  language_id: number
  duration: number
  publish_at: number | null
  chapters: string
  feed_date: number | null
  media_size: number | null
  /** The id by which programs knew it before it came here. */
  source_guid: string
  presenter: string
  /** Whether it has a transcript with times. */
  transcribed: number
}

export async function listPodcasts(db: Kysely<Tables>): Promise<PodcastRow[]> {
  return await db.selectFrom('podcast').selectAll().orderBy('id').execute()
}

/** The podcast of all sermons, or the one with this id. */
export async function findPodcast(db: Kysely<Tables>, id?: number): Promise<PodcastRow | undefined> {
  const all = db.selectFrom('podcast').selectAll()
  return await (id === undefined
    ? all.where('kind', '=', 'all')
    : all.where('id', '=', id)
  ).executeTakeFirst()
}

/** The podcast of a series, a speaker or a language; the oldest one, if two were merged. */
export async function findPodcastOf(
  db: Kysely<Tables>,
  { kind, of_id }: Pick<PodcastRow, 'kind' | 'of_id'>,
): Promise<PodcastRow | undefined> {
  return await db
    .selectFrom('podcast')
    .selectAll()
    .where('kind', '=', kind)
    .where('of_id', '=', of_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The picture of a podcast. */
export async function findArtwork(db: Kysely<Tables>, id: number): Promise<string | undefined> {
  return (await findPodcast(db, id))?.artwork_path || undefined
}

/** The name that a podcast of this kind gets from its subject; undefined if the subject is gone. */
export async function findSubject(
  db: Kysely<Tables>,
  { kind, of_id }: { kind: PodcastKind; of_id: number },
): Promise<{ name: string; isSerial: boolean; picture?: string } | undefined> {
  if (kind === 'series') {
    const row = await db
      .selectFrom('sermon_series')
      .select(['name', 'sermon_order', 'picture_path'])
      .where('id', '=', of_id)
      .executeTakeFirst()
    return row && { name: row.name, isSerial: row.sermon_order === 'oldest', picture: row.picture_path }
  }
  if (kind === 'speaker') {
    const row = await db
      .selectFrom('preacher')
      .select('presenter_name as name')
      .where('id', '=', of_id)
      .executeTakeFirst()
    return row && { name: row.name, isSerial: false }
  }
  if (kind === 'language') {
    const spoken = LANGUAGES.find(({ id }) => id === of_id)
    return spoken && { name: spoken.language, isSerial: false }
  }
  return { name: '', isSerial: false }
}

/** The file of a sermon that its feed offers: the audio file, if there is one, else the recording. */
const ENCLOSED_PATH = sql<string>`case when audio_path = '' then path else audio_path end`
const ENCLOSED_FORMAT = sql<MediaFormat>`case when audio_path = '' then media_format else 'audio' end`

/** The published sermons of a podcast, the newest first. */
export async function listFeedSermons(
  db: Kysely<Tables>,
  { kind, of_id }: Pick<PodcastRow, 'kind' | 'of_id'>,
  now: number,
): Promise<FeedSermon[]> {
  return await db
    .selectFrom('preaching_item')
    .innerJoin('preacher', 'preacher.id', 'preaching_item.preacher_id')
    .leftJoin('sermon_transcript', 'item_id', 'preaching_item.id')
    .select(['preaching_item.id', 'uuid', 'localizedname', 'event_datetime', 'description'])
    .select([
      ENCLOSED_PATH.as('path'),
      ENCLOSED_FORMAT.as('media_format'),
      'small_poster_path',
      'language_id',
      'duration',
      'publish_at',
      'chapters',
      'feed_date',
      'media_size',
    ])
    .select('source_guid')
    .select(['presenter_name as presenter'])
    .select(sql<number>`case when transcript like '%-->%' then 1 else 0 end`.as('transcribed'))
    .where('publish_at', '<=', now)
    .$if(kind === 'series', (items) => items.where('series_id', '=', of_id))
    .$if(kind === 'language', (items) => items.where('language_id', '=', of_id))
    .$if(kind === 'speaker', (items) =>
      items.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('preaching_item.preacher_id', '=', of_id),
          exists(
            selectFrom('sermon_speaker')
              .select('position')
              .whereRef('sermon_speaker.item_id', '=', 'preaching_item.id')
              .where('sermon_speaker.preacher_id', '=', of_id),
          ),
        ]),
      ),
    )
    .orderBy('event_datetime', 'desc')
    .orderBy('preaching_item.id', 'desc')
    .execute()
}

/** Who speaks beside the presenter, by the sermon's row id. */
export async function listFeedSpeakers(db: Kysely<Tables>, now: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('sermon_speaker')
    .innerJoin('preacher', 'preacher.id', 'sermon_speaker.preacher_id')
    .innerJoin('preaching_item', 'preaching_item.id', 'item_id')
    .select(['item_id', 'presenter_name as name'])
    .where('publish_at', '<=', now)
    .orderBy('item_id')
    .orderBy('position')
    .execute()
  const speakers = new Map<number, string[]>()
  for (const { item_id, name } of rows) {
    speakers.set(item_id, [...(speakers.get(item_id) ?? []), name])
  }
  return speakers
}

/** Saves the size of each sermon's file in feeds, unless the sermon has another file by now. */
export async function keepMediaSizes(
  db: Kysely<Tables>,
  sermons: readonly (Pick<FeedSermon, 'id' | 'path'> & { media_size: number })[],
): Promise<void> {
  for (const { id, path, media_size } of sermons) {
    await db
      .updateTable('preaching_item')
      .set({ media_size })
      .where('id', '=', id)
      .where(ENCLOSED_PATH, '=', path)
      .execute()
  }
}

/** The id by which podcast programs know a podcast: made of its first address, and kept if the address changes. */
export async function keepGuid(db: Kysely<Tables>, id: number, address: string): Promise<string> {
  await db
    .updateTable('podcast')
    .set({ guid: guidOf(address) })
    .where('id', '=', id)
    .where('guid', '=', '')
    .execute()
  return (await findPodcast(db, id))?.guid ?? ''
}

/** The UUID namespace of Podcasting 2.0 for feeds. */
const NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/** A UUID of version 5 (RFC 9562), made of an address without its scheme. */
export function guidOf(address: string): string {
  const name = address.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
