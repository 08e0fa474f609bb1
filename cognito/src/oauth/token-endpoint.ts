import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestContext } from '../action.ts'
import { exchangeToken, revokeToken } from '../core/tokens/refresh-tokens.ts'
import { FULL_SCOPE, hasScope, type Session } from '../core/tokens/sessions.ts'
import { TOKEN_LIFETIME } from '../core/tokens/signed-tokens.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import { OAuthError, required, single } from './oauth-errors.ts'
import { PATHS } from './oauth-paths.ts'

/** RFC 6749, 3.2 and RFC 7009. The client is public: the verifier, not a secret, proves that it is the one. */
export function addTokenEndpoints(
  app: FastifyInstance,
  parts: CognitoParts,
  { codes, later }: { codes: AuthorizationCodes; later: RequestContext['later'] },
) {
  app.post(PATHS.token, async (request) => {
    const form = readClientForm(parts, request)
    switch (required(form, 'grant_type')) {
      case 'authorization_code':
        return exchangeCode(parts, codes, form, request.ip)
      case 'refresh_token':
        return refresh(parts, form, { address: request.ip, later })
      default:
        throw new OAuthError(
          'unsupported_grant_type',
          'grant_type must be authorization_code or refresh_token.',
        )
    }
  })

  /** A token that is not known, or no longer, is answered as if it had just been revoked. */
  app.post(PATHS.revoke, async (request, reply) => {
    const form = readClientForm(parts, request)
    await revokeToken(parts, required(form, 'token'), { address: request.ip, later })
    return reply.code(200).send()
  })
}

async function exchangeCode(
  parts: CognitoParts,
  codes: AuthorizationCodes,
  form: URLSearchParams,
  address: string,
) {
  const { user, session, nonce } = await codes.redeem(required(form, 'code'), {
    redirectUri: required(form, 'redirect_uri'),
    verifier: required(form, 'code_verifier'),
    address,
  })
  return answerOf(parts, user, session, nonce)
}

async function refresh(parts: CognitoParts, form: URLSearchParams, context: RequestContext) {
  const token = required(form, 'refresh_token')
  const asked = single(form, 'scope')?.split(' ')
  const checkScope = (granted: string) => {
    if (asked?.some((scope) => !hasScope(scope, granted))) {
      throw new OAuthError('invalid_scope', 'More is asked for than was granted.')
    }
  }
  const { user, session } = await exchangeToken(parts, token, context, { checkScope }).catch(
    (error: unknown) => {
      throw error instanceof CognitoError ? new OAuthError('invalid_grant', error.message) : error
    },
  )
  return answerOf(parts, user, session)
}

/** RFC 6749, 5.1. */
function answerOf(
  { tokens }: CognitoParts,
  user: User,
  session: Session & { refreshToken: string },
  nonce?: string,
) {
  const issued = tokens.issue(user, session, nonce)
  const scope = session.scope ?? FULL_SCOPE
  return {
    access_token: issued.AccessToken,
    // A sign-in without a scope is one by InitiateAuth, which gave an id token too.
    ...((session.scope === undefined || hasScope('openid', scope)) && { id_token: issued.IdToken }),
    refresh_token: issued.RefreshToken,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME,
    scope,
  }
}

function readClientForm({ ids }: CognitoParts, request: FastifyRequest): URLSearchParams {
  if (!(request.body instanceof URLSearchParams)) {
    throw new OAuthError('invalid_request', 'The request must be a form.')
  }
  if (request.headers.authorization !== undefined) {
    throw new OAuthError('invalid_client', 'The client is public: it names itself by client_id alone.')
  }
  if (single(request.body, 'client_id') !== ids.userPoolClientId) {
    throw new OAuthError('invalid_client', 'The client is not known.')
  }
  return request.body
}
