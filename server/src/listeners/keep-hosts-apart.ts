import type { ChurchSettings } from '@vestry/contract/church-setting-rules.ts'
import type { FastifyInstance } from 'fastify'
import { EMBED, MEDIA, OEMBED, PODCASTS, PUBLIC_PAGES } from './addresses.ts'
import type { PageAnswers } from './page-answers.ts'

const OF_LISTENERS = new RegExp(`^(${[PUBLIC_PAGES, EMBED, MEDIA, PODCASTS, OEMBED].join('|')})([/.?]|$)`)
/** What is at every host: the church's logo, and how the server is. */
const EVERYWHERE = /^\/(church-logo|healthz|readyz)(\?|$)/

/**
 * Where the public pages have a host of their own, nothing else is found there, and at the console's host they lead to
 * it. A host that is neither is answered as ever: a proxy in front may have named it.
 */
export function keepHostsApart(
  http: FastifyInstance,
  { settings, publicUrl, pages }: { settings: () => ChurchSettings; publicUrl: string; pages: PageAnswers },
): void {
  const consoleHost = new URL(publicUrl).host
  http.addHook('onRequest', async (request, reply) => {
    const { listenersUrl } = settings()
    const host = listenersUrl && new URL(listenersUrl).host
    if (host === '' || host === consoleHost) {
      return
    }
    if (request.host === host && !OF_LISTENERS.test(request.url) && !EVERYWHERE.test(request.url)) {
      return request.url === '/' ? reply.redirect(PUBLIC_PAGES) : pages.sendNothing(request, reply)
    }
    if (request.host === consoleHost && OF_LISTENERS.test(request.url)) {
      // Kept for an hour alone: the setting may change. Other sites follow it too.
      const headers = { 'cache-control': 'max-age=3600', 'access-control-allow-origin': '*' }
      return reply.headers(headers).redirect(listenersUrl + request.url, 301)
    }
  })
}
