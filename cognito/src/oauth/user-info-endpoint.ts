import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '../admit.ts'
import { claimsOf } from '../core/signed-tokens.ts'
import { CognitoError } from '../errors.ts'
import { AT, type HostedParts } from './hosted-parts.ts'
import { OAuthError } from './oauth-errors.ts'

/** OpenID Connect Core, 5.3: who the bearer of an access token is, as far as its scopes go. */
export function addUserInfoEndpoint(app: FastifyInstance, parts: HostedParts) {
  app.route({
    method: ['GET', 'POST'],
    url: AT.userInfo,
    handler: async (request) => {
      const { person, scope } = await admit(parts, bearerOf(request), 'openid').catch(refuse)
      return { sub: person.sub, username: person.sub, ...claimsOf(person, scope) }
    },
  })
}

function bearerOf({ headers, body }: FastifyRequest): string {
  const header = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
  const field = body instanceof URLSearchParams ? (body.get('access_token') ?? undefined) : undefined
  if (header !== undefined && field !== undefined) {
    throw new OAuthError('invalid_request', 'The access token is given more than once.')
  }
  return header ?? field ?? ''
}

function refuse(error: unknown): never {
  if (!(error instanceof CognitoError)) {
    throw error
  }
  throw error.message.includes('scopes')
    ? new OAuthError('insufficient_scope', 'The access token is not for this.')
    : new OAuthError('invalid_token', 'The access token is not, or no longer, good.')
}
