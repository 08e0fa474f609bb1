import type { FastifyReply } from 'fastify'

const kept = new WeakMap<object, string>()

/** Makes the JSON of a response once, for as long as somebody keeps the response, which must not change any more. */
export function cacheJson<Answer extends object>(answer: Answer): Answer {
  if (!kept.has(answer)) {
    // One character for each byte of its UTF-8: Node then writes head and body at once, without encoding again.
    kept.set(answer, Buffer.from(JSON.stringify(answer)).toString('latin1'))
  }
  return answer
}

/** Sends a response that was kept, without the framework's own serializing; false if it wasn't kept. */
export function sendCachedJson(reply: FastifyReply, answer: object): boolean {
  const bytes = kept.get(answer)
  if (bytes === undefined) {
    return false
  }
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  })
  reply.raw.end(bytes, 'latin1')
  return true
}
