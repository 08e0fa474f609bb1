import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import { asMessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { STATION_PATH } from '@vestry/contract/sunday-school/station-rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-errors.ts'
import { askedLanguage } from './asked-language.ts'
import { compress } from './compress-response.ts'
import { readConsolePage } from './console-page.ts'
import { isPageRequest, pathOf } from './create-http.ts'
import { PAGE_HEADERS, withWebAssembly } from './security-headers.ts'

/** How the name of the worker that encodes MP3 begins (console/build/unpack-mp3-encoder.ts). */
const MP3_ENCODER = 'mp3-encoder-worker-'
/** What makes the console an app of its own; the server gives it the church's name. */
const MANIFEST = 'manifest.webmanifest'
/** The page of the door's stations (console/build/station-page.ts). */
const STATION_PAGE = 'station.html'
/** The service worker, and the one that removes it (console/src/worker). */
const [WORKER, NO_WORKER] = ['worker.js', 'no-worker.js']

export type ConsoleParts = {
  /** Where the console's build is, with a `.br` and a `.gz` beside each text file. */
  folder: string
  /** The content security policy of its pages and scripts, for the host at which they are asked for. */
  policy(host: string): string
  /** That of the stations' page. */
  stationPolicy(host: string): string
  /** Otherwise a browser is given a service worker that removes what the usual one has kept. */
  opensOffline: boolean
  runtimeConfig(): Promise<RuntimeConfig>
}

/**
 * Serves the console: its files, what the browser must know at start as `/config.json`, and the same page for every
 * address that a person opens. It answers all requests that no other part knows, so it is mounted last.
 */
export async function serveConsole(
  http: FastifyInstance,
  { folder, policy, stationPolicy, opensOffline, runtimeConfig }: ConsoleParts,
) {
  const writePage = existsSync(join(folder, 'index.html')) ? await readConsolePage(folder) : undefined
  if (writePage) {
    await http.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: [
        'assets/**',
        'index.html',
        STATION_PAGE,
        'pages.json',
        MANIFEST,
        WORKER,
        NO_WORKER,
        '*.{br,gz}',
      ],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const usual = policy(reply.request.host)
        const isEncoder = basename(path).startsWith(MP3_ENCODER)
        const own = { 'content-security-policy': isEncoder ? withWebAssembly(usual) : usual }
        reply.headers({ ...PAGE_HEADERS, ...own })
        // Files under assets/ carry a hash of their content in their names; the others are asked for again.
        const hashed = relative(folder, path).startsWith('assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // Making a route for each of these hundreds of files would take half of a server's start.
    http.get<{ Params: { file: string } }>('/assets/:file(^[\\w.-]+$)', (request, reply) =>
      reply.sendFile(`assets/${request.params.file}`),
    )
    const writeStation = await readConsolePage(folder, STATION_PAGE)
    http.get(STATION_PATH, (request, reply) =>
      sendPage(request, reply, { write: writeStation, policy: stationPolicy }),
    )
    http.get(`/${WORKER}`, (_request, reply) => reply.sendFile(opensOffline ? WORKER : NO_WORKER))
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as object
    http.get(`/${MANIFEST}`, async (_request, reply) => {
      const { name } = (await runtimeConfig()).church
      reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
      return reply.send(JSON.stringify({ ...manifest, ...(name !== '' && { name, short_name: name }) }))
    })
  }
  http.get('/config.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await runtimeConfig())),
  )
  http.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) {
      return notFound(reply)
    }
    if (writePage === undefined) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The console is not built yet. Start Vestry with npm start.\n')
    }
    // A file of the console that an update has removed: the page itself tells the person so.
    reply.code(pathOf(request.url).startsWith('/assets/') ? 404 : 200)
    return await sendPage(request, reply, { write: writePage, policy })
  })

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: { write: Awaited<ReturnType<typeof readConsolePage>>; policy(host: string): string },
  ) {
    const config = await runtimeConfig()
    const language = asMessageLanguage(config.church.language) ?? askedLanguage(request)
    reply.headers({ ...PAGE_HEADERS, 'content-security-policy': page.policy(request.host) })
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return await compress(request, reply, page.write({ path: pathOf(request.url), language, config }))
  }
}

function notFound(reply: FastifyReply) {
  const { status, answer } = new ApiError('not_found', 'There is nothing at this address.')
  return reply.code(status).send(answer)
}
