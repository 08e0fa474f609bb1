import type { FastifyInstance, FastifyRequest } from 'fastify'
import { claimsOf } from '../core/tokens/signed-tokens.ts'
import type { CognitoParts } from '../parts.ts'
import { authenticateBearer, bearerOf } from './bearer.ts'
import { OAuthError } from './oauth-errors.ts'
import { PATHS } from './oauth-paths.ts'

/** OpenID Connect Core, 5.3: who the bearer of an access token is, as far as its scopes go. */
export function addUserInfoEndpoint(app: FastifyInstance, parts: CognitoParts) {
  app.route({
    method: ['GET', 'POST'],
    url: PATHS.userInfo,
    handler: async (request) => {
      const { user, scope } = await authenticateBearer(parts, tokenOf(request), 'openid')
      return { sub: user.sub, username: user.sub, ...claimsOf(user, scope) }
    },
  })
}

/** RFC 6750, 2.1 and 2.2: in the header or in a form, and not in both. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = bearerOf(request)
  const field = request.body instanceof URLSearchParams ? request.body.get('access_token') : null
  if (header !== undefined && field !== null) {
    throw new OAuthError('invalid_request', 'The access token is given more than once.')
  }
  return header ?? field ?? undefined
}
