import type { IncomingMessage } from 'node:http'

/** How long a browser may remember a preflight, in seconds; Chromium does so for two hours at most. */
const REMEMBERED = '7200'

/**
 * What lets a page of a listed origin read an answer, `exposed` being the headers it may see; nothing for any
 * other origin. To be sent with errors too: without it the page sees no more than a broken line.
 */
export function crossOriginHeaders(
  allowed: readonly string[],
  origin: string | undefined,
  exposed: string,
): Record<string, string> {
  if (allowed.length === 0) {
    return {}
  }
  return origin !== undefined && allowed.includes(origin)
    ? { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
    : { vary: 'Origin' }
}

/**
 * What a preflight of a listed origin is answered beside `crossOriginHeaders`; `undefined` for any other
 * request. Every header may be sent that the browser asks for: cookies are never allowed, and what a
 * request may do depends on its token or signature alone.
 */
export function preflightHeaders(
  allowed: readonly string[],
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  methods: readonly string[],
): Record<string, string> | undefined {
  const asked = headers['access-control-request-headers'] ?? ''
  if (
    method !== 'OPTIONS' ||
    headers['access-control-request-method'] === undefined ||
    !allowed.includes(headers.origin ?? '') ||
    !/^[\w\-, ]*$/.test(asked)
  ) {
    return undefined
  }
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': asked,
    'access-control-max-age': REMEMBERED,
  }
}
