import type { FastifyInstance } from 'fastify'

/** For whatever is not a page of ours: it may load nothing and be framed by nobody. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries, also one that is given before any hook runs. */
export const ANSWER_HEADERS = { 'content-security-policy': NOTHING, 'x-content-type-options': 'nosniff' }

/** The policy of the console's own pages and scripts. Nothing inline, nothing evaluated, nothing from elsewhere. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

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
