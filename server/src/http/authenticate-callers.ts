import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-errors.ts'
import type { VerifyIdToken } from './caller.ts'
import type { Admit } from './mount-routes.ts'

/** Counts a refused request of an address; true when it has had too many of late. */
export type CountRefusal = (request: FastifyRequest) => Promise<boolean>

/** Admits whoever brings a good Bearer identity token (RFC 6750, section 2.1); an address that keeps guessing is put off. */
export function authenticateCallers(verifyIdToken: VerifyIdToken, countRefusal: CountRefusal): Admit {
  return async (request) => {
    const token = bearerOf(request.headers.authorization)
    const caller = token === undefined ? undefined : await verifyIdToken(token)
    if (caller) {
      return caller
    }
    if (await countRefusal(request)) {
      throw new ApiError(
        'too_many_requests',
        'There were too many attempts from here. Try again in a minute.',
      )
    }
    throw new ApiError('not_signed_in', 'Your session has ended. Sign in again to continue.')
  }
}

const SCHEME = 'bearer '

function bearerOf(header: string | undefined): string | undefined {
  const known = header?.slice(0, SCHEME.length).toLowerCase() === SCHEME
  return known ? header?.slice(SCHEME.length).trim() : undefined
}
