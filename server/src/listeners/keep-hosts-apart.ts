import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import type { FastifyInstance } from 'fastify'
import { EMBED, MEDIA, OEMBED, PODCASTS, PUBLIC_PAGES } from './addresses.ts'
import type { PageAnswers } from './page-answers.ts'

const OF_LISTENERS = new RegExp(`^(${[PUBLIC_PAGES, EMBED, MEDIA, PODCASTS, OEMBED].join('|')})([/.?]|$)`)
/** What every host answers: the church's logo, and the server's health. */
const EVERYWHERE = /^\/(church-logo|healthz|readyz)(\?|$)/

/**
 * Where the public pages have a host of their own, nothing else is found there, and the console's host redirects to it
 * for them. A host that is neither is answered as usual: a proxy in front may have named it.
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
    // Another port or a dot at the end doesn't make another host, unless the two differ by their ports alone.
    const part = listeners.hostname === own.hostname ? 'host' : 'hostname'
    const asked = readHost(request.protocol, request.host)?.[part].replace(/\.(?=:|$)/, '')
    if (asked === listeners[part] && !OF_LISTENERS.test(request.url) && !EVERYWHERE.test(request.url)) {
      return request.url === '/' ? reply.redirect(PUBLIC_PAGES) : pages.sendNothing(request, reply)
    }
    if (asked === own[part] && OF_LISTENERS.test(request.url)) {
      // Kept for an hour only, since the setting may change. Other sites follow it too.
      const headers = { 'cache-control': 'max-age=3600', 'access-control-allow-origin': '*' }
      return reply.headers(headers).redirect(listenersUrl + request.url, 301)
    }
  })
}

/** In lower case and without the default port; `undefined` if it names no host. */
function readHost(protocol: string, host: string): URL | undefined {
  return URL.parse(`${protocol}://${host}`) ?? undefined
}
