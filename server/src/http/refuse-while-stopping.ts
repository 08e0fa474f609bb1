import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendServiceUnavailable } from './service-unavailable.ts'

const SENTENCE = 'The server is being restarted. Try again in a moment.'

/**
 * Once the server begins to stop, requests under way are answered and their connections closed, and requests on
 * connections that are still open are refused, in the format of their protocol.
 */
export function refuseWhileStopping(http: FastifyInstance) {
  let stopping = false
  const open = new Set<ServerResponse>()
  http.server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  http.addHook('preClose', async () => {
    stopping = true
    for (const response of open) {
      if (!response.headersSent) {
        response.setHeader('connection', 'close')
      }
    }
  })
  http.addHook('onRequest', (request, reply, done) => {
    if (!stopping || request.url === '/readyz') {
      done()
      return
    }
    sendServiceUnavailable(request, reply, SENTENCE)
  })
}
