import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, varyByEncoding } from '../http/compress-response.ts'

const pack = promisify(gzip)

/** To whoever asks for a file or a feed that is not there, or not there for everybody. */
export function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing at this address.\n')
}

/** Sends a page or a feed, compressed to whoever takes that. */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, content: string | Buffer) {
  varyByEncoding(reply)
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(await pack(content))
    : reply.send(content)
}
