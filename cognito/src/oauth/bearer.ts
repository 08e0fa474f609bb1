import type { FastifyRequest } from 'fastify'
import { authenticate, MissingScope } from '../authenticate.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { OAuthError } from './oauth-errors.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whose access token it is; throws invalid_token or insufficient_scope, as RFC 6750 (3.1) calls them. */
export async function authenticateBearer(parts: CognitoParts, token: string | undefined, scope?: string) {
  try {
    return await authenticate(parts, token ?? '', scope)
  } catch (error) {
    if (error instanceof MissingScope) {
      throw new OAuthError('insufficient_scope', 'The access token is not for this.')
    }
    throw error instanceof CognitoError
      ? new OAuthError('invalid_token', 'The access token is not, or no longer, valid.')
      : error
  }
}
