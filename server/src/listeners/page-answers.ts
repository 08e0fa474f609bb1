import { asMessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { BROWSER_LANGUAGE } from '@vestry/contract/rules/church-setting-rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askedLanguage } from '../http/asked-language.ts'
import { compress } from '../http/compress-response.ts'
import { isPageRequest } from '../http/create-http.ts'
import { logoAddress } from '../http/serve-logo.ts'
import { publicServers } from './addresses.ts'
import { missingPage } from './list-pages.ts'
import { createVisit, pagePolicy, type Visit } from './public-frame.ts'

export const PAGE_HEADERS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
  vary: 'accept-language',
}
/** Nobody may frame a page of ours, and its search form stays on this server. */
const OURS_ALONE = "form-action 'self'; frame-ancestors 'none'"

/** How requests for something public are answered. */
export type PageAnswers = ReturnType<typeof createPageAnswers>

export function createPageAnswers({
  settings,
  publicUrl,
}: {
  settings: () => ChurchSettings
  publicUrl: string
}) {
  const isOn = () => settings().publicPages && settings().parts.includes('preaching')

  async function send(request: FastifyRequest, reply: FastifyReply, visit: Visit, page: string) {
    reply
      .headers(PAGE_HEADERS)
      .header('content-security-policy', `${pagePolicy(visit)}; ${OURS_ALONE}`)
      .type('text/html; charset=utf-8')
    return await compress(request, reply, page)
  }

  function visitOf(request: FastifyRequest): Visit {
    const { name, logo, website, accent, language } = settings()
    const { pages, files } = publicServers(settings(), publicUrl)
    const { lang = '' } = request.query as { lang?: string }
    const chosen = asMessageLanguage(String(lang))
    const usual = language === BROWSER_LANGUAGE ? askedLanguage(request) : language
    return createVisit({
      church: { name, website, accent, logo: logoAddress(logo) },
      origin: pages,
      files: files === pages ? '' : files,
      language: chosen ?? usual,
      chosen: chosen !== undefined,
    })
  }

  return {
    /** Whether the public pages are on. */
    isOn,
    visitOf,
    send,
    /**
     * The answer to a request for something that doesn't exist or isn't public: a page for a person, one line for a
     * program.
     */
    async sendNothing(request: FastifyRequest, reply: FastifyReply) {
      if (isPageRequest(request)) {
        if (!isOn()) {
          return reply.callNotFound()
        }
        const visit = visitOf(request)
        return reply.send(await send(request, reply.code(404), visit, missingPage(visit)))
      }
      return reply
        .code(404)
        .header('access-control-allow-origin', '*')
        .type('text/plain; charset=utf-8')
        .send('There is nothing at this address.\n')
    },
  }
}
