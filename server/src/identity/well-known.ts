import type { FastifyInstance } from 'fastify'
import type { SigningKeys } from './tokens/signing-keys.ts'

/** What anybody may know who checks our tokens: the issuer's description and its public keys. */
export function wellKnownPlugin(issuer: string, userPoolId: string, keys: SigningKeys) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
    })
    app.get(`/${userPoolId}/.well-known/jwks.json`, async () => keys.jwks())
    app.get(`/${userPoolId}/.well-known/openid-configuration`, async () => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }))
  }
}
