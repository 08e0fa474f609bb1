import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')
const DIST = join(PROJECT, 'console', 'dist')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/**
 * A server that knows nothing of Vestry: the console's files, a config.json, headers, and the page for every other
 * address. `deploy` serves the files of another folder from then on, and may have files that are missing there not be
 * found.
 */
export async function serveFiles(port: number, config: string, headers: string) {
  let folder = DIST
  let lacks = /^$/
  const pairs = headers
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname)
    if (lacks.test(path) && !existsSync(join(folder, path))) {
      response.writeHead(404).end()
      return
    }
    const known = extname(path) !== '' && existsSync(join(folder, path))
    const file = known ? path : '/index.html'
    const [type, body] =
      path === '/config.json' ? ['.json', config] : [extname(file), readFileSync(join(folder, file))]
    response.setHeaders(new Map(pairs))
    response.setHeader('content-type', TYPES[type] ?? 'application/octet-stream')
    response.end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${port}`,
    deploy(next: string, { notFound }: { notFound: boolean } = { notFound: false }) {
      folder = next
      lacks = notFound ? /^\/(assets\/|worker\.js)/ : /^$/
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
