import { createHash, randomUUID, sign } from 'node:crypto'
import { JwtRsaVerifier } from 'aws-jwt-verify'
import { JwtBaseError, KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import type { Clock } from '../requests/host.ts'
import type { PoolIds } from '../users/pool-ids.ts'
import type { User } from '../users/users-sql.ts'
import { FULL_SCOPE, hasScope, type Scope, type Session } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'

/** For how many seconds an identity or access token is valid. */
export const TOKEN_LIFETIME = 3600
const MAX_REMEMBERED = 1000

/** What we read in a token that was found valid. */
export type Claims = {
  sub: string
  originJti: string
  exp: number
  scope: string
  /** When its holder last proved who they are, in seconds since 1970; refreshing is no proof. */
  authTime: number
}
export type TokenUse = 'id' | 'access'

/** Why a token is not valid: `expired` may be shown to its holder, anything else is `invalid`. */
export type TokenError = 'expired' | 'invalid'

export type SignedTokens = ReturnType<typeof createSignedTokens>

/** Signs and checks tokens (RS256). The caller has to ask whether their session still lives. */
export function createSignedTokens(parts: { issuer: string; ids: PoolIds; keys: SigningKeys; clock: Clock }) {
  const { issuer, ids, keys, clock } = parts
  const verifier = JwtRsaVerifier.create({
    issuer,
    audience: null,
    // The verifier knows only the machine's clock; `read` checks the times with ours.
    graceSeconds: Number.POSITIVE_INFINITY,
  })
  let version = 0
  const remembered = new Map<string, { use: TokenUse; claims: Claims }>()

  function encode(claims: object): string {
    const { kid, privateKey } = keys.current()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ kid, alg: 'RS256' })}.${part(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  function verifyWithKnownKeys(token: string) {
    if (version !== keys.version()) {
      version = keys.version()
      verifier.cacheJwks(keys.jwks())
    }
    return verifier.verifySync(token)
  }

  async function verify(token: string) {
    try {
      return verifyWithKnownKeys(token)
    } catch (error) {
      if (!(error instanceof KidNotFoundInJwksError) || !(await keys.lookAgain())) {
        throw error
      }
      return verifyWithKnownKeys(token)
    }
  }

  async function read(token: string, use: TokenUse): Promise<Claims | TokenError> {
    const known = remembered.get(token)
    if (known) {
      return known.use !== use ? 'invalid' : known.claims.exp <= clock.now() / 1000 ? 'expired' : known.claims
    }
    let payload: Awaited<ReturnType<typeof verify>>
    try {
      payload = await verify(token)
    } catch (error) {
      if (error instanceof JwtBaseError) {
        return 'invalid'
      }
      throw error
    }
    const { sub, exp, auth_time: authTime, token_use: tokenUse, origin_jti: originJti } = payload
    const audience = tokenUse === 'id' ? payload.aud : payload.client_id
    if (
      typeof sub !== 'string' ||
      typeof exp !== 'number' ||
      typeof authTime !== 'number' ||
      typeof originJti !== 'string' ||
      tokenUse !== use ||
      audience !== ids.userPoolClientId
    ) {
      return 'invalid'
    }
    if (exp <= clock.now() / 1000) {
      return 'expired'
    }
    const claims = { sub, originJti, exp, authTime, scope: String(payload.scope ?? '') }
    if (remembered.size >= MAX_REMEMBERED) {
      remembered.clear()
    }
    remembered.set(token, { use, claims })
    return claims
  }

  return {
    read,

    /** What a client gets after a sign-in or a refresh, as the wire has it; a nonce binds it to the request. */
    issue(user: User, session: Session & { refreshToken: string }, nonce?: string) {
      const { scope } = session
      const now = Math.floor(clock.now() / 1000)
      const common = {
        sub: user.sub,
        iss: issuer,
        origin_jti: session.originJti,
        event_id: randomUUID(),
        auth_time: Math.floor(session.authTime / 1000),
        iat: now,
        exp: now + TOKEN_LIFETIME,
        ...(user.groups.length > 0 && { 'cognito:groups': user.groups }),
      }
      const accessToken = encode({
        ...common,
        jti: randomUUID(),
        token_use: 'access',
        client_id: ids.userPoolClientId,
        scope: scope ?? FULL_SCOPE,
        username: user.sub,
        ...(session.deviceKey !== undefined && { device_key: session.deviceKey }),
      })
      return {
        AccessToken: accessToken,
        IdToken: encode({
          ...claimsOf(user, scope),
          ...common,
          jti: randomUUID(),
          token_use: 'id',
          aud: ids.userPoolClientId,
          'cognito:username': user.sub,
          ...(scope !== undefined && { at_hash: leftHalf(accessToken) }),
          ...(nonce !== undefined && { nonce }),
        }),
        RefreshToken: session.refreshToken,
        ExpiresIn: TOKEN_LIFETIME,
        TokenType: 'Bearer',
      }
    },
  }
}

/** What each scope says about a user (OpenID Connect, 5.4). */
const CLAIMS: Record<Scope, (user: User) => Record<string, unknown>> = {
  openid: () => ({}),
  profile({ attributes }) {
    const { email_verified, phone_number, phone_number_verified, updated_at, ...profile } = attributes
    return { ...profile, ...(updated_at !== undefined && { updated_at: Number(updated_at) }) }
  },
  email: ({ email, attributes }) => ({ email, email_verified: attributes.email_verified === 'true' }),
  phone: ({ attributes: { phone_number, phone_number_verified } }) =>
    phone_number === undefined
      ? {}
      : { phone_number, phone_number_verified: phone_number_verified === 'true' },
  [FULL_SCOPE]: () => ({}),
}

/** Those that the service's description names. */
export const NAMED_CLAIMS = [
  'sub',
  'name',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
] as const

/** The claims about a user: all of them, or those of the scopes. */
export function claimsOf(user: User, scope?: string): Record<string, unknown> {
  const names = (Object.keys(CLAIMS) as Scope[]).filter(
    (name) => scope === undefined || hasScope(name, scope),
  )
  return Object.assign({}, ...names.map((name) => CLAIMS[name](user)))
}

/** OpenID Connect Core, 3.1.3.6: binds an identity token to the access token that it comes with. */
function leftHalf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
