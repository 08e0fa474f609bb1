import type { FastifyInstance } from 'fastify'

/** For whatever is not a page of ours: it may load nothing and be framed by nobody. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries, also one that is given before any hook runs. */
export const ANSWER_HEADERS = { 'content-security-policy': NOTHING, 'x-content-type-options': 'nosniff' }

/** Addresses outside the origin that the console talks to when identity or storage are not embedded. */
export type OutsideEndpoints = { connect: readonly string[]; media: readonly string[] }

/** The policy of the console's own pages and scripts. Nothing inline, nothing evaluated. */
export function consolePolicy(outside: OutsideEndpoints = { connect: [], media: [] }): string {
  const connect = ["'self'", ...outside.connect].join(' ')
  const media = ["'self'", ...outside.media].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media} data: blob:`,
    `media-src ${media} blob:`,
    `connect-src ${connect}`,
    "worker-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** What only a page is told, beside its policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Sets on every answer what any may be served with; a part that serves pages widens its policy itself. */
export function addSecurityHeaders(http: FastifyInstance, { tls }: { tls: boolean }) {
  const headers = {
    ...ANSWER_HEADERS,
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  }
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
