import type { Who } from '@vestry/contract/calls/route.ts'
import { isForStations } from '@vestry/contract/rules/rights.ts'
import { ApiError } from './api-errors.ts'
import type { FindStation, VerifyIdToken } from './caller.ts'
import { limitPerMinute } from './limit-per-minute.ts'
import type { Authenticate } from './mount-routes.ts'
import { networkOf } from './network-of.ts'

/** How many requests without a good token one network may make in a minute. */
const MAX_REFUSALS = 300

/**
 * Lets a request in that has a good identity token as its Bearer token (RFC 6750, section 2.1); a call of the door's
 * stations is let in with a key of the scheme `Station` alone. An address that keeps guessing is refused for a while.
 */
export function authenticateCallers({
  verifyIdToken,
  findStation,
}: {
  verifyIdToken: VerifyIdToken
  findStation: FindStation
}): Authenticate {
  const isExcessive = limitPerMinute(MAX_REFUSALS)
  return async ({ headers, ip }, who) => {
    const [scheme, find] = isForStations(who)
      ? (['station', findStation] as const)
      : (['bearer', verifyIdToken] as const)
    const token = credentialsOf(headers.authorization, scheme)
    const caller = token === undefined ? undefined : await find(token)
    if (caller) {
      return caller
    }
    if (isExcessive(networkOf(ip))) {
      throw new ApiError(
        'too_many_requests',
        'There were too many attempts from here. Try again in a minute.',
      )
    }
    throw new ApiError('not_signed_in', refusalOf(who))
  }
}

function refusalOf(who: Who): string {
  if (!isForStations(who)) {
    return 'Your session has ended. Sign in again to continue.'
  }
  return who.includes('pairing')
    ? 'This link was used already, or is older than 15 minutes. Ask an administrator for another one.'
    : 'This device is no station any more. Ask an administrator for a link that makes it one.'
}

function credentialsOf(header: string | undefined, scheme: string): string | undefined {
  const start = `${scheme} `
  const known = header?.slice(0, start.length).toLowerCase() === start
  return known ? header?.slice(start.length).trim() : undefined
}
