import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, varyByEncoding } from '../http/compress-response.ts'

const pack = promisify(gzip)

/** Sends a page or a feed, compressed to whoever takes that. */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, content: string | Buffer) {
  varyByEncoding(reply)
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(await pack(content))
    : reply.send(content)
}
