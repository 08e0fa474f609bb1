import { STATUS_CODES } from 'node:http'
import type { PreachingFilter } from '@vestry/contract/calls/preaching.ts'
import { copiesBeside, WIDE } from '@vestry/contract/files/poster-copies.ts'
import { MAX_SEARCH } from '@vestry/contract/rules/list-rules.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createVersionedCache } from '../database/versioned-cache.ts'
import { createPreachingList } from '../preaching/preaching-list-sql.ts'
import { formatMessage } from '../server-messages.ts'
import {
  FEED,
  GROUPS,
  type Group,
  groupAddress,
  ID_IN_PATH,
  PODCASTS,
  PUBLIC_PAGES,
  publicServers,
  seriesPictureAddress,
  sermonAddress,
  UUID_IN_PATH,
} from './addresses.ts'
import type { Downloads } from './downloads/watch-downloads.ts'
import { failedPage, groupPage, missingPage, namesPage, PAGE_SIZE, sermonsPage } from './list-pages.ts'
import {
  createEditions,
  findPublished,
  findSeries,
  listBooks,
  listNamed,
  listPublished,
} from './listeners-sql.ts'
import { PAGE_HEADERS, type PageAnswers } from './page-answers.ts'
import { createFeeds, type FeedParts } from './podcast-feeds.ts'
import type { Visit } from './public-frame.ts'
import { sermonPage } from './public-sermon.ts'
import { sendPacked } from './send-packed.ts'
import { serveEmbedding } from './serve-embedding.ts'
import { serveMedia } from './serve-media.ts'
import { MOST_IN_SITEMAP, writeSitemap } from './sitemap.ts'

const FILTERS = { series: 'series', speakers: 'presenters', topics: 'topics' } as const satisfies Record<
  Group,
  string
>

type Question = { Querystring: { q?: string | string[]; page?: string; lang?: string } }

type PageParts = FeedParts & {
  downloads: Downloads
  isUnavailable: (error: unknown) => boolean
  pages: PageAnswers
}

/** The pages that show everybody what is published, while an administrator has them on. */
export function servePublicPages(parts: PageParts): FastifyPluginAsync {
  return async (http) => {
    http.setErrorHandler((error, request, reply) => {
      const status = logFailure(error, request, parts)
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(`${STATUS_CODES[status]}\n`)
    })
    mountPages(http, parts)
  }
}

/** Logs that something failed, and returns the status of the answer. */
function logFailure(
  error: unknown,
  request: FastifyRequest,
  { isUnavailable }: Pick<PageParts, 'isUnavailable'>,
): number {
  request.log.error({ err: error }, 'A public page failed.')
  return isUnavailable(error) ? 503 : 500
}

