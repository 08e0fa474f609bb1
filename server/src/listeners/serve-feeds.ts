import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FEED, PODCASTS } from './addresses.ts'
import type { PageAnswers } from './page-answers.ts'
import { createFeeds, type FeedParts } from './podcast-feeds.ts'
import { sendPacked } from './send-packed.ts'

/** The feeds that podcast programs read. */
export function serveFeeds(
  http: FastifyInstance,
  { pages, ...parts }: FeedParts & { pages: PageAnswers },
): void {
  const feeds = createFeeds(parts)

  // HEAD is named, since the one that comes by itself says of a 304 that it had no bytes.
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
