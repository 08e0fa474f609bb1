import { MAX_IMPORTED_SERMONS } from '@vestry/contract/rules/sermon-import-rules.ts'
import { proposeFromFile } from '@vestry/contract/sermon-sources/propose-from-file.ts'
import {
  type SourceFile,
  type SourceSermon,
  UNKNOWN_SERMON,
} from '@vestry/contract/sermon-sources/source-sermon.ts'
import { MEDIA_PREFIX } from '@vestry/contract/sermons/media.ts'
import type { ListedObject, ObjectStore } from '@vestry/s3'
import type { Kysely } from 'kysely'
import { findAwaitedObjects } from '../database/awaited-objects.ts'
import { isUsedObject } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'
import { listLookups } from '../lookups/lookups-sql.ts'
import { mediaTypeOf, suffixOf } from '../preaching/file-types.ts'
import { readStoredTags } from './examine-stored.ts'
import type { FetchPublic } from './fetch-public.ts'
import { ForeignReader } from './foreign-reader.ts'
import { readFeed } from './read-feed.ts'

const FEED = { limit: 64 * 1024 * 1024, within: 60_000 }

/** Pages of one podcast. */
const MOST_PAGES = 100

/**
 * Reads the feed of a podcast at a public address, with all its pages; undefined if it isn't a feed. Throws FetchError.
 */
export async function readPodcastAt(
  address: string,
  fetchPublic: FetchPublic,
): Promise<SourceFile | undefined> {
  const first = await readPage(address, MAX_IMPORTED_SERMONS, fetchPublic)
  const read = new Set([address])
  let next = first?.next ?? ''
  while (first !== undefined && next !== '' && !read.has(next) && read.size < MOST_PAGES) {
    read.add(next)
    const left = MAX_IMPORTED_SERMONS - first.sermons.length
    const page = left > 0 ? await readPage(next, left, fetchPublic) : undefined
    first.sermons.push(...(page?.sermons ?? []))
    next = page?.next ?? ''
  }
  return first
}

async function readPage(address: string, most: number, fetchPublic: FetchPublic) {
  const { signal } = new AbortController()
  const { body } = await fetchPublic(address, { signal, ...FEED })
  return await readFeed(body, most)
}

/** How many objects have their tags read at the same time. */
const READ_AT_ONCE = 3

/**
 * The recordings in the store that no sermon has, no import of a folder waits for, and nobody is about to remove, each
 * with what its tags and its name say.
 */
export async function readStore(
  db: Kysely<Tables>,
  store: Pick<ObjectStore, 'list' | 'find' | 'read'>,
): Promise<SourceSermon[]> {
  const discarded = await db.selectFrom('discarded_object').select('path').execute()
  const leaving = new Set(discarded.map(({ path }) => path))
  const awaited = await findAwaitedObjects(db, { source: 'folder' })
  const unused: ListedObject[] = []
  for await (const object of store.list(MEDIA_PREFIX)) {
    const type = mediaTypeOf(object.key) ?? ''
    const isTaken = leaving.has(object.key) || awaited.has(object.key)
    const mayCome = /^(audio|video)\//.test(type) && !isTaken
    if (mayCome && !(await isUsedObject(db, object.key))) {
      unused.push(object)
    }
    if (unused.length === MAX_IMPORTED_SERMONS) {
      break
    }
  }
  const presenters = (await listLookups(db, 'preacher')).map(({ id, name }) => ({ id, presenterName: name }))
  const sermons: SourceSermon[] = []
  const rest = unused.entries()
  const readOn = async () => {
    await using reader = new ForeignReader()
    for (const [at, object] of rest) {
      sermons[at] = await readObject(store, reader, object, presenters)
    }
  }
  await Promise.all(Array.from({ length: Math.min(unused.length, READ_AT_ONCE) }, readOn))
  return sermons
}

async function readObject(
  store: Pick<ObjectStore, 'find' | 'read'>,
  reader: ForeignReader,
  { key, modified }: ListedObject,
  presenters: { id: number; presenterName: string }[],
): Promise<SourceSermon> {
  const name = key.slice(key.lastIndexOf('/') + 1)
  const tags = await readStoredTags(store, key, reader)
  const proposed = proposeFromFile(name, tags, presenters)
  const presenter = presenters.find(({ id }) => id === proposed.preacher_id)?.presenterName
  const speaker = presenter ?? tags.artist
  return {
    ...UNKNOWN_SERMON,
    guid: key,
    title: proposed.localizedname ?? name.slice(0, name.length - suffixOf(name).length),
    held: proposed.event_datetime === undefined ? '' : `${proposed.event_datetime}:00`,
    at: proposed.event_datetime === undefined ? modified : null,
    speakers: speaker === undefined ? [] : [speaker],
    series: tags.album ?? '',
    recording: key,
    media_format: mediaTypeOf(key)?.startsWith('video/') ? 'video' : 'audio',
  }
}
