import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
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
  const own = new URL(publicUrl)
  http.addHook('onRequest', async (request, reply) => {
    const { listenersUrl } = settings()
    if (listenersUrl === '' || new URL(listenersUrl).host === own.host) {
      return
    }
    const listeners = new URL(listenersUrl)
    // A port or a dot more makes no other host of a name, but where ports alone tell them apart.
    const part = listeners.hostname === own.hostname ? 'host' : 'hostname'
    const asked = readHost(request.protocol, request.host)?.[part].replace(/\.(?=:|$)/, '')
    if (asked === listeners[part] && !OF_LISTENERS.test(request.url) && !EVERYWHERE.test(request.url)) {
      return request.url === '/' ? reply.redirect(PUBLIC_PAGES) : pages.sendNothing(request, reply)
    }
    if (asked === own[part] && OF_LISTENERS.test(request.url)) {
      // Kept for an hour alone: the setting may change. Other sites follow it too.
      const headers = { 'cache-control': 'max-age=3600', 'access-control-allow-origin': '*' }
      return reply.headers(headers).redirect(listenersUrl + request.url, 301)
    }
  })
}

/** In lower case and without the port that is usual; `undefined` for what names no host. */
function readHost(protocol: string, host: string): URL | undefined {
  return URL.parse(`${protocol}://${host}`) ?? undefined
}
