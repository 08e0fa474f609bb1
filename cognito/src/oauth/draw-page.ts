import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AT } from './hosted-parts.ts'
import { type HostedLanguage, type HostedWord, speak } from './hosted-words.ts'
import { type Html, html } from './safe-html.ts'

const FILES = [
  { at: AT.style, type: 'text/css; charset=utf-8', name: 'hosted-pages.css' },
  { at: AT.passkeyScript, type: 'text/javascript; charset=utf-8', name: 'passkey-page.js' },
].map((file) => ({ ...file, bytes: readFileSync(new URL(file.name, import.meta.url)) }))

/** Files are kept by browsers, so their addresses tell of their content. */
const VERSION = createHash('sha256')
  .update(Buffer.concat(FILES.map(({ bytes }) => bytes)))
  .digest('hex')
  .slice(0, 8)

export function servePageFiles(app: FastifyInstance): void {
  for (const { at, type, bytes } of FILES) {
    app.get(at, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    )
  }
}

const LOGO = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M9 25V14a7 7 0 0 1 14 0v11M16 11v9M12.5 14.5h7" fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"/></svg>`

export type Page = {
  language: HostedLanguage
  title: HostedWord
  /** Whether something has to be mended, which the page's title says first. */
  hasProblem?: boolean
  content: Html
  /** Whether the page runs the one script. */
  script?: boolean
  /** Where the answer to its form may lead: browsers hold the form's policy against redirects as well. */
  leadsTo?: string
}

/** Sends a page with the narrowest policy that it works with. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { language, title, hasProblem, content, script = false, leadsTo } = page
  const say = speak(language)
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action 'self'${leadsTo === undefined ? '' : ` ${new URL(leadsTo).origin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(script ? ["script-src 'self'"] : []),
  ]
  const whole = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${
    hasProblem === true && `${say('error')}: `
  }${say(title)} · ${say('product')}</title><link rel="icon" href="/vestry.svg" type="image/svg+xml"><link rel="stylesheet" href="${
    AT.style
  }?v=${VERSION}"></head><body><main><p class="product">${LOGO} ${say('product')}</p><div class="card"><h1>${say(
    title,
  )}</h1>${content}</div></main><footer>${say('footer')}</footer></body></html>`
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
      'x-frame-options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(whole.text)
}

/** A page that says why it can't go on, and how one can. */
export function sendProblemPage(
  reply: FastifyReply,
  given: { language: HostedLanguage; word: HostedWord; status: number; again?: string | undefined },
): FastifyReply {
  const say = speak(given.language)
  const content = html`<p role="alert">${say(given.word)}</p><p>${
    given.again === undefined
      ? html`<a class="main" href="/login">${say('goToConsole')}</a>`
      : html`<a class="main" href="${given.again}">${say('startAgain')}</a>`
  }</p>`
  return sendPage(reply.code(given.status), { language: given.language, title: 'problemTitle', content })
}
