import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import type { Kysely } from 'kysely'
import { inParts } from '../database/in-parts.ts'
import type { Tables } from '../database/tables.ts'
import { keptPassages, passageRows } from './passages/passage-rows.ts'

/** The parts of an item that the library keeps in tables of their own. */
export type SermonParts = {
  topics: number[]
  speakers: { preacher_id: number; part: string }[]
  attachments: { path: string; title: string }[]
  transcript: string
}

const PART_TABLES = [
  'sermon_topic',
  'sermon_speaker',
  'sermon_passage',
  'sermon_attachment',
  'sermon_transcript',
] as const

export const NO_PARTS: SermonParts = { topics: [], speakers: [], attachments: [], transcript: '' }

/** The parts of an item, by its row id. */
export async function findParts(db: Kysely<Tables>, id: number): Promise<SermonParts> {
  const topics = await db
    .selectFrom('sermon_topic')
    .select('topic_id')
    .where('item_id', '=', id)
    .orderBy('topic_id')
    .execute()
  const speakers = await db
    .selectFrom('sermon_speaker')
    .select(['preacher_id', 'part'])
    .where('item_id', '=', id)
    .orderBy('position')
    .execute()
  const attachments = await db
    .selectFrom('sermon_attachment')
    .select(['path', 'title'])
    .where('item_id', '=', id)
    .orderBy('position')
    .execute()
  const text = await db
    .selectFrom('sermon_transcript')
    .select('transcript')
    .where('item_id', '=', id)
    .executeTakeFirst()
  return {
    topics: topics.map(({ topic_id }) => topic_id),
    speakers,
    attachments,
    transcript: text?.transcript ?? '',
  }
}

/** The names that the parts of an item refer to. */
export async function namesOfParts(
  db: Kysely<Tables>,
  id: number,
): Promise<Pick<PreachingItemDetail, 'topics' | 'speakers'>> {
  const topics = await db
    .selectFrom('sermon_topic')
    .innerJoin('topic', 'topic.id', 'topic_id')
    .select(['id', 'name as topic'])
    .where('item_id', '=', id)
    .orderBy('name_key')
    .execute()
  const speakers = await db
    .selectFrom('sermon_speaker')
    .innerJoin('preacher', 'preacher.id', 'preacher_id')
    .select(['preacher_id', 'presenter_name as presenterName', 'part'])
    .where('item_id', '=', id)
    .orderBy('position')
    .execute()
  return { topics, speakers }
}

/** Replaces the parts of an item with these. */
export async function replaceParts(
  db: Kysely<Tables>,
  item_id: number,
  { topics, speakers, attachments, transcript, passages_read }: SermonParts & { passages_read: string },
): Promise<void> {
  for (const table of PART_TABLES) {
    await db.deleteFrom(table).where('item_id', '=', item_id).execute()
  }
  if (topics.length > 0) {
    await db
      .insertInto('sermon_topic')
      .values(topics.map((topic_id) => ({ item_id, topic_id })))
      .execute()
  }
  const rows = passageRows(keptPassages(passages_read)).map((row) => ({ item_id, ...row }))
  await inParts(rows, (part) => db.insertInto('sermon_passage').values(part).execute())
  if (speakers.length > 0) {
    await db
      .insertInto('sermon_speaker')
      .values(speakers.map((speaker, position) => ({ item_id, position, ...speaker })))
      .execute()
  }
  if (attachments.length > 0) {
    await db
      .insertInto('sermon_attachment')
      .values(attachments.map((attachment, position) => ({ item_id, position, ...attachment })))
      .execute()
  }
  if (transcript !== '') {
    await db.insertInto('sermon_transcript').values({ item_id, transcript }).execute()
  }
}
