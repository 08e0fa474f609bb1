import { createHash } from 'node:crypto'
import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import { playedPath } from '@vestry/contract/sermons/media.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/open-database.ts'
import { compress, pack } from '../http/compress-response.ts'
import { feedTypeOf, mediaTypeOf } from '../preaching/file-types.ts'
import type { ChurchClock } from '../preaching/preaching-sql.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import { formatMessage } from '../server-messages.ts'
import {
  EMBED,
  EMBED_SCRIPT,
  mediaAddress,
  OEMBED,
  PUBLIC_PAGES,
  sermonAddress,
  transcriptAddress,
  UUID_IN_PATH,
} from './addresses.ts'
import { defineElements, type ElementTexts } from './embed-elements.ts'
import { describeEmbedding, embedPage, missingEmbedding } from './embed-page.ts'
import { findPublished, listAfter, type PublicSermon } from './listeners-sql.ts'
import type { PageAnswers } from './page-answers.ts'
import { pagePolicy, type Visit, wholeAddress } from './public-frame.ts'
import { previewOf } from './public-sermon.ts'
import { readPublicTranscript } from './public-transcript.ts'
import { type Packed, sendPacked } from './send-packed.ts'

const FOR_ALL = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }
const AT_ONCE = 50
const SERMON_PATH = new RegExp(`^${PUBLIC_PAGES}/(${UUID_IN_PATH.slice(1, -1)})(/|$)`)

type Described = Pick<
  PublicSermon,
  'uuid' | 'localizedname' | 'description' | 'event_datetime' | 'language_id' | 'presenterName'
> &
  Pick<PublicSermon, 'path' | 'poster_path' | 'media_format'> & {
    series?: string | null | undefined
    small_poster_path?: string | undefined
    audio_path?: string | undefined
    duration?: number | undefined
  }

type Parts = {
  database: Database
  time: ChurchClock
  pages: PageAnswers
}

/** How other sites show sermons: a player in a frame, oEmbed, and a list as JSON. */
export function serveEmbedding(http: FastifyInstance, { database, time, pages }: Parts): void {
  http.get<{ Params: { uuid: string } }>(`${EMBED}/:uuid(${UUID_IN_PATH})`, async (request, reply) => {
    const sermon = pages.isOn() ? await findPublished(database, request.params.uuid, time) : undefined
    const visit = pages.visitOf(request)
    const policy = `${pagePolicy(visit)}; form-action 'none'`
    reply
      .code(sermon === undefined ? 404 : 200)
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
    const page = sermon === undefined ? missingEmbedding(visit) : embedPage(visit, sermon)
    return await compress(request, reply, page)
  })

  http.get<{ Querystring: Record<string, string | string[] | undefined> }>(OEMBED, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query
    const visit = pages.visitOf(request)
    const [, uuid = ''] = SERMON_PATH.exec(pathOn(visit.origin, url)) ?? []
    const sermon = pages.isOn() && uuid !== '' ? await findPublished(database, uuid, time) : undefined
    if (sermon === undefined) {
      return pages.sendNothing(request, reply)
    }
    if (format !== 'json') {
      return reply.code(501).type('text/plain; charset=utf-8').send('Only JSON is answered.\n')
    }
    const most = { width: sizeOf(maxwidth), height: sizeOf(maxheight) }
    return await sendJson(request, reply, describeEmbedding(visit, sermon, most))
  })

  type Asked = Record<'after' | 'series' | 'limit', string | string[] | undefined>
  http.get<{ Querystring: Asked }>(`${PUBLIC_PAGES}.json`, async (request, reply) => {
    if (!pages.isOn()) {
      return pages.sendNothing(request, reply)
    }
    const visit = pages.visitOf(request)
    const { after, series, limit } = request.query
    const [, day, id] = /^([\dT:-]{19})\.(\d{1,15})$/.exec(String(after ?? '')) ?? []
    const many = numberIn(limit, { least: 1, most: AT_ONCE }) ?? AT_ONCE
    const rows = await listAfter(database.sql, time.clock.now(), {
      after: day === undefined ? undefined : { event_datetime: day, id: Number(id) },
      // No series has this number: what is not a number finds no sermons.
      series: series === undefined ? undefined : (numberIn(series, { least: 1, most: 2 ** 31 - 1 }) ?? 0),
      limit: many + 1,
    })
    const shown = rows.slice(0, many)
    const last = rows.length > many ? shown.at(-1) : undefined
    const asked = new URLSearchParams({
      ...(series !== undefined && { series: String(series) }),
      ...(limit !== undefined && { limit: String(many) }),
      after: `${last?.event_datetime}.${last?.id}`,
    })
    return await sendJson(request, reply, {
      sermons: shown.map((sermon) => describeSermon(visit, sermon)),
      next: last === undefined ? null : `${visit.origin}${PUBLIC_PAGES}.json?${asked}`,
    })
  })

  http.get<{ Params: { uuid: string } }>(
    `${PUBLIC_PAGES}/:uuid(${UUID_IN_PATH.slice(0, -1)}).json`,
    async (request, reply) => {
      const sermon = pages.isOn() ? await findPublished(database, request.params.uuid, time) : undefined
      if (sermon === undefined) {
        return pages.sendNothing(request, reply)
      }
      const visit = pages.visitOf(request)
      const isCaptioned = readPublicTranscript(sermon)?.kind === 'timed'
      return await sendJson(request, reply, {
        ...describeSermon(visit, sermon),
        ...(isCaptioned && { captions: visit.origin + transcriptAddress(sermon) }),
      })
    },
  )

  let script: Promise<Packed> | undefined
  http.route({
    method: ['GET', 'HEAD'],
    url: EMBED_SCRIPT,
    handler: async (request, reply) => {
      if (!pages.isOn()) {
        return pages.sendNothing(request, reply)
      }
      script ??= writeEmbedScript()
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendPacked(request, reply, await script, {
        type: 'text/javascript; charset=utf-8',
        cached: 'public, max-age=3600',
      })
    },
  })
}

