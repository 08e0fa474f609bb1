import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../action.ts'
import { sameBytes } from '../core/passwords.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import {
  type AuthorizeRequest,
  answerAt,
  errorOf,
  RefusedRequest,
  readAuthorizeRequest,
} from './authorize-request.ts'
import { type BrowserSessions, cookieFor } from './browser-sessions.ts'
import { sendPage, sendProblemPage } from './draw-page.ts'
import { AT, type HostedParts } from './hosted-parts.ts'
import { type HostedLanguage, languageOf } from './hosted-words.ts'
import { OAuthError } from './oauth-errors.ts'
import { callerOf, type Outcome, type Problem, type Screen, type Turn } from './screen.ts'
import { answerScreen, drawScreen } from './screens.ts'

/** What travels sealed in the form: what was asked for, where one stands, and which browser it is. */
type Flow = {
  query: string
  language: HostedLanguage
  made: number
  browser: string
  screen: Screen
}

/** How long a page may stay open; the steps of a sign-in have their own, shorter time. */
const LIFETIME = 60 * 60_000

/** The authorization endpoint (RFC 6749, 3.1) and the pages between it and its answer. */
export function addSignInPages(
  app: FastifyInstance,
  parts: HostedParts,
  given: { codes: AuthorizationCodes; sessions: BrowserSessions; later: RequestContext['later'] },
) {
  const { codes, sessions, later } = given
  const { clock, encryptor } = parts
  const browserCookie = cookieFor(parts, 'vestry-browser')

  app.get(AT.authorize, async (request, reply) => {
    const asked = readAuthorizeRequest(parts, new URLSearchParams(request.url.split('?')[1]))
    const language = asked.language ?? languageOf(request.headers['accept-language'] ?? '') ?? 'en'
    if (asked.prompt === 'login') {
      await sessions.end(request, reply)
    }
    const session = asked.prompt === 'login' ? undefined : await sessions.find(request)
    if (session && isFresh(session.authTime, asked)) {
      return grant(reply, asked, session, 302)
    }
    if (asked.prompt === 'none') {
      throw new RefusedRequest(
        answerAt(parts, asked, errorOf(new OAuthError('login_required', 'Nobody is signed in here.'))),
      )
    }
    const screen: Screen = { name: 'signIn', ...(asked.loginHint && { username: asked.loginHint }) }
    const flow = {
      query: asked.query,
      language,
      made: clock.now(),
      browser: markBrowser(request, reply),
      screen,
    }
    return show(reply, asked, flow)
  })

  /** OpenID Connect Core, 3.1.2.1: a request may come as a form. It is read again with the browser's cookies. */
  app.post(AT.authorize, async (request, reply) => {
    readAuthorizeRequest(parts, formOf(request))
    return reply.redirect(`${AT.authorize}?${formOf(request)}`, 303)
  })

  app.get(AT.signIn, async (_request, reply) => reply.redirect('/login', 303))

  app.post(AT.signIn, async (request, reply) => {
    const form = formOf(request)
    const flow = openFlow(form.get('flow') ?? '')
    const preferred = languageOf(request.headers['accept-language'] ?? '') ?? 'en'
    if (!flow || !isFromHere(request)) {
      return sendProblemPage(reply, { language: preferred, word: 'broken', status: 400 })
    }
    const asked = readAuthorizeRequest(parts, new URLSearchParams(flow.query))
    const language = languageOf(form.get('lang') ?? '') ?? flow.language
    const again = `${AT.authorize}?${flow.query}`
    if (!isSameBrowser(request, flow)) {
      return sendProblemPage(reply, { language, word: 'needsCookies', status: 400, again })
    }
    if (clock.now() - flow.made > LIFETIME) {
      return sendProblemPage(reply, { language, word: 'tooOld', status: 400, again })
    }
    if (form.has('lang')) {
      return show(reply, asked, { ...flow, language }, form)
    }
    const outcome = await step(flow.screen, form, { address: request.ip, later })
    if ('accessToken' in outcome) {
      return grant(reply, asked, await sessions.begin(outcome.accessToken, reply), 303)
    }
    const stays = outcome.screen.name === flow.screen.name
    return show(reply, asked, { ...flow, screen: outcome.screen }, stays ? form : undefined, outcome.problem)
  })

  async function step(screen: Screen, form: URLSearchParams, context: RequestContext): Promise<Outcome> {
    const turn: Turn = {
      screen,
      parts,
      go: form.get('go') ?? '',
      field: (name) => (form.get(name) ?? '').trim(),
      secret: (name) => form.get(name) ?? '',
      call: callerOf(parts, context),
    }
    return answerScreen(turn)
  }

  function show(
    reply: FastifyReply,
    asked: AuthorizeRequest,
    flow: Flow,
    typed?: URLSearchParams,
    problem?: Problem,
  ): FastifyReply {
    const drawn = drawScreen(
      {
        screen: flow.screen,
        language: flow.language,
        parts,
        typed: (name) => typed?.get(name) ?? '',
        problem,
      },
      {
        flow: encryptor.encrypt('hosted-flow', 'form', JSON.stringify(flow)),
        cancel: answerAt(
          parts,
          asked,
          errorOf(new OAuthError('access_denied', 'The person went back without signing in.')),
        ),
      },
    )
    return sendPage(reply, {
      ...drawn,
      language: flow.language,
      hasProblem: problem !== undefined,
      leadsTo: asked.redirectUri,
    })
  }

  async function grant(
    reply: FastifyReply,
    asked: AuthorizeRequest,
    session: { originJti: string; authTime: number },
    status: number,
  ): Promise<FastifyReply> {
    const { redirectUri, scope, codeChallenge, nonce } = asked
    const { originJti, authTime } = session
    const code = await codes.make({ originJti, authTime, redirectUri, scope, codeChallenge, nonce })
    return reply.redirect(answerAt(parts, asked, { code }), status)
  }

  function isFresh(authTime: number, { maxAge }: AuthorizeRequest): boolean {
    return maxAge === undefined || clock.now() - authTime <= maxAge * 1000
  }

  function openFlow(sealed: string): Flow | undefined {
    try {
      return JSON.parse(encryptor.decrypt('hosted-flow', 'form', sealed)) as Flow
    } catch {
      return undefined
    }
  }

  /** Binds the pages to the browser that asked for them: a form made elsewhere can't be sent from this one. */
  function markBrowser(request: FastifyRequest, reply: FastifyReply): string {
    const mark = request.cookies[browserCookie.name] ?? randomBytes(32).toString('base64url')
    reply.setCookie(browserCookie.name, mark, browserCookie.options)
    return digestOf(mark)
  }

  function isSameBrowser(request: FastifyRequest, flow: Flow): boolean {
    const mark = request.cookies[browserCookie.name]
    return mark !== undefined && sameBytes(Buffer.from(digestOf(mark)), Buffer.from(flow.browser))
  }

  /** Browsers say where a form comes from; those of old say nothing, and have the cookie alone. */
  function isFromHere({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'] ?? 'same-origin'
    const origin = headers.origin ?? 'null'
    return site === 'same-origin' && (origin === 'null' || origin === parts.publicUrl)
  }
}

/** A form's fields; a request without any has none. */
function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

function digestOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64')
}
