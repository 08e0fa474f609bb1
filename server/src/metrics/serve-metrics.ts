import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupError } from '../startup-error.ts'
import type { ServerMetrics } from './server-metrics.ts'

/** Answers `GET /metrics` to programs on this machine, on the loopback address alone. */
export async function serveMetrics({ registry }: ServerMetrics, port: number) {
  const server = createServer(async ({ method, url, headers }, response) => {
    // A web page whose host name was made to point to this machine still sends that name.
    const isLocal = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
    if (method !== 'GET' || url !== '/metrics' || !isLocal) {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (cause) {
    throw new StartupError(
      `Port ${port} of METRICS_PORT can't be opened; stop the program that has it, or choose another.`,
      { cause },
    )
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
