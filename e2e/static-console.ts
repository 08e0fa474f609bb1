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
}

/** A server that knows nothing of Vestry: the console's files, a config.json, headers, and the page for every other address. */
export async function serveFiles(port: number, config: string, headers: string) {
  const pairs = headers
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname)
    const known = extname(path) !== '' && existsSync(join(DIST, path))
    const file = known ? path : '/index.html'
    const [type, body] =
      path === '/config.json' ? ['.json', config] : [extname(file), readFileSync(join(DIST, file))]
    response.setHeaders(new Map(pairs))
    response.setHeader('content-type', TYPES[type] ?? 'application/octet-stream')
    response.end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
