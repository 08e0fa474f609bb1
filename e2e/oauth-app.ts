import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as client from 'openid-client'
import type { RunningServer } from './running-server.ts'

/** An app of somebody else's where people sign in with us, as far as tests look at it. */
export type OAuthApp = {
  origin: string
  /** Where Vestry may lead back to, as its settings name it. */
  settings: Record<string, string>
  /** Which server people sign in at; to be said before anybody does. */
  use(server: RunningServer): Promise<void>
  close(): Promise<void>
}

/** Starts a small wiki with a client library of its own (openid-client), bound to each browser by a cookie. */
export async function startOAuthApp(): Promise<OAuthApp> {
  const begun = new Map<string, { browser: string; verifier: string; nonce: string }>()
  let config: client.Configuration
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : 0}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    const browser = /wiki=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(16).toString('hex')
    response.setHeader('set-cookie', `wiki=${browser}; Path=/; HttpOnly; SameSite=Lax`)
    const show = (heading: string) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><html lang="en"><title>Wiki</title><link rel="icon" href="data:,"><h1>${heading}</h1>`,
        )
    const lead = (to: URL) => response.writeHead(302, { location: to.href }).end()
    if (url.pathname === '/sign-in') {
      lead(await begin(browser, Object.fromEntries(url.searchParams)))
    } else if (url.pathname === '/sign-out') {
      lead(client.buildEndSessionUrl(config, { logout_uri: `${origin}/bye` }))
    } else if (url.pathname === '/back') {
      show(await finish(browser, url))
    } else {
      show(url.pathname === '/bye' ? 'Signed out of the wiki' : 'Wiki')
    }
  }

  async function begin(browser: string, more: Record<string, string>): Promise<URL> {
    const [state, verifier, nonce] = [
      client.randomState(),
      client.randomPKCECodeVerifier(),
      client.randomNonce(),
    ]
    begun.set(state, { browser, verifier, nonce })
    return client.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/back`,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...more,
    })
  }

  async function finish(browser: string, url: URL): Promise<string> {
    const state = url.searchParams.get('state') ?? ''
    const known = begun.get(state)
    if (known?.browser !== browser) {
      return 'Begun in another browser'
    }
    begun.delete(state)
    try {
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: known.verifier,
        expectedState: state,
        expectedNonce: known.nonce,
      })
      return `Welcome to the wiki, ${tokens.claims()?.email}`
    } catch (error) {
      return `Not signed in: ${error instanceof client.AuthorizationResponseError ? error.error : error}`
    }
  }

  return {
    origin,
    settings: { VESTRY_REDIRECT_URIS: `${origin}/back`, VESTRY_LOGOUT_URIS: `${origin}/bye` },
    async use(vestry) {
      const ids = (await (await fetch(`${vestry.origin}/config.json`)).json()) as {
        userPoolId: string
        userPoolClientId: string
      }
      config = await client.discovery(
        new URL(`${vestry.origin}/${ids.userPoolId}`),
        ids.userPoolClientId,
        undefined,
        client.None(),
        { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
      )
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
