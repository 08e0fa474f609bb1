import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const SENTENCE = 'The server is being restarted. Try again in a moment.'

/**
 * From the moment that the server begins to stop: what is under way is answered and its connection closed, and what
 * comes over a connection that is still open is refused, in the words of the surface it asks.
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
    refuse(request, reply)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply) {
  reply.code(503).headers({ connection: 'close', 'retry-after': '2' })
  if (request.url.startsWith('/s3/')) {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>ServiceUnavailable</Code><Message>${SENTENCE}</Message></Error>`
    reply.type('application/xml').send(xml)
    return
  }
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: 'unavailable', message: SENTENCE, __type: 'ServiceUnavailableException' }))
}
