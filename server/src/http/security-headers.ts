import { amazonAddress, type RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import type { FastifyInstance } from 'fastify'

/** For whatever is not a page of ours: it may load nothing and be framed by nobody. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every answer, even one given before any hook runs. */
export const RESPONSE_HEADERS = { 'content-security-policy': NOTHING, 'x-content-type-options': 'nosniff' }

/**
 * Where scripts may come from: a folder of ours alone, since what people upload has the same origin. Policies know
 * folders only with a host, so it is named as the page was asked for, and as the settings have it; an address that
 * they can't name has all of its origin.
 */
export function scriptsIn(folder: string, asked: string, publicUrl: string): string {
  const hosts = new Set([asked.toLowerCase(), new URL(publicUrl).host])
  return /^[a-z\d.-]+(:\d{1,5})?$/i.test(asked)
    ? [...hosts].map((host) => `${host}${folder}`).join(' ')
    : "'self'"
}

/**
 * The policy of the console's own pages and scripts: nothing inline, nothing evaluated, and from elsewhere no more
 * than it must call. `scripts` is all of an origin where nothing is uploaded to it.
 */
export function consolePolicy(config: RuntimeConfig, scripts = "'self'"): string {
  const store = originOf(config.storageEndpoint)
  const called = new Set([
    "'self'",
    originOf(config.apiEndpoint ?? '/api'),
    originOf(config.userPoolEndpoint ?? amazonAddress('cognito-idp', config.userPoolId.split('_')[0])),
    originOf(
      config.identityPoolEndpoint ?? amazonAddress('cognito-identity', config.identityPoolId.split(':')[0]),
    ),
    ...(config.hostedUi !== undefined ? [`https://${config.hostedUi}`] : []),
    store,
  ])
  const shown = store === "'self'" ? '' : ` ${store}`
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${shown}`,
    `media-src 'self' blob:${shown}`,
    `connect-src ${[...called].join(' ')}`,
    `worker-src ${scripts}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The same where WebAssembly is compiled too, which the MP3 encoder is. */
export function withWebAssembly(policy: string): string {
  return policy.replace('script-src ', "script-src 'wasm-unsafe-eval' ")
}

/** A path belongs to the page's own origin. */
function originOf(endpoint: string): string {
  return endpoint.startsWith('/') ? "'self'" : new URL(endpoint).origin
}

/** The headers of pages alone, beside their policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Sets on every answer what any may be served with; a part that serves pages widens its policy itself. */
export function addSecurityHeaders(http: FastifyInstance, { tls }: { tls: boolean }) {
  const headers = {
    ...RESPONSE_HEADERS,
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  }
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
