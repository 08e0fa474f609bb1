import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ActionTable, action, refused } from './action.ts'
import type { CognitoTokens } from './core/tokens/cognito-tokens.ts'
import type { IssuedCredentials } from './core/tokens/temporary-credentials.ts'
import { uuidOf } from './core/users/users-sql.ts'
import { CognitoError, invalidParameter } from './errors.ts'
import type { CognitoParts } from './parts.ts'

const Logins = z.record(z.string(), z.string().max(8192)).default({})

const CredentialsInput = z.object({
  IdentityId: z.string(),
  Logins,
  CustomRoleArn: refused('The identity pool has no roles to choose among: leave CustomRoleArn out.'),
})

/** The identity pool: exchanges an identity token for credentials to the store. */
export function identityPoolActions(parts: CognitoParts): ActionTable {
  const { ids, rules, encryptor, credentials, cognito, assumeRole, mayWrite } = parts
  const region = ids.identityPoolId.split(':')[0]
  const regionOfPool = ids.userPoolId.split('_')[0]
  const providers = cognito
    ? [cognito.provider]
    : [
        parts.issuer.replace(/^https?:\/\//, ''),
        // The name that Amazon's own libraries give the pool, whatever its endpoint is; some with a region of theirs.
        ...new Set(
          [regionOfPool, 'us-east-1'].map((one) => `cognito-idp.${one}.amazonaws.com/${ids.userPoolId}`),
        ),
      ]
  const identityIdOf = (sub: string) => `${region}:${uuidOf(encryptor.mac('identity-id', sub))}`

  const isGuest = (logins: Record<string, string>) => rules.guests && Object.keys(logins).length === 0

  async function verifyLogins(logins: Record<string, string>) {
    const token = providers.map((provider) => logins[provider]).find((one) => one !== undefined)
    if (token === undefined) {
      throw Object.keys(logins).length === 0
        ? new CognitoError(
            'NotAuthorizedException',
            'Unauthenticated access is not supported for this identity pool.',
          )
        : new CognitoError(
            'NotAuthorizedException',
            'Token is not from a supported provider of this identity pool.',
          )
    }
    const verified = cognito ? await verifyForeignToken(cognito, token) : await verifyOwnToken(token)
    if (verified === 'expired') {
      throw new CognitoError('NotAuthorizedException', 'Invalid login token. Token expired.')
    }
    if (verified === 'invalid') {
      throw new CognitoError('NotAuthorizedException', 'Invalid login token.')
    }
    return verified
  }

  async function verifyOwnToken(token: string) {
    const claims = await parts.tokens.read(token, 'id')
    if (typeof claims === 'string') {
      return claims
    }
    const { sub, originJti } = claims
    const user = await parts.sessions.fullHolder(originJti)
    return user?.sub === sub
      ? { sub, makeCredentials: () => credentials.make(originJti), groups: user.groups }
      : 'invalid'
  }

  async function verifyForeignToken(tokens: CognitoTokens, token: string) {
    const claims = await tokens.read(token)
    if (claims === 'unreachable') {
      throw new CognitoError('InternalErrorException', 'The user pool can not be reached just now.')
    }
    return typeof claims === 'string'
      ? claims
      : {
          sub: claims.sub,
          makeCredentials: async () => credentials.makeUntil(claims),
          groups: claims.groups,
        }
  }

  return {
    GetId: action(z.object({ IdentityPoolId: z.string(), Logins }), async (input) => {
      if (input.IdentityPoolId !== ids.identityPoolId) {
        throw new CognitoError(
          'ResourceNotFoundException',
          `IdentityPool '${input.IdentityPoolId}' not found.`,
        )
      }
      if (isGuest(input.Logins)) {
        return { IdentityId: `${region}:${randomUUID()}` }
      }
      return { IdentityId: identityIdOf((await verifyLogins(input.Logins)).sub) }
    }),

    GetCredentialsForIdentity: action(CredentialsInput, async (input) => {
      if (isGuest(input.Logins)) {
        if (!/^[\w-]+:[0-9a-f-]{36}$/.test(input.IdentityId)) {
          throw new CognitoError('ResourceNotFoundException', `Identity '${input.IdentityId}' not found.`)
        }
        return credentialsFor(
          input.IdentityId,
          (await assumeRole?.(input.IdentityId, 'read')) ?? credentials.makeForGuest(),
        )
      }
      const { sub, makeCredentials, groups } = await verifyLogins(input.Logins)
      const identityId = identityIdOf(sub)
      if (input.IdentityId !== identityId) {
        throw invalidParameter('The identity does not belong to the login token.')
      }
      return credentialsFor(
        identityId,
        (await assumeRole?.(identityId, mayWrite(groups) ? 'write' : 'read')) ?? (await makeCredentials()),
      )
    }),
  }
}

function credentialsFor(identityId: string, made: IssuedCredentials) {
  return {
    IdentityId: identityId,
    Credentials: {
      AccessKeyId: made.accessKeyId,
      SecretKey: made.secretAccessKey,
      SessionToken: made.sessionToken,
      Expiration: Math.floor(made.expires / 1000),
    },
  }
}
