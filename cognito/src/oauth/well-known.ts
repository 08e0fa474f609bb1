import type { FastifyInstance } from 'fastify'
import { SCOPES } from '../core/tokens/sessions.ts'
import { NAMED_CLAIMS } from '../core/tokens/signed-tokens.ts'
import type { SigningKeys } from '../core/tokens/signing-keys.ts'
import { PATHS } from './oauth-paths.ts'

/** What everybody who checks our tokens or signs users in with us may know: OpenID Connect Discovery, and the keys. */
export function wellKnownPlugin(given: {
  issuer: string
  publicUrl: string
  userPoolId: string
  keys: SigningKeys
}) {
  const { issuer, publicUrl, userPoolId, keys } = given
  const at = (path: string) => `${publicUrl}${path}`
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
    })
    app.get(`/${userPoolId}/.well-known/jwks.json`, async () => keys.jwks())
    app.get(`/${userPoolId}/.well-known/openid-configuration`, async () => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: at(PATHS.authorize),
      token_endpoint: at(PATHS.token),
      userinfo_endpoint: at(PATHS.userInfo),
      revocation_endpoint: at(PATHS.revoke),
      end_session_endpoint: at(PATHS.logout),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      scopes_supported: SCOPES,
      prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_supported: NAMED_CLAIMS,
    }))
  }
}
