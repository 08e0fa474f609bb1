import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RUTH } from '../testing/start-cognito.ts'
import { AFTER_LOGOUT, type Browser, CALLBACK, startOAuth, type TestOAuth } from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestOAuth
  let config: client.Configuration

  beforeAll(async () => {
    server = await startOAuth({}, on)
    config = await client.discovery(
      new URL(server.issuer),
      server.ids.userPoolClientId,
      undefined,
      client.None(),
      { execute: [client.allowInsecureRequests] },
    )
  })
  beforeEach(() => server.reset())
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
    await browser.signIn()
    return { browser, tokens: await redeem(await browser.pass(url.href)) }
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

  test('user info has the claims of the scopes', async () => {
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

  test('the refresh token of a sign-in by InitiateAuth gives an id token here too', async () => {
    const { AuthenticationResult } = (await server.act('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: server.ids.userPoolClientId,
      AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
    })) as { AuthenticationResult?: { RefreshToken: string } }
    const next = await client.refreshTokenGrant(config, AuthenticationResult?.RefreshToken ?? '')
    expect(next.claims()).toMatchObject({ email: RUTH.email, token_use: 'id' })
  })

  test('a revoked token is dead at once, and revoking what is not there is no error', async () => {
    const { tokens } = await signIn()
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await client.tokenRevocation(config, 'never-seen')
    await expect(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).rejects.toThrow()
    expect(await server.verifyIdToken(tokens.id_token ?? '')).toBeUndefined()
  })

  const isAskedAgain = async (browser: Browser, url: URL) => {
    const { status, body } = await browser.accept(browser.requestIn(await browser.go(url.href)))
    expect([status, body.error]).toEqual(
      body.location === undefined ? [400, 'login_required'] : [200, undefined],
    )
    return body.location === undefined
  }

  test('whoever is signed in needs no password for a second client, until they sign out', async () => {
    const { browser } = await signIn()
    const second = await begin()
    expect((await second.redeem(await browser.pass(second.url.href))).claims()?.email).toBe(RUTH.email)

    const silent = await begin(EVERYTHING, { prompt: 'none' })
    expect((await silent.redeem(await browser.pass(silent.url.href))).access_token).toBeTruthy()

    const bye = await browser.go(client.buildEndSessionUrl(config, { logout_uri: AFTER_LOGOUT }).href)
    expect(await browser.ask(browser.requestIn(bye))).toEqual({
      kind: 'sign_out',
      app: 'wiki.example',
      leave: AFTER_LOGOUT,
    })
    await browser.signOut()
    const refused = await begin(EVERYTHING, { prompt: 'none' })
    await expect(refused.redeem(await browser.pass(refused.url.href))).rejects.toMatchObject({
      error: 'login_required',
    })
  })

  test('prompt=login, another name and a sign-in that is too old ask for the password again', async () => {
    const { browser } = await signIn()
    server.wait(10 * 60_000)
    const who = 'openid email'
    const { url: fresh } = await begin(who, { max_age: '60' })
    expect(await isAskedAgain(browser, fresh)).toBe(true)
    const { url: kept } = await begin(who, { max_age: '3000' })
    expect(await isAskedAgain(browser, kept)).toBe(false)
    for (const more of [
      { prompt: 'login' },
      { prompt: 'select_account' },
      { login_hint: 'naomi@example.org' },
    ]) {
      expect(await isAskedAgain(browser, (await begin(who, more)).url)).toBe(true)
    }
    expect(await isAskedAgain(browser, (await begin(who, { login_hint: 'Ruth@Example.org' })).url)).toBe(
      false,
    )
  })

  test('whoever signs in for a request has done what it asked for', async () => {
    const { browser } = await signIn()
    for (const more of [{ prompt: 'login' }, { max_age: '0' }, { login_hint: 'naomi@example.org' }]) {
      server.wait(60_000)
      const { url, redeem } = await begin(EVERYTHING, more)
      const request = browser.requestIn(await browser.go(url.href))
      expect((await browser.accept(request)).body.error).toBe('login_required')
      server.wait(60_000)
      await browser.signIn()
      const { body } = await browser.accept(request)
      expect((await redeem(body.location ?? '')).claims()?.email).toBe(RUTH.email)
    }
  })

  test('an hour after a sign-in, sooner for all that one may do, or once the staff ends it, the password is asked for again', async () => {
    const { browser } = await signIn()
    const { url } = await begin()
    const { url: who } = await begin('openid email')
    server.wait(11 * 60_000)
    expect(await isAskedAgain(browser, url)).toBe(true)
    expect(await isAskedAgain(browser, who)).toBe(false)
    server.wait(50 * 60_000)
    await browser.renew()
    expect(await isAskedAgain(browser, who)).toBe(true)
    const other = (await signIn()).browser
    await server.users.setEnabled(RUTH.email, false)
    const { status, body } = await other.accept(other.requestIn(await other.go(url.href)))
    expect([status, body.error]).toEqual([401, 'invalid_token'])
  })

  test('a request may come as a form, and a user may go back without signing in', async () => {
    const { url, redeem } = await begin()
    const browser = server.browser()
    const led = await browser.go('/oauth2/authorize', { method: 'POST', body: url.searchParams })
    expect(led.status).toBe(303)
    const { kind, app, leave = '' } = await browser.ask(browser.requestIn(led))
    expect({ kind, app }).toEqual({ kind: 'sign_in', app: 'wiki.example' })
    await expect(redeem(leave)).rejects.toMatchObject({ error: 'access_denied' })
  })
})
