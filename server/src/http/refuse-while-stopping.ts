import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendServiceUnavailable } from './service-unavailable.ts'

const SENTENCE = 'The server is being restarted. Try again in a moment.'

/**
 * From the moment that the server begins to stop: what is under way is answered and its connection closed, and what
 * comes over a connection that is still open is refused, in the format of its protocol.
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
