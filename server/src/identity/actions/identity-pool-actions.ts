import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { IdentityError, invalidParameter } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { uuidOf } from '../people/people.ts'
import type { TemporaryCredentials } from '../tokens/temporary-credentials.ts'
import { type ActionTable, action } from './action.ts'

const Logins = z.record(z.string(), z.string().max(8192)).default({})

/** The identity pool: exchanges an identity token for credentials to the store. */
export function identityPoolActions(parts: IdentityParts): ActionTable {
  const { ids, issuer, rules, sealer, tokens, families, credentials } = parts
  const provider = issuer.replace(/^https?:\/\//, '')
  const region = ids.identityPoolId.split(':')[0]
  const identityIdOf = (sub: string) => `${region}:${uuidOf(sealer.mac('identity-id', sub))}`

  const isGuest = (logins: Record<string, string>) => rules.guests && Object.keys(logins).length === 0

  async function admitLogins(logins: Record<string, string>) {
    const token = logins[provider]
    if (token === undefined) {
      throw Object.keys(logins).length === 0
        ? new IdentityError(
            'NotAuthorizedException',
            'Unauthenticated access is not supported for this identity pool.',
          )
        : new IdentityError(
            'NotAuthorizedException',
            'Token is not from a supported provider of this identity pool.',
          )
    }
    const claims = await tokens.read(token, 'id')
    if (claims === 'expired') {
      throw new IdentityError('NotAuthorizedException', 'Invalid login token. Token expired.')
    }
    const person = claims === 'invalid' ? undefined : await families.fullHolder(claims.originJti)
    if (claims === 'invalid' || !person || person.sub !== claims.sub) {
      throw new IdentityError('NotAuthorizedException', 'Invalid login token.')
    }
    return claims
  }

  return {
    GetId: action(z.object({ IdentityPoolId: z.string(), Logins }), async (input) => {
      if (input.IdentityPoolId !== ids.identityPoolId) {
        throw new IdentityError(
          'ResourceNotFoundException',
          `IdentityPool '${input.IdentityPoolId}' not found.`,
        )
      }
      if (isGuest(input.Logins)) {
        return { IdentityId: `${region}:${randomUUID()}` }
      }
      return { IdentityId: identityIdOf((await admitLogins(input.Logins)).sub) }
    }),

    GetCredentialsForIdentity: action(z.object({ IdentityId: z.string(), Logins }), async (input) => {
      if (isGuest(input.Logins)) {
        if (!/^[\w-]+:[0-9a-f-]{36}$/.test(input.IdentityId)) {
          throw new IdentityError('ResourceNotFoundException', `Identity '${input.IdentityId}' not found.`)
        }
        return credentialsFor(input.IdentityId, credentials.makeForGuest())
      }
      const { sub, originJti } = await admitLogins(input.Logins)
      const identityId = identityIdOf(sub)
      if (input.IdentityId !== identityId) {
        throw invalidParameter('The identity does not belong to the login token.')
      }
      return credentialsFor(identityId, await credentials.make(originJti))
    }),
  }
}

function credentialsFor(identityId: string, made: ReturnType<TemporaryCredentials['makeForGuest']>) {
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