/** A sermon as other programs receive it. */
function describeSermon(visit: Visit, sermon: Described) {
  const { uuid, localizedname, description, event_datetime, presenterName, media_format } = sermon
  const path = playedPath(sermon)
  return {
    id: uuid,
    title: localizedname,
    description,
    date: event_datetime,
    language: languageOf(sermon.language_id),
    speaker: presenterName,
    ...(sermon.series && { series: sermon.series }),
    ...(visit.church.name !== '' && { church: visit.church.name }),
    url: visit.origin + sermonAddress(sermon),
    image: wholeAddress(visit, mediaAddress(sermon, previewOf(sermon))),
    media: {
      url: wholeAddress(visit, mediaAddress(sermon, path)),
      type: feedTypeOf({ ...sermon, path }) ?? mediaTypeOf(path),
      kind: media_format,
      ...(sermon.duration && { seconds: sermon.duration }),
    },
  }
}

async function sendJson(request: FastifyRequest, reply: FastifyReply, content: object) {
  reply.headers(FOR_ALL).type('application/json; charset=utf-8')
  return await compress(request, reply, JSON.stringify(content))
}

/** The path of an address, if the address belongs to this server. */
function pathOn(origin: string, address: string | string[] | undefined): string {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.origin === new URL(origin).origin ? url.pathname : ''
}

function sizeOf(most: string | string[] | undefined): number {
  return numberIn(most, { least: 10, most: 99_999 }) ?? Number.POSITIVE_INFINITY
}

/** A whole number within these bounds, from a query. */
function numberIn(
  asked: string | string[] | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  const number = typeof asked === 'string' && /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : 0
  return number >= least && number <= most ? number : undefined
}

/** The module that defines the elements, as it is sent: it changes only with a release. */
async function writeEmbedScript(): Promise<Packed> {
  const texts: ElementTexts = Object.fromEntries(
    LANGUAGE_TAGS.map((tag) => [
      tag,
      { play: formatMessage(tag, 'listeners.play'), more: formatMessage(tag, 'listeners.more') },
    ]),
  )
  // The text of a running function holds no types any more.
  const plain = Buffer.from(`(${defineElements})(import.meta.url, ${JSON.stringify(texts)})\n`)
  const etag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 24)}"`
  return { plain, packed: await pack(plain), etag }
}