function mountPages(http: FastifyInstance, parts: PageParts): void {
  const { database, clock, settings, publicUrl, pages } = parts
  const { isOn, visitOf, send } = pages
  const { sql: db } = database
  const timeZone = () => settings().timeZone
  const list = createPreachingList(database, { clock, timeZone })
  const cached = createVersionedCache()
  const editionAt = createEditions(database)

  serveMedia(http, { ...parts, timeZone })
  serveFeeds(http, parts)
  serveEmbedding(http, { database, time: { clock, timeZone }, pages })

  page('', async (visit, request) => {
    const asked = { q: textOf(request.query.q) }
    const at = pageOf(request)
    return sermonsPage(visit, await listPage({ search: asked.q }, at), { asked, page: at })
  })

  for (const group of GROUPS) {
    page(`/${group}`, async (visit) => {
      const names = await namesOf(group)
      return namesPage(visit, {
        title: visit.t(`listeners.${group}`),
        path: `${PUBLIC_PAGES}/${group}`,
        names: names.map((named) => ({ ...named, address: visit.href(groupAddress(group, named)) })),
      })
    })

    page<{ id: string }>(`/${group}/:id(${ID_IN_PATH})/:slug?`, async (visit, request) => {
      const id = Number(request.params.id)
      const names = await namesOf(group)
      const named = names.find((one) => one.id === id)
      if (named === undefined) {
        return undefined
      }
      const moved = movedTo(request, groupAddress(group, named))
      if (moved !== undefined) {
        return { moved }
      }
      const at = pageOf(request)
      const series = group === 'series' ? await findSeries(db, id) : undefined
      const listed = await listPage(
        { [FILTERS[group]]: [id], direction: series?.sermon_order === 'oldest' ? 'ASC' : 'DESC' },
        at,
      )
      const { description = '', picture_path = '' } = series ?? {}
      const shown = copiesBeside(picture_path)?.wide ?? picture_path
      const picture =
        shown === ''
          ? undefined
          : { address: seriesPictureAddress(id, shown), ...(shown !== picture_path && { size: WIDE }) }
      return groupPage(visit, group, { named, listed, page: at, description, picture })
    })
  }

  page('/passages', async (visit) => {
    const books = await inEdition('books', (now) => listBooks(db, now))
    return namesPage(visit, {
      title: visit.t('listeners.passages'),
      path: `${PUBLIC_PAGES}/passages`,
      names: books.map(({ code, sermons }) => {
        const name = formatMessage(visit.language, `bible-book.${code}`)
        return { name, sermons, address: visit.href(PUBLIC_PAGES, { q: name }) }
      }),
    })
  })

  page<{ uuid: string }>(`/:uuid(${UUID_IN_PATH})/:slug?`, async (visit, request) => {
    const sermon = await findPublished(database, request.params.uuid, { clock, timeZone })
    if (sermon === undefined) {
      return undefined
    }
    const moved = movedTo(request, sermonAddress(sermon))
    return moved === undefined ? sermonPage(visit, sermon) : { moved }
  })

  // An address below the public pages that none of these knows is not for the console either.
  page('/*', async () => undefined)

  http.get(`${PUBLIC_PAGES}/sitemap.xml`, async (_request, reply) => {
    if (!isOn()) {
      return reply.callNotFound()
    }
    const origin = publicServers(settings(), publicUrl).pages
    const sitemap = await inEdition(`sitemap of ${origin}`, async (now) =>
      writeSitemap(origin, await listPublished(db, now, MOST_IN_SITEMAP)),
    )
    return reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap)
  })

  const namesOf = (group: Group) => inEdition(group, (now) => listNamed(db, group, now))

  /** Asks only once for what depends on every sermon, since everybody may ask. */
  async function inEdition<Found>(what: string, find: (now: number) => Promise<Found>): Promise<Found> {
    const now = clock.now()
    const { changes, latest } = await editionAt(now)
    return await cached(changes, what, { latest }, () => find(now))
  }

  /** A page below the first one; `undefined` if there is none, `moved` if it has another address now. */
  function page<Params>(
    path: string,
    write: (
      visit: Visit,
      request: FastifyRequest<Question & { Params: Params }>,
    ) => Promise<string | { moved: string } | undefined>,
  ): void {
    http.get<Question & { Params: Params }>(
      PUBLIC_PAGES + path,
      { errorHandler: fail },
      async (request, reply) => {
        if (!isOn()) {
          return reply.callNotFound()
        }
        const visit = visitOf(request)
        const answer = await write(visit, request as FastifyRequest<Question & { Params: Params }>)
        if (typeof answer === 'object') {
          return reply.code(301).headers(PAGE_HEADERS).redirect(answer.moved, 301)
        }
        reply.code(answer === undefined ? 404 : 200)
        return await send(request, reply, visit, answer ?? missingPage(visit))
      },
    )
  }

  async function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const visit = visitOf(request)
    return await send(request, reply.code(logFailure(error, request, parts)), visit, failedPage(visit))
  }

  async function listPage(filter: Partial<PreachingFilter>, at: number) {
    return await list({
      orderBy: 'date',
      direction: 'DESC',
      limit: PAGE_SIZE,
      offset: (at - 1) * PAGE_SIZE,
      ...filter,
      states: ['published'],
    })
  }
}

/** The page's present address, with the query of the request. */
function movedTo(request: FastifyRequest, address: string): string | undefined {
  const [path = '', query] = request.url.split('?')
  return path === address ? undefined : query === undefined ? address : `${address}?${query}`
}

/** A parameter of the query, if it is a text that every database accepts. */
function textOf(given: string | string[] = ''): string | undefined {
  const [asked = ''] = [given].flat()
  return asked.replaceAll('\0', ' ').toWellFormed().trim().slice(0, MAX_SEARCH) || undefined
}

function pageOf({ query }: FastifyRequest<Question>): number {
  const { page = '' } = query
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

/** The feeds that podcast programs read. */
function serveFeeds(http: FastifyInstance, { pages, ...parts }: FeedParts & { pages: PageAnswers }): void {
  const feeds = createFeeds(parts)

  // HEAD is declared, since the automatic one answers a 304 with a length of 0 bytes.
  const method = ['GET', 'HEAD']
  http.route({ method, url: FEED, handler: (request, reply) => sendFeed(request, reply) })
  http.route<{ Params: { id: string } }>({
    method,
    url: `${PODCASTS}/:id(^\\d{1,9}).xml`,
    handler: (request, reply) => sendFeed(request, reply, Number(request.params.id)),
  })

  async function sendFeed(request: FastifyRequest, reply: FastifyReply, id?: number) {
    const feed = pages.isOn() ? await feeds.findFeed(id) : undefined
    if (feed === undefined) {
      return pages.sendNothing(request, reply)
    }
    if ('movedTo' in feed) {
      return reply.redirect(feed.movedTo, 301)
    }
    return sendPacked(request, reply, feed, {
      type: 'application/rss+xml; charset=utf-8',
      cached: 'no-cache',
    })
  }
}
