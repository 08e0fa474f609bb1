import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  AFTER_LOGOUT,
  CALLBACK,
  startHostedPages,
  type TestHostedPages,
} from '../testing/start-hosted-pages.ts'
import { RUTH } from '../testing/start-identity.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestHostedPages
  let config: client.Configuration

  beforeAll(async () => {
    server = await startHostedPages({}, on)
    config = await client.discovery(
      new URL(server.issuer),
      server.ids.userPoolClientId,
      undefined,
      client.None(),
      { execute: [client.allowInsecureRequests] },
    )
  })
  beforeEach(() => server.startAnew())
  afterAll(() => server.close())

  const EVERYTHING = 'openid email profile phone aws.cognito.signin.user.admin'

  async function begin(scope = EVERYTHING, more: Record<string, string> = {}) {
    const verifier = client.randomPKCECodeVerifier()
    const checks = { state: client.randomState(), nonce: client.randomNonce() }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...checks,
      ...more,
    })
    return {
      url,
      redeem: (location: string) =>
        client.authorizationCodeGrant(config, new URL(location), {
          pkceCodeVerifier: verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
        }),
    }
  }

  async function signIn(scope?: string) {
    const { url, redeem } = await begin(scope)
    const browser = server.browser()
    const page = await browser.go(url.href)
    const done = await browser.signIn(page)
    expect(done.status).toBe(303)
    return { browser, tokens: await redeem(done.location) }
  }

  test('a foreign client signs somebody in with everything it checks: state, nonce, issuer, at_hash, signature', async () => {
    client.enableNonRepudiationChecks(config)
    const { tokens } = await signIn()
    expect(tokens.claims()).toMatchObject({
      iss: server.issuer,
      email: RUTH.email,
      'cognito:groups': ['Admins'],
      'cognito:username': tokens.claims()?.sub,
      token_use: 'id',
    })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: EVERYTHING })
    expect(await server.verifyIdToken(tokens.id_token ?? '')).toMatchObject({
      email: RUTH.email,
      groups: ['Admins'],
    })
    expect(await server.act('GetUser', { AccessToken: tokens.access_token })).toMatchObject({
      Username: tokens.claims()?.sub,
    })
  })

  test('who somebody is, is told as far as the scopes go', async () => {
    const all = (await signIn()).tokens
    const sub = all.claims()?.sub ?? ''
    expect(await client.fetchUserInfo(config, all.access_token, sub)).toEqual({
      sub,
      username: sub,
      email: RUTH.email,
      email_verified: false,
    })
    const few = (await signIn('openid')).tokens
    expect(await client.fetchUserInfo(config, few.access_token, sub)).toEqual({ sub, username: sub })
    expect(few.claims()).not.toHaveProperty('email')
  })

  test('a refresh token is exchanged for its successor, and what comes of it keeps its scope', async () => {
    const { tokens } = await signIn('openid email')
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(next.scope).toBe('openid email')
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    server.wait(2 * 60_000)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a revoked token is dead at once, and revoking what is not there is no error', async () => {
    const { tokens } = await signIn()
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await client.tokenRevocation(config, 'never-seen')
    await expect(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).rejects.toThrow()
    expect(await server.verifyIdToken(tokens.id_token ?? '')).toBeUndefined()
  })

  test('in the same browser a second client needs no password, until somebody signs out', async () => {
    const { browser } = await signIn()
    const second = await begin()
    const passed = await browser.go(second.url.href)
    expect(passed.status).toBe(302)
    expect((await second.redeem(passed.location)).claims()?.email).toBe(RUTH.email)

    const silent = await begin(EVERYTHING, { prompt: 'none' })
    expect((await silent.redeem((await browser.go(silent.url.href)).location)).access_token).toBeTruthy()

    const stolen = new Map(browser.cookies)
    const bye = await browser.go(client.buildEndSessionUrl(config, { logout_uri: AFTER_LOGOUT }).href)
    expect(bye.location).toBe(AFTER_LOGOUT)
    const thief = server.browser()
    for (const [name, value] of stolen) {
      thief.cookies.set(name, value)
    }
    for (const anybody of [browser, thief]) {
      const refused = await begin(EVERYTHING, { prompt: 'none' })
      await expect(refused.redeem((await anybody.go(refused.url.href)).location)).rejects.toMatchObject({
        error: 'login_required',
      })
    }
  })

  test('prompt=login and a sign-in that is too old ask for the password again', async () => {
    const { browser } = await signIn()
    server.wait(10 * 60_000)
    const fresh = await begin(EVERYTHING, { max_age: '60' })
    expect((await browser.go(fresh.url.href)).text).toContain('<h1>Sign in</h1>')
    const kept = await begin(EVERYTHING, { max_age: '3000' })
    expect((await browser.go(kept.url.href)).status).toBe(302)
    const again = await begin(EVERYTHING, { prompt: 'login' })
    expect((await browser.go(again.url.href)).text).toContain('<h1>Sign in</h1>')
    expect((await browser.go(kept.url.href)).text).toContain('<h1>Sign in</h1>')
  })

  test('an hour after a sign-in, or once the staff ends it, the browser is asked for the password again', async () => {
    const { browser } = await signIn()
    const { url } = await begin()
    server.wait(61 * 60_000)
    expect((await browser.go(url.href)).text).toContain('<h1>Sign in</h1>')
    const other = (await signIn()).browser
    await server.staff.setEnabled(RUTH.email, false)
    expect((await other.go(url.href)).text).toContain('<h1>Sign in</h1>')
  })

  test('a request may come as a form, and a person may go back without signing in', async () => {
    const { url, redeem } = await begin()
    const browser = server.browser()
    const led = await browser.go('/oauth2/authorize', { method: 'POST', body: url.searchParams })
    expect(led.status).toBe(303)
    const page = await browser.go(led.location)
    const cancel = /<a href="([^"]+)">Cancel</.exec(page.text)?.[1]?.replaceAll('&#38;', '&') ?? ''
    await expect(redeem(cancel)).rejects.toMatchObject({ error: 'access_denied' })
  })
})
