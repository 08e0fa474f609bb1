import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The response for a path: bytes with a type, or whatever a function does. */
export type OldPage =
  | { type: string; bytes: Buffer | string }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** The website that a church had before: it serves what a test puts on it, on a port of its own. */
export async function openOldWebsite() {
  const pages = new Map<string, OldPage>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = pages.get(path)
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not found</p>')
    } else if (typeof page === 'function') {
      page(request, response)
    } else {
      response.writeHead(200, { 'content-type': page.type }).end(page.bytes)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    /** The paths that were asked for, in order. */
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
