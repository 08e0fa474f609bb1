import { amazonAddress, type RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import type { FastifyInstance } from 'fastify'

/** For everything that is not a page of ours: it may load nothing, and nobody may frame it. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every response, even of one that is given before any hook runs. */
export const RESPONSE_HEADERS = { 'content-security-policy': NOTHING, 'x-content-type-options': 'nosniff' }

/**
 * Where scripts may come from: only a folder of ours, or one file, since what people upload has the same origin. A policy can name a
 * folder only together with a host, so it names both the host that the page was asked for at and that of the settings.
 * If the host asked for can't be named in a policy, scripts may come from all of the origin.
 */
export function scriptsIn(folder: string, asked: string, publicUrl: string): string {
  const hosts = new Set([asked.toLowerCase(), new URL(publicUrl).host])
  return /^[a-z\d.-]+(:\d{1,5})?$/i.test(asked)
    ? [...hosts].map((host) => `${host}${folder}`).join(' ')
    : "'self'"
}

/** Where the console's scripts and its service worker come from. */
type Scripts = { scripts: string; offlineWorker: string }

/**
 * The policy of the console's own pages and scripts: nothing inline, nothing evaluated, and from elsewhere only what it
 * must call. Scripts may come from a whole origin if nothing is uploaded to it.
 */
export function consolePolicy(config: RuntimeConfig, given?: Scripts): string {
  const { scripts, offlineWorker } = given ?? { scripts: "'self'", offlineWorker: '' }
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
    `worker-src ${scripts} ${offlineWorker}`.trimEnd(),
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The policy of the stations' page, which calls the API alone and shows what it has drawn itself. */
function stationPolicy({ apiEndpoint = '/api' }: RuntimeConfig, scripts: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' blob:",
    `connect-src ${originOf(apiEndpoint)}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The policies of the pages that this server serves, for the host at which they are asked for. */
export function pagePolicies(config: RuntimeConfig, publicUrl: string) {
  const from = (path: string, host: string) => scriptsIn(path, host, publicUrl)
  return {
    policy: (host: string) =>
      consolePolicy(config, { scripts: from('/assets/', host), offlineWorker: from('/worker.js', host) }),
    stationPolicy: (host: string) => stationPolicy(config, from('/assets/', host)),
  }
}

/** The same for a page that also compiles WebAssembly, as the MP3 encoder does. */
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
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Sets the headers that every response may have; a part that serves pages widens its policy itself. */
export function addSecurityHeaders(http: FastifyInstance, { strictTransport }: { strictTransport: boolean }) {
  const headers = {
    ...RESPONSE_HEADERS,
    ...(strictTransport && { 'strict-transport-security': 'max-age=31536000' }),
  }
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
