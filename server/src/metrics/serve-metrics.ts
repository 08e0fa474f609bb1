import { once } from 'node:events'
import { createServer } from 'node:http'
import { StartRefused } from '../start-refused.ts'
import type { HouseMetrics } from './house-metrics.ts'

/** Tells the numbers to whoever asks on this machine: `GET /metrics`, on the loopback address alone. */
export async function serveMetrics({ registry }: HouseMetrics, port: number) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (cause) {
    throw new StartRefused(
      `Port ${port} of METRICS_PORT can't be opened; stop the program that has it, or choose another.`,
      { cause },
    )
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
