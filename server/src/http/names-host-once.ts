import type { IncomingMessage } from 'node:http'

/** Whether it is clear which host a request is for (RFC 9112, section 3.2); Node takes the first of several. */
export function namesHostOnce({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 ? headers.host !== undefined : hosts === 0 && httpVersion === '1.0'
}
