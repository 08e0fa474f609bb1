import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-errors.ts'
import type { VerifyIdToken } from './caller.ts'
import type { Authenticate } from './mount-routes.ts'
import { networkOf } from './network-of.ts'

const WINDOW = 60_000
/** How many requests without a good token one network may make in a minute. */
const MAX_REFUSALS = 300
/** How many networks are counted; when a flood comes from more of them, counting starts again. */
const MAX_NETWORKS = 10_000

/**
 * Lets a request in that has a good identity token as its Bearer token (RFC 6750, section 2.1); an address that keeps
 * guessing is refused for a while.
 */
export function authenticateCallers(verifyIdToken: VerifyIdToken): Authenticate {
  const isExcessive = countRefusals()
  return async (request) => {
    const token = bearerOf(request.headers.authorization)
    const caller = token === undefined ? undefined : await verifyIdToken(token)
    if (caller) {
      return caller
    }
    if (isExcessive(request)) {
      throw new ApiError(
        'too_many_requests',
        'There were too many attempts from here. Try again in a minute.',
      )
    }
    throw new ApiError('not_signed_in', 'Your session has ended. Sign in again to continue.')
  }
}

/** Counts the refusals of a network; true when it has had too many within a minute. */
function countRefusals() {
  const counts = new Map<string, number>()
  let ends = 0
  return ({ ip }: FastifyRequest): boolean => {
    const now = performance.now()
    if (now >= ends || counts.size >= MAX_NETWORKS) {
      counts.clear()
      ends = now + WINDOW
    }
    const network = networkOf(ip)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count > MAX_REFUSALS
  }
}

const SCHEME = 'bearer '

function bearerOf(header: string | undefined): string | undefined {
  const known = header?.slice(0, SCHEME.length).toLowerCase() === SCHEME
  return known ? header?.slice(SCHEME.length).trim() : undefined
}
