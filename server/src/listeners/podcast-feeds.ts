import { createHash } from 'node:crypto'
import { copiesBeside } from '@vestry/contract/files/poster-copies.ts'
import { DEFAULT_LANGUAGE } from '@vestry/contract/messages/message-languages.ts'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { BROWSER_LANGUAGE } from '@vestry/contract/rules/church-setting-rules.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import { createVersionedCache } from '../database/versioned-cache.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { pack } from '../http/compress-response.ts'
import { feedTypeOf } from '../preaching/file-types.ts'
import { formatMessage } from '../server-messages.ts'
import {
  FEED,
  fileAddress,
  MEDIA,
  PODCASTS,
  PUBLIC_PAGES,
  publicServers,
  seriesPictureAddress,
} from './addresses.ts'
import { createEditions } from './listeners-sql.ts'
import {
  type FeedSermon,
  findPodcast,
  findSubject,
  keepGuid,
  keepMediaSizes,
  listFeedSermons,
  listFeedSpeakers,
  type PodcastRow,
} from './podcasts-sql.ts'
import type { Packed } from './send-packed.ts'
import { type Channel, type FeedItem, writeFeed } from './write-feed.ts'

export type FeedParts = {
  database: Database
  store: Pick<ObjectStore, 'find' | 'read'>
  clock: Clock
  settings: () => ChurchSettings
  publicUrl: string
}

/** How many recordings are looked up at the same time. */
const LOOKED_UP = 16

/** The feeds of podcasts. A feed is kept until something changes that it says. */
export function createFeeds({ database, store, clock, settings, publicUrl }: FeedParts) {
  const { sql: db } = database
  const cached = createVersionedCache()
  const editionAt = createEditions(database)

  /**
   * The feed of the podcast of all sermons, or of the one with this id; or the present address of a feed that has
   * moved.
   */
  async function findFeed(id?: number): Promise<Packed | { movedTo: string } | undefined> {
    const { changes, latest } = await editionAt(clock.now())
    const podcast = await cached(changes, 'podcast', { id }, () => findPodcast(db, id))
    if (podcast === undefined || podcast.moved_to !== '') {
      return podcast && { movedTo: podcast.moved_to }
    }
    const { name, language, timeZone, listenersUrl, mediaUrl } = settings()
    const written = { id, latest, name, language, timeZone, listenersUrl, mediaUrl }
    return await cached(changes, 'feed', written, () => makeFeed(podcast))
  }

  async function makeFeed(podcast: PodcastRow): Promise<Packed> {
    const { channel, sermons } = await describe(podcast)
    const speakers = await listFeedSpeakers(db, clock.now())
    const items = sermons.flatMap((sermon): FeedItem[] =>
      sermon.media_size && feedTypeOf(sermon) !== undefined
        ? [{ ...sermon, media_size: sermon.media_size, speakers: speakers.get(sermon.id) ?? [] }]
        : [],
    )
    const plain = Buffer.from(writeFeed(channel, items))
    const packed = await pack(plain)
    return { plain, packed, etag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 24)}"` }
  }

  /**
   * What a podcast is about, what its feed says of it, and the sermons that it may have; a missing recording has the
   * size 0.
   */
  async function describe(
    podcast: PodcastRow,
  ): Promise<{ subject: string; artwork_path: string; channel: Channel; sermons: FeedSermon[] }> {
    const { name: church, language, timeZone } = settings()
    const usual = language === BROWSER_LANGUAGE ? DEFAULT_LANGUAGE : language
    const spoken =
      LANGUAGES.find(({ id }) => podcast.kind === 'language' && id === podcast.of_id)?.tag ?? usual
    const subject = await findSubject(db, podcast)
    // A series' podcast without a picture of its own uses that of the series.
    const { square } = copiesBeside(subject?.picture ?? '') ?? {}
    const servers = publicServers(settings(), publicUrl)
    const address = servers.pages + feedAddress(podcast)
    const author = church || formatMessage(spoken, 'listeners.sermons')
    const about = church === '' ? '' : formatMessage(spoken, 'listeners.feed.description', { church })
    const sermons = await listFeedSermons(db, podcast, clock.now())
    return {
      subject: subject?.name ?? '',
      artwork_path: podcast.artwork_path || square || '',
      channel: {
        address,
        page: servers.pages + PUBLIC_PAGES,
        servers,
        title: podcast.title || subject?.name || author,
        description: podcast.description || about || author,
        author: podcast.author || author,
        email: podcast.email,
        language: spoken,
        artwork:
          podcast.artwork_path !== ''
            ? servers.files + artworkAddress(podcast)
            : square === undefined
              ? ''
              : servers.files + seriesPictureAddress(podcast.of_id, square),
        guid: podcast.guid || (await keepGuid(db, podcast.id, address)),
        isSerial: subject?.isSerial ?? false,
        timeZone,
      },
      sermons: await withSizes(sermons),
    }
  }

  /**
   * Looks up the size of each recording, which is kept once it is known, in the order in which a save takes its locks.
   */
  async function withSizes(sermons: readonly FeedSermon[]): Promise<FeedSermon[]> {
    const sized = [...sermons]
    const found: (FeedSermon & { media_size: number })[] = []
    const unknown = [...sized.keys()].filter((at) => sized[at]?.media_size === null)
    for (let from = 0; from < unknown.length; from += LOOKED_UP) {
      await Promise.all(
        unknown.slice(from, from + LOOKED_UP).map(async (at) => {
          const sermon = sized[at] as FeedSermon
          const media_size = (await store.find(sermon.path))?.size ?? 0
          if (media_size > 0) {
            found.push({ ...sermon, media_size })
          }
          sized[at] = { ...sermon, media_size }
        }),
      )
    }
    if (found.length > 0) {
      await withWriteLock(database, 'preaching', (change) => keepMediaSizes(change, found))
    }
    return sized
  }

  return { findFeed, describe }
}

/** The address of a podcast's feed, without its server. */
export function feedAddress({ kind, id }: Pick<PodcastRow, 'kind' | 'id'>): string {
  return kind === 'all' ? FEED : `${PODCASTS}/${id}.xml`
}

/** The address of a podcast's picture. */
export function artworkAddress({ id, artwork_path }: Pick<PodcastRow, 'id' | 'artwork_path'>): string {
  return `${MEDIA}/podcasts/${id}/${fileAddress(artwork_path)}`
}
