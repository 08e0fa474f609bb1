import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { build } from 'vite'

const CONSOLE = join(import.meta.dirname, '../console')
const ENTRIES = {
  prepare: 'src/media/prepare-recording.ts',
  upload: 'src/media/upload-file.ts',
  stored: 'src/media/stored-files.ts',
  config: 'src/data/runtime-config.ts',
  amplify: 'src/sign-in/configure-amplify.ts',
}
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; media-src 'self' blob:"
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
const PAGE = '<!doctype html><title>Media</title><input type="file" id="file">'

/** The console's media code, built as the console is, with each of its doors a module of its own. */
export type MediaModules = {
  folder: string
  remove(): void
}

export async function buildMediaModules(): Promise<MediaModules> {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-media-'))
  await build({
    configFile: false,
    root: CONSOLE,
    base: '/media-test/',
    logLevel: 'error',
    build: {
      outDir: join(folder, 'media-test'),
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(CONSOLE, file)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  mkdirSync(join(folder, 'results'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Serves the modules under the console's own policy, with a page that has a file field; what the page PUTs
 * to `/results/<name>` is written to the folder.
 */
export async function serveMediaModules({ folder }: MediaModules) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse) {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(join(folder, 'results', basename(path))))
    response.writeHead(204).end()
    return
  }
  const file = join(folder, path)
  const found = path !== '/' && !path.includes('..') && existsSync(file)
  const headers = { 'content-security-policy': POLICY }
  if (found) {
    response.writeHead(200, {
      ...headers,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    })
    await pipeline(createReadStream(file), response)
  } else {
    response.writeHead(path === '/' ? 200 : 404, { ...headers, 'content-type': 'text/html' })
    response.end(path === '/' ? PAGE : '')
  }
}

/**
 * Lets a page of the real server load the modules, and a page with a file field, from its own origin while
 * `load` runs. Afterwards the page talks to the server without anyone between.
 */
export async function withMediaModules(
  page: Page,
  { folder }: MediaModules,
  load: () => Promise<void>,
): Promise<void> {
  const ours = '**/media-test/**'
  await page.route(ours, async (route) => {
    const path = new URL(route.request().url()).pathname
    const isPage = path === '/media-test/page'
    await route.fulfill({
      body: isPage ? PAGE : readFileSync(join(folder, path)),
      headers: {
        'content-type': isPage ? 'text/html' : 'text/javascript',
        'content-security-policy': POLICY,
      },
    })
  })
  await load()
  await page.unroute(ours)
}
