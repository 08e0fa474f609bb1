import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const PATH = '/church-logo'

/** The address of a logo that is kept as a data URL, which changes with it; empty where there is none. */
export function logoAddress(logo: string): string {
  return logo === '' ? '' : `${PATH}?${createHash('sha256').update(logo).digest('hex').slice(0, 12)}`
}

/** Serves the church's logo to everybody, for it stands on the sign-in page. */
export function serveLogo(http: FastifyInstance, readLogo: () => string): void {
  http.get(PATH, (_request, reply) => {
    const [, type, content] = /^data:(image\/(?:png|webp));base64,(.*)$/.exec(readLogo()) ?? []
    if (type === undefined || content === undefined) {
      return reply.callNotFound()
    }
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(type)
      .send(Buffer.from(content, 'base64'))
  })
}
