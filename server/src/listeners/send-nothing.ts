import type { FastifyReply } from 'fastify'

/** To whoever asks for a file or a feed that is not there, or not there for everybody; other sites may know that. */
export function sendNothing(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('access-control-allow-origin', '*')
    .type('text/plain; charset=utf-8')
    .send('There is nothing at this address.\n')
}
