import { MEDIA_PREFIX } from '@vestry/contract/media.ts'
import { decodeXml } from '@vestry/contract/sermon-sources/decode-xml.ts'
import { readPodcast } from '@vestry/contract/sermon-sources/read-podcast.ts'
import {
  type SourceFile,
  type SourceSermon,
  UNKNOWN_SERMON,
} from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Kysely } from 'kysely'
import { isUsedObject } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'
import { mediaTypeOf, suffixOf } from '../preaching/file-types.ts'
import { FetchError, type FetchPublic } from './fetch-public.ts'

const FEED = { limit: 64 * 1024 * 1024, within: 60_000 }
/** When a service begins whose time nobody wrote down. */
const USUAL_TIME = '10:00:00'
const DATE = /(?<!\d)((?:19|20)\d\d)[-._ ]?(0[1-9]|1[0-2])[-._ ]?(0[1-9]|[12]\d|3[01])(?!\d)/

/** Reads the feed of a podcast at a public address; undefined for what is none. Throws FetchError. */
export async function readPodcastAt(
  address: string,
  fetchPublic: FetchPublic,
): Promise<SourceFile | undefined> {
  const { signal } = new AbortController()
  const { body } = await fetchPublic(address, { signal, ...FEED })
  try {
    return await readPodcast(decodeXml(body))
  } catch (error) {
    if (error instanceof FetchError) {
      throw error
    }
    return undefined
  }
}

/** The recordings of the store that no sermon has, each with what its name says. */
export async function readStore(
  db: Kysely<Tables>,
  store: Pick<ObjectStore, 'list'>,
): Promise<SourceSermon[]> {
  const sermons: SourceSermon[] = []
  for await (const { key, modified } of store.list(MEDIA_PREFIX)) {
    const type = mediaTypeOf(key) ?? ''
    if (/^(audio|video)\//.test(type) && !(await isUsedObject(db, key))) {
      const stem = key.slice(key.lastIndexOf('/') + 1, key.length - suffixOf(key).length)
      const [whole = '', ...date] = DATE.exec(stem) ?? []
      const title = stem.replace(whole, ' ').replace(/[_\s]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
      sermons.push({
        ...UNKNOWN_SERMON,
        guid: key,
        title: title.replace(/^[\s.,–-]+|[\s.,–-]+$/g, '') || stem,
        held: whole === '' ? '' : `${date.join('-')}T${USUAL_TIME}`,
        at: whole === '' ? modified : null,
        recording: key,
        media_format: type.startsWith('video/') ? 'video' : 'audio',
      })
    }
  }
  return sermons
}
