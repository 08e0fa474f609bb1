import { withCopies } from '@vestry/contract/files/poster-copies.ts'
import { chaptersDocument, readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { writeVtt } from '@vestry/contract/transcripts/write-vtt.ts'
import { answerRead, type ObjectStore } from '@vestry/s3'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import { mediaTypeOf } from '../preaching/file-types.ts'
import { ID_IN_PATH, MEDIA, UUID_IN_PATH, versionOf } from './addresses.ts'
import type { Downloads } from './downloads/watch-downloads.ts'
import { findMedia, findPicture, findPublished } from './listeners-sql.ts'
import type { PageAnswers } from './page-answers.ts'
import { findArtwork } from './podcasts-sql.ts'
import { readPublicTranscript } from './public-transcript.ts'

/** Pages of any site may show what is public. */
const FOR_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
/** The address changes with its file; a file that is taken down is gone from caches within the hour. */
const CACHED = 'public, max-age=3600'

/**
 * The files of published sermons, for everybody, with HEAD, ranges and conditions. Every request looks up whether the
 * sermon is published.
 */
export function serveMedia(
  http: FastifyInstance,
  {
    database,
    store,
    clock,
    timeZone,
    pages,
    downloads,
  }: {
    database: Database
    store: Pick<ObjectStore, 'find' | 'read'>
    clock: Clock
    timeZone: () => string
    pages: PageAnswers
    downloads: Pick<Downloads, 'watch'>
  },
): void {
  type Named = { Params: { uuid: string; version: string } }
  http.route<Named>({
    method: ['GET', 'HEAD'],
    url: `${MEDIA}/:uuid(${UUID_IN_PATH})/:version/:name`,
    handler: async (request, reply) => {
      const { uuid, version } = request.params
      const media = pages.isOn() ? await findMedia(database.sql, uuid, clock.now()) : undefined
      const named = media?.paths.find((one) => one !== '' && versionOf(one) === version)
      return named === undefined
        ? pages.sendNothing(request, reply)
        : await sendObject(request, reply, named, media?.recordings.includes(named) ? media : undefined)
    },
  })

  for (const [of, find] of [
    ['series', findPicture],
    ['podcasts', findArtwork],
  ] as const) {
    http.route<{ Params: { id: string; version: string } }>({
      method: ['GET', 'HEAD'],
      url: `${MEDIA}/${of}/:id(${ID_IN_PATH})/:version/:name`,
      handler: async (request, reply) => {
        const { id, version } = request.params
        const path = pages.isOn() ? await find(database.sql, Number(id), clock.now()) : undefined
        const named = withCopies(path ?? '').find((one) => one !== '' && versionOf(one) === version)
        return named !== undefined
          ? await sendObject(request, reply, named)
          : pages.sendNothing(request, reply)
      },
    })
  }

  http.get<Named>(`${MEDIA}/:uuid(${UUID_IN_PATH})/transcript.vtt`, async (request, reply) => {
    const transcript = readPublicTranscript((await findSermon(request.params.uuid)) ?? { transcript: '' })
    return transcript?.kind === 'timed'
      ? reply
          .headers({ ...FOR_ALL, 'cache-control': CACHED })
          .type('text/vtt; charset=utf-8')
          .send(writeVtt(transcript.cues))
      : pages.sendNothing(request, reply)
  })

  http.get<Named>(`${MEDIA}/:uuid(${UUID_IN_PATH})/chapters.json`, async (request, reply) => {
    const { chapters } = readChapters((await findSermon(request.params.uuid))?.chapters ?? '')
    return chapters.length > 0
      ? reply
          .headers({ ...FOR_ALL, 'cache-control': CACHED })
          .type('application/json+chapters')
          .send(JSON.stringify(chaptersDocument(chapters)))
      : pages.sendNothing(request, reply)
  })

  const findSermon = async (uuid: string) =>
    pages.isOn() ? await findPublished(database, uuid, { clock, timeZone }) : undefined

  /** Sends a file; if it is the recording of an item, listeners who receive enough of it are counted. */
  async function sendObject(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    of?: { id: number; duration: number },
  ) {
    const object = await store.find(path)
    if (object === undefined) {
      return pages.sendNothing(request, reply)
    }
    const { status, headers, range } = answerRead((name) => textOf(request.headers[name]), {
      ...object,
      headers: {},
    })
    const type = mediaTypeOf(path)
    const sent = request.method === 'HEAD' || object.size === 0 ? undefined : range
    if (sent !== undefined && of !== undefined) {
      const { id: item, duration } = of
      await downloads.watch(request, reply, { item, path, size: object.size, duration }, sent)
    }
    const bytes = sent && (await store.read(path, sent))
    reply.code(status).headers({
      ...headers,
      ...FOR_ALL,
      'cache-control': status < 400 ? CACHED : 'no-cache',
      ...(range && { 'content-length': range.last - range.first + 1 }),
      ...(status >= 400 && { 'content-length': 0 }),
      ...(range && { 'content-type': type ?? 'application/octet-stream' }),
      ...(type === undefined && { 'content-disposition': 'attachment' }),
    })
    return reply.send(bytes)
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
