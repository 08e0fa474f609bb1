import { Readable } from 'node:stream'
import type { SentFile } from '@vestry/contract/calls/route.ts'
import type { FastifyReply } from 'fastify'

/** Sends a file to be kept, as it comes: however long it is, little of it is in memory at once. */
export function sendFile(reply: FastifyReply, { type, content }: SentFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', 'attachment')
    .send(Readable.from(content, { objectMode: false }))
}
