import { createHash, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import type { SignInRules } from '../core/requests/host.ts'
import { createCognito } from '../service.ts'
import { type ProofChallenge, startSrp, timestampOf } from './srp-client.ts'
import { RUTH, startCognito } from './start-cognito.ts'
import type { TestDatabase } from './test-database.ts'
import { freePort } from './test-ports.ts'

/** Somebody else's app, to which users sign in with us. */
export const CALLBACK = 'https://wiki.example/back'
export const CALLBACK_WITH_QUERY = 'https://wiki.example/back?from=vestry'
export const AFTER_LOGOUT = 'https://wiki.example/bye'

const VERIFIER = randomBytes(48).toString('base64url')
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** What a test sends instead of a usual field; `undefined` leaves the field out. */
type Changes = Record<string, string | undefined>

export type TestOAuth = Awaited<ReturnType<typeof startOAuth>>

/** The identity service with OAuth's endpoints, on real HTTP at the very address that its tokens name. */
export async function startOAuth(rules: Partial<SignInRules> = {}, on?: TestDatabase) {
  const server = await startCognito(on, rules)
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const redirectUris = [CALLBACK, CALLBACK_WITH_QUERY]
  const addresses = { redirectUris, logoutUris: [AFTER_LOGOUT] }
  const identity = await createCognito({ ...server.settings, publicUrl, ...addresses })
  const http = Fastify()
  await http.register(identity.plugin)
  await http.listen({ port, host: 'localhost' })

  /** Where the app sends a browser for a code. */
  function authorizePath(changes: Changes = {}): string {
    const fields = {
      response_type: 'code',
      client_id: server.ids.userPoolClientId,
      redirect_uri: CALLBACK,
      scope: 'openid email aws.cognito.signin.user.admin',
      state: 'state-1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/oauth2/authorize?${new URLSearchParams(given)}`
  }

  /** A form sent by an app. */
  async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(`${publicUrl}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    })
    const text = await response.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
    return { status: response.status, headers: response.headers, body }
  }

  return {
    ...server,
    users: identity.users,
    verifyIdToken: identity.verifyIdToken,
    publicUrl,
    redirectUris,
    issuer: `${publicUrl}/${identity.ids.userPoolId}`,
    browser: () => openBrowser(publicUrl, identity.ids, server.clock.now),

    /** One call of the protocol, to the service with these endpoints. */
    async act(action: string, body: object): Promise<{ __type?: string; message?: string }> {
      const [path, service] =
        action === 'GetId'
          ? ['cognito-identity', 'AWSCognitoIdentityService']
          : ['cognito-idp', 'AWSCognitoIdentityProviderService']
      const response = await fetch(`${publicUrl}/${path}/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `${service}.${action}`,
        },
        body: JSON.stringify(body),
      })
      return (await response.json()) as { __type?: string; message?: string }
    },

    authorizePath,
    post,

    /** The code that Ruth's browser brings back to the app. */
    async codeFrom(browser: Browser, changes: Changes = {}): Promise<string> {
      await browser.signIn()
      return new URL(await browser.pass(authorizePath(changes))).searchParams.get('code') ?? ''
    },

    /** The app's call that makes tokens of a code. */
    redeem: (code: string, changes: Record<string, string> = {}) =>
      post('/oauth2/token', {
        grant_type: 'authorization_code',
        client_id: server.ids.userPoolClientId,
        redirect_uri: CALLBACK,
        code,
        code_verifier: VERIFIER,
        ...changes,
      }),

    async close() {
      await http.close()
      await server.close()
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>
export type Shown = { status: number; headers: Headers; text: string; location: string }
/** What the sign-in page learns about a request, or why there is none. */
export type Asked = { kind?: string; app?: string; leave?: string; error?: string }
type Answer = { status: number; body: { location?: string; error?: string } }

/**
 * A user's browser with the sign-in page, as far as the protocol sees them: the page proves a password by SRP and
 * keeps the tokens, asks what a request is about, and hands the sign-in over. It follows no redirect by itself.
 */
export function openBrowser(
  origin: string,
  ids: { userPoolId: string; userPoolClientId: string },
  now: () => number,
) {
  let accessToken: string | undefined
  let refreshToken: string | undefined

  async function go(path: string, init: RequestInit = {}): Promise<Shown> {
    const response = await fetch(new URL(path, origin), { redirect: 'manual', ...init })
    const { status, headers } = response
    return { status, headers, text: await response.text(), location: headers.get('location') ?? '' }
  }

  async function act(action: string, body: object): Promise<SignInAnswer> {
    const { text } = await go('/cognito-idp/', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify({ ClientId: ids.userPoolClientId, ...body }),
    })
    return JSON.parse(text) as SignInAnswer
  }

  return {
    go,

    async signIn({ email, password } = RUTH): Promise<void> {
      const srp = startSrp()
      const AuthParameters = { USERNAME: email, SRP_A: srp.srpA }
      const asked = await act('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters })
      const poolName = ids.userPoolId.split('_')[1] ?? ''
      const answer = await act('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: srp.prove(asked.ChallengeParameters, poolName, password, timestampOf(now())),
      })
      accessToken = answer.AuthenticationResult.AccessToken
      refreshToken = answer.AuthenticationResult.RefreshToken
    },

    /** New tokens of the same sign-in, which is no proof of who somebody is. */
    async renew(): Promise<void> {
      const answer = await act('GetTokensFromRefreshToken', { RefreshToken: refreshToken })
      accessToken = answer.AuthenticationResult.AccessToken
    },

    async signOut(): Promise<void> {
      await act('GlobalSignOut', { AccessToken: accessToken })
      accessToken = undefined
    },

    accessToken: () => accessToken,

    /** What the sign-in page reads in the fragment of the address that led to it. */
    requestIn({ location }: Shown): string {
      return new URLSearchParams(new URL(location).hash.slice(1)).get('request') ?? ''
    },

    async ask(request: string): Promise<Asked> {
      const { text } = await go('/oauth2/request', { method: 'POST', body: new URLSearchParams({ request }) })
      return JSON.parse(text) as Asked
    },

    async accept(request: string, token = accessToken): Promise<Answer> {
      const { status, text } = await go('/oauth2/request/accept', {
        method: 'POST',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: new URLSearchParams({ request }),
      })
      return { status, body: JSON.parse(text) as Answer['body'] }
    },

    /** Lets an app begin, and returns where the sign-in page leads: with a code, or without a sign-in. */
    async pass(path: string): Promise<string> {
      const request = this.requestIn(await go(path))
      const { leave = '' } = await this.ask(request)
      return (await this.accept(request)).body.location ?? leave
    },
  }
}

type SignInAnswer = {
  ChallengeParameters: ProofChallenge
  AuthenticationResult: { AccessToken: string; RefreshToken: string }
}
