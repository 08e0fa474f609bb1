import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { proxyMatcher } from './trusted-proxies.ts'

/** What another program may call a request: nothing that could begin a line or a field of a log. */
const GOOD_ID = /^[\w.:=+/-]{1,64}$/

/**
 * Makes the id of each request, which differs from those of every other start, and grows. The `X-Request-Id` of a
 * trusted proxy is taken over, so that its log and ours name the same request.
 */
export function requestIdGenerator(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyMatcher(trustProxy)
  const start = randomBytes(4).toString('hex')
  let count = 0
  return (request) => {
    count += 1
    const given = request.headers['x-request-id']
    return typeof given === 'string' && GOOD_ID.test(given) && isTrusted(request.socket.remoteAddress)
      ? given
      : `${start}-${count.toString(36)}`
  }
}
