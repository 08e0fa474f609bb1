import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const PATH = '/church-logo'
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The address of a logo that is kept as a data URL; it changes with the logo, and is empty where there is none. */
export function logoAddress(logo: string): string {
  return logo === '' ? '' : `${PATH}?${createHash('sha256').update(logo).digest('hex').slice(0, 12)}`
}

/** Serves the church's logo to everybody, since it is shown on the sign-in page. */
export function serveLogo(http: FastifyInstance, readLogo: () => string): void {
  http.get(PATH, (request, reply) => {
    const logo = readLogo()
    const [, type, content] = /^data:(image\/(?:png|webp));base64,(.*)$/.exec(logo) ?? []
    if (type === undefined || content === undefined) {
      return reply.callNotFound()
    }
    return (
      reply
        // Another process may have a newer logo, or an older one.
        .header('cache-control', request.url === logoAddress(logo) ? FOR_GOOD : 'no-cache')
        .type(type)
        .send(Buffer.from(content, 'base64'))
    )
  })
}
