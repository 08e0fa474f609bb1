import type { IncomingMessage } from 'node:http'

/** The headers of a response that a page of another origin may read. */
const EXPOSED =
  'Accept-Ranges, Content-Length, Content-Range, Date, ETag, Last-Modified, x-amz-meta-upload, x-amz-mp-parts-count, x-amz-request-id'

/** How long a browser may remember a preflight, in seconds; Chromium does so for two hours at most. */
const MAX_AGE = '7200'

/**
 * The headers that let a page of an allowed origin read a response; sent with errors too, or the page could not tell
 * them apart.
 */
export function corsHeaders(
  allowed: readonly string[] = [],
  origin: string | undefined,
): Record<string, string> {
  if (allowed.length === 0) {
    return {}
  }
  return origin !== undefined && allowed.includes(origin)
    ? { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
    : { vary: 'Origin' }
}

/**
 * The answer to a preflight of an allowed origin, beside `corsHeaders`; `undefined` for any other request. Every header
 * that the browser asks for may be sent: what a request may do depends on its signature alone.
 */
export function preflightHeaders(
  allowed: readonly string[] = [],
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  methods: readonly string[],
): Record<string, string> | undefined {
  const requested = headers['access-control-request-headers'] ?? ''
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  return isPreflight && allowed.includes(headers.origin ?? '') && /^[\w\-, ]*$/.test(requested)
    ? {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': requested,
        'access-control-max-age': MAX_AGE,
      }
    : undefined
}
