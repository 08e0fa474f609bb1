import type { FastifyReply, FastifyRequest } from 'fastify'

/** Answers 503 in the format of the protocol in use, and closes the connection. */
export function sendServiceUnavailable(request: FastifyRequest, reply: FastifyReply, sentence: string) {
  reply.code(503).headers({ connection: 'close', 'retry-after': '2' })
  if (request.url.startsWith('/s3/')) {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>ServiceUnavailable</Code><Message>${sentence}</Message></Error>`
    reply.type('application/xml').send(xml)
    return
  }
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: 'unavailable', message: sentence, __type: 'ServiceUnavailableException' }))
}
