import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/open-database.ts'
import { compress } from '../http/compress-response.ts'
import { feedTypeOf, mediaTypeOf } from '../preaching/file-types.ts'
import type { ChurchClock } from '../preaching/preaching-sql.ts'
import { EMBED, mediaAddress, OEMBED, PUBLIC_PAGES, sermonAddress, UUID_IN_PATH } from './addresses.ts'
import { describeEmbedding, embedPage } from './embed-page.ts'
import { findPublished, listAfter } from './listeners-sql.ts'
import { pagePolicy, type Visit, wholeAddress } from './page-frame.ts'
import { sendNothing } from './send-nothing.ts'

const FOR_ALL = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }
const AT_ONCE = 50

type Parts = {
  database: Database
  time: ChurchClock
  isOn: () => boolean
  visitOf(request: FastifyRequest): Visit
}

/** How other sites show sermons: a player in a frame, oEmbed, and a list as JSON. */
export function serveEmbedding(http: FastifyInstance, { database, time, isOn, visitOf }: Parts): void {
  http.get<{ Params: { uuid: string } }>(`${EMBED}/:uuid(${UUID_IN_PATH})`, async (request, reply) => {
    const sermon = isOn() ? await findPublished(database, request.params.uuid, time) : undefined
    if (sermon === undefined) {
      return sendNothing(reply)
    }
    const visit = visitOf(request)
    const policy = `${pagePolicy(visit)}; form-action 'none'`
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
    return await compress(request, reply, embedPage(visit, sermon))
  })

  http.get<{ Querystring: Record<string, string | string[] | undefined> }>(OEMBED, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query
    const visit = visitOf(request)
    const [, uuid = ''] =
      new RegExp(`^${PUBLIC_PAGES}/(${UUID_IN_PATH.slice(1, -1)})(/|$)`).exec(pathOn(visit.origin, url)) ?? []
    const sermon = isOn() && uuid !== '' ? await findPublished(database, uuid, time) : undefined
    if (sermon === undefined) {
      return sendNothing(reply)
    }
    if (format !== 'json') {
      return reply.code(501).type('text/plain; charset=utf-8').send('Only JSON is answered.\n')
    }
    const most = { width: sizeOf(maxwidth), height: sizeOf(maxheight) }
    return await sendJson(request, reply, describeEmbedding(visit, sermon, most))
  })

  http.get<{ Querystring: { after?: string } }>(`${PUBLIC_PAGES}.json`, async (request, reply) => {
    if (!isOn()) {
      return sendNothing(reply)
    }
    const visit = visitOf(request)
    const [, day, id] = /^([\dT:-]{19})\.(\d{1,15})$/.exec(String(request.query.after ?? '')) ?? []
    const after = day === undefined ? undefined : { event_datetime: day, id: Number(id) }
    const rows = await listAfter(database.sql, time.clock.now(), after, AT_ONCE + 1)
    const shown = rows.slice(0, AT_ONCE)
    const last = rows.length > AT_ONCE ? shown.at(-1) : undefined
    return await sendJson(request, reply, {
      sermons: shown.map((sermon) => ({
        id: sermon.uuid,
        title: sermon.localizedname,
        description: sermon.description,
        date: sermon.event_datetime,
        speaker: sermon.presenter,
        ...(sermon.series !== null && { series: sermon.series }),
        url: visit.origin + sermonAddress(sermon),
        image: wholeAddress(visit, mediaAddress(sermon, sermon.poster_path)),
        media: {
          url: wholeAddress(visit, mediaAddress(sermon, sermon.path)),
          type: feedTypeOf(sermon) ?? mediaTypeOf(sermon.path),
          ...(sermon.duration > 0 && { seconds: sermon.duration }),
        },
      })),
      next:
        last === undefined
          ? null
          : `${visit.origin}${PUBLIC_PAGES}.json?after=${last.event_datetime}.${last.id}`,
    })
  })
}

async function sendJson(request: FastifyRequest, reply: FastifyReply, content: object) {
  reply.headers(FOR_ALL).type('application/json; charset=utf-8')
  return await compress(request, reply, JSON.stringify(content))
}

/** The path of an address, if it is one of this server. */
function pathOn(origin: string, address: string | string[] | undefined): string {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.origin === new URL(origin).origin ? url.pathname : ''
}

function sizeOf(most: string | string[] | undefined): number {
  return typeof most === 'string' && /^[1-9]\d{1,4}$/.test(most) ? Number(most) : Number.POSITIVE_INFINITY
}
