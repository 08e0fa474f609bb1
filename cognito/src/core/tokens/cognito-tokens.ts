import { CognitoJwtVerifier, JwtRsaVerifier } from 'aws-jwt-verify'
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import type { Clock } from '../requests/host.ts'
import type { TokenError } from './signed-tokens.ts'

/** Where users sign in when not here. */
export type CognitoPool = {
  userPoolId: string
  clientId: string
  /** The origin of a service other than Amazon's. */
  endpoint?: string | undefined
}

/** What we read in an identity token of somebody who signed in elsewhere. */
export type CognitoClaims = {
  sub: string
  email: string
  name: string | undefined
  groups: readonly string[]
  /** Seconds since 1970. */
  exp: number
}

/** How many seconds our clock and the pool's may differ. */
const GRACE = 60
const PATIENCE = 5000
const MAX_REMEMBERED = 1000

/** The keys could not be fetched (or were, and are none), which says nothing about the token. */
const UNREACHABLE = [
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  WaitPeriodNotYetEndedJwkError,
]

export type CognitoTokens = ReturnType<typeof createCognitoTokens>

/** Checks identity tokens by the pool's published keys, which are fetched at the first token and for an unknown key. */
export function createCognitoTokens({ userPoolId, clientId, endpoint }: CognitoPool, clock: Clock) {
  const issuer =
    endpoint === undefined
      ? CognitoJwtVerifier.parseUserPoolId(userPoolId).issuer
      : `${endpoint}/${userPoolId}`
  // The verifiers know only the machine's clock; `read` checks the end with ours.
  const graceSeconds = Number.POSITIVE_INFINITY
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } })
  const verifier =
    endpoint === undefined
      ? CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id', graceSeconds }, { jwksCache })
      : JwtRsaVerifier.create({ issuer, audience: clientId, graceSeconds }, { jwksCache })
  const remembered = new Map<string, CognitoClaims>()

  async function verify(token: string): Promise<CognitoClaims | TokenError | 'unreachable'> {
    let payload: Awaited<ReturnType<typeof verifier.verify>>
    try {
      payload = await verifier.verify(token)
    } catch (error) {
      if (!(error instanceof JwtBaseError)) {
        throw error
      }
      return UNREACHABLE.some((kind) => error instanceof kind) ? 'unreachable' : 'invalid'
    }
    const { sub, exp, token_use: use, email, name, 'cognito:username': username } = payload
    if (typeof sub !== 'string' || typeof exp !== 'number' || use !== 'id') {
      return 'invalid'
    }
    const groups: unknown = payload['cognito:groups']
    return {
      sub,
      email: textOf(email) ?? textOf(username) ?? sub,
      name: textOf(name),
      groups: Array.isArray(groups) ? groups.map(String) : [],
      exp,
    }
  }

  return {
    /** The provider name in the logins of the identity pool: the issuer without its scheme. */
    provider: issuer.replace(/^https?:\/\//, ''),

    async read(token: string): Promise<CognitoClaims | TokenError | 'unreachable'> {
      const claims = remembered.get(token) ?? (await verify(token))
      if (typeof claims === 'string') {
        return claims
      }
      if (claims.exp + GRACE <= clock.now() / 1000) {
        remembered.delete(token)
        return 'expired'
      }
      if (remembered.size >= MAX_REMEMBERED) {
        remembered.clear()
      }
      remembered.set(token, claims)
      return claims
    },
  }
}

async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  try {
    const answer = await fetch(uri, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    if (!answer.ok) {
      throw new FetchError(uri, `It answered ${answer.status}.`)
    }
    return await answer.arrayBuffer()
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError(uri, error)
  }
}

function textOf(claim: unknown): string | undefined {
  return (typeof claim === 'string' && claim.trim()) || undefined
}
