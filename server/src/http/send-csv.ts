import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a table as a file to be kept, as it comes: however long it is, little of it is in memory at once. */
export function sendCsv(reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment')
    .send(Readable.from(lines, { objectMode: false }))
}
