import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page of a list is shorter and is sent as it is; a roll, a roster or a calendar is longer. */
const LEAST = 4096
const JSON_TYPE = 'application/json; charset=utf-8'
export const pack = promisify(gzip)

/** The bytes of a JSON response, compressed when it is long and the client accepts that. */
export async function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<string | Buffer> {
  const json = JSON.stringify(answer)
  reply.header('content-type', JSON_TYPE)
  if (json.length < LEAST) {
    return json
  }
  return await compress(request, reply, json)
}

/** The bytes of a text, compressed when the client accepts that. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  varyByEncoding(reply)
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    return text
  }
  reply.header('content-encoding', 'gzip')
  return await pack(text)
}

/** Tells caches that clients which don't accept compression get another response. */
export function varyByEncoding(reply: FastifyReply) {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`)
}

export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one))
}
