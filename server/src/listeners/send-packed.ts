import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, varyByEncoding } from '../http/compress-response.ts'

/** Something that is written once and sent often, also compressed. */
export type Packed = { plain: Buffer; packed: Buffer; etag: string }

/** Sends it to a page of any site, or says that it has not changed. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, packed, etag }: Packed,
  { type, cached }: { type: string; cached: string },
): FastifyReply {
  varyByEncoding(reply)
  reply.headers({ etag, 'cache-control': cached, 'access-control-allow-origin': '*' })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) {
    return reply.code(304).send()
  }
  reply.type(type)
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(packed)
    : reply.send(plain)
}
