import { isDeepStrictEqual } from 'node:util'
import type { Podcast, podcastRoutes } from '@vestry/contract/calls/podcasts.ts'
import { isWebsite } from '@vestry/contract/rules/church-setting-rules.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../audit/audit-log.ts'
import { releaseObjects } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import { keepNamed } from '../trash/discarded-objects.ts'
import { checkChannel, checkSermon } from './check-feed.ts'
import { createFeeds, type FeedParts } from './podcast-feeds.ts'
import { findPodcast, findPodcastOf, findSubject, listPodcasts, type PodcastRow } from './podcasts-sql.ts'

/** How many sermons with something wrong are named. */
const MOST_NAMED = 100
const CREATED = 'Podcast successfully created'

/** The calls about podcasts. */
export function createPodcastHandlers(
  parts: FeedParts & { auditLog: AuditLog },
): Handlers<typeof podcastRoutes> {
  const { database, store, auditLog } = parts
  const { sql: db } = database
  const feeds = createFeeds(parts)

  return {
    async list() {
      const podcasts: Podcast[] = []
      for (const podcast of await listPodcasts(db)) {
        podcasts.push(await describe(podcast))
      }
      return podcasts
    },

    create: async ({ body, caller, address }) =>
      withWriteLock(database, 'preaching', async (change) => {
        if (body.kind === 'all') {
          throw new ApiError('already_exists', 'There is a podcast of all sermons already.', {
            field: 'kind',
          })
        }
        if ((await findSubject(change, body)) === undefined) {
          throw new ApiError(
            'not_found',
            'What the podcast would be about is not there; it may have been deleted.',
          )
        }
        const present = await findPodcastOf(change, body)
        if (present !== undefined) {
          if (isDeepStrictEqual({ ...present, ...body }, present)) {
            return { message: CREATED, id: present.id, version: present.version }
          }
          throw new ApiError('already_exists', 'There is a podcast of this already.', { field: 'of_id' })
        }
        await keepNamed(change, [body.artwork_path])
        const { id } = await change
          .insertInto('podcast')
          .values({ ...body, guid: '', version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
        await auditLog.recordChange(change, {
          kind: 'podcast_added',
          records: [`podcast/${id}`],
          caller,
          address,
        })
        return { message: CREATED, id, version: 1 }
      }),

    update: async ({ body: { id, version: loaded, ...content }, caller, address }) =>
      withWriteLock(database, 'preaching', async (change) => {
        const former = await requirePodcast(change, id)
        if (!isWebsite(content.moved_to)) {
          throw new ApiError('invalid_request', 'moved_to must be an address that begins with https://.', {
            field: 'moved_to',
          })
        }
        const message = 'Podcast successfully updated'
        if (isDeepStrictEqual({ ...former, ...content }, former)) {
          return { message, id, version: former.version, released: [] }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this podcast since you opened it. Open it again to see their changes.',
          )
        }
        await keepNamed(change, [content.artwork_path])
        const version = former.version + 1
        await change
          .updateTable('podcast')
          .set({ ...content, version })
          .where('id', '=', id)
          .execute()
        await auditLog.recordChange(change, {
          kind: 'podcast_changed',
          records: [`podcast/${id}`],
          caller,
          address,
        })
        return { message, id, version, released: await releaseObjects(change, [former.artwork_path]) }
      }),

    remove: async ({ query: { id }, caller, address }) =>
      withWriteLock(database, 'preaching', async (change) => {
        const { kind, artwork_path } = await requirePodcast(change, id)
        if (kind === 'all') {
          throw new ApiError('in_use', 'The podcast of all sermons stays as long as there are public pages.')
        }
        await change.deleteFrom('podcast').where('id', '=', id).execute()
        await auditLog.recordChange(change, {
          kind: 'podcast_deleted',
          records: [`podcast/${id}`],
          caller,
          address,
        })
        return {
          message: 'Podcast successfully deleted',
          released: await releaseObjects(change, [artwork_path]),
        }
      }),
  }

  async function describe(podcast: PodcastRow): Promise<Podcast> {
    const { guid: _, ...told } = podcast
    const { subject, artwork_path, channel, sermons } = await feeds.describe(podcast)
    const refused = sermons.flatMap((sermon) => {
      const problem = checkSermon(sermon)
      return problem === undefined ? [] : [{ uuid: sermon.uuid, title: sermon.localizedname, problem }]
    })
    return {
      ...told,
      of: subject,
      address: channel.address,
      sermons: sermons.length - refused.filter(({ problem }) => problem !== 'no_duration').length,
      problems: await checkChannel(channel, { artwork_path, sermons }, store),
      refused: refused.slice(0, MOST_NAMED),
    }
  }
}

async function requirePodcast(db: Kysely<Tables>, id: number): Promise<PodcastRow> {
  const podcast = await findPodcast(db, id)
  if (podcast === undefined) {
    throw new ApiError('not_found', 'There is no such podcast; it may have been deleted.')
  }
  return podcast
}
