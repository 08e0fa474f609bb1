import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RUTH } from '../testing/start-cognito.ts'
import {
  AFTER_LOGOUT,
  CALLBACK,
  CALLBACK_WITH_QUERY,
  CHALLENGE,
  startOAuth,
  type TestOAuth,
} from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestOAuth

  beforeAll(async () => {
    server = await startOAuth({}, database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  /** Where somebody about whom no app can be told is led. */
  const refused = () => `${server.publicUrl}/login#error=invalid_client`

  test('nobody is sent to an address that does not match exactly', async () => {
    const odd = [
      `${CALLBACK}/`,
      `${CALLBACK}er`,
      `${CALLBACK}?more=1`,
      `${CALLBACK}#part`,
      `${CALLBACK}/../back`,
      CALLBACK.replace('https', 'http'),
      CALLBACK.replace('wiki.example', 'wiki.example.evil.example'),
      CALLBACK.replace('wiki.example', 'wiki.example@evil.example'),
      CALLBACK.toUpperCase(),
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '',
      undefined,
    ]
    for (const redirect_uri of odd) {
      for (const more of [{}, { response_type: 'token' }, { prompt: 'none' }]) {
        const { status, location } = await server
          .browser()
          .go(server.authorizePath({ redirect_uri, ...more }))
        expect({ redirect_uri, status, location }).toEqual({ redirect_uri, status: 302, location: refused() })
      }
    }
    const twice = `${server.authorizePath()}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
    expect(await server.browser().go(twice)).toMatchObject({ status: 302, location: refused() })
  })

  test('whoever comes from a client that is not known is led to the sign-in page and not back', async () => {
    for (const client_id of ['another', '', undefined]) {
      expect(await server.browser().go(server.authorizePath({ client_id }))).toMatchObject({
        location: refused(),
      })
    }
    expect((await server.redeem('any', { client_id: 'another' })).body.error).toBe('invalid_client')
  })

  test('an invalid request is answered at the client’s address, with an OAuth error', async () => {
    const answers: [Record<string, string | undefined>, error: string, description?: string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: undefined }, 'invalid_request'],
      [{ code_challenge: undefined }, 'invalid_request', 'code challenge required'],
      [{ code_challenge_method: 'plain' }, 'invalid_request', 'transform algorithm not supported'],
      [{ code_challenge_method: undefined }, 'invalid_request', 'transform algorithm not supported'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'openid everything' }, 'invalid_scope'],
      [{ prompt: 'none login' }, 'invalid_request'],
      [{ max_age: '-1' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ request: 'e30.e30.' }, 'request_not_supported'],
      [{ request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ]
    for (const [changes, error, description] of answers) {
      const { status, location } = await server.browser().go(server.authorizePath(changes))
      const { origin, pathname, searchParams } = new URL(location)
      expect(status).toBe(302)
      expect(origin + pathname).toBe(CALLBACK)
      expect(searchParams.get('error')).toBe(error)
      expect(searchParams.get('state')).toBe('state-1')
      expect(searchParams.get('iss')).toBe(server.issuer)
      if (description !== undefined) {
        expect(searchParams.get('error_description')).toBe(description)
      }
    }
    const twice = new URL((await server.browser().go(`${server.authorizePath()}&scope=openid`)).location)
    expect(twice.searchParams.get('error')).toBe('invalid_request')
  })

  test('the answer keeps the query of the address, gives the state back, and invents none', async () => {
    const browser = server.browser()
    await browser.signIn()
    expect(await browser.pass(server.authorizePath({ redirect_uri: CALLBACK_WITH_QUERY }))).toMatch(
      /^https:\/\/wiki\.example\/back\?from=vestry&code=[\w-]{43}&state=state-1&iss=/,
    )
    const without = await browser.pass(server.authorizePath({ state: undefined }))
    expect(new URL(without).searchParams.has('state')).toBe(false)
  })

  test('a code is valid once; a second use ends the session of the first', async () => {
    const code = await server.codeFrom(server.browser())
    const { status, body } = await server.redeem(code)
    expect(status).toBe(200)
    expect(await server.act('GetUser', { AccessToken: body.access_token ?? '' })).toHaveProperty('Username')
    const again = await server.redeem(code)
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject({
      error: 'invalid_grant',
      error_message: expect.any(String),
      error_description: expect.any(String),
    })
    expect(await server.act('GetUser', { AccessToken: body.access_token ?? '' })).toMatchObject({
      message: 'Access Token has been revoked',
    })
    const refreshed = await server.post('/oauth2/token', {
      grant_type: 'refresh_token',
      client_id: server.ids.userPoolClientId,
      refresh_token: body.refresh_token ?? '',
    })
    expect(refreshed.body.error).toBe('invalid_grant')
  })

  describe('misuse of stolen tokens is reported, as for Cognito’s own sign-in:', () => {
    const trail = () =>
      server.database.sql
        .selectFrom('audit_event')
        .select(['kind', 'subject_name', 'parts'])
        .where('kind', 'in', ['refresh_token_reused', 'sign_out'])
        .orderBy('id')
        .execute()
    const reused = { kind: 'refresh_token_reused', subject_name: RUTH.email }
    beforeEach(async () => {
      server.emails.length = 0
      await server.database.sql.deleteFrom('audit_event').execute()
    })

    test('a replayed refresh token is in the audit trail and in an email to its owner', async () => {
      const { body } = await server.redeem(await server.codeFrom(server.browser()))
      const replay = () =>
        server.post('/oauth2/token', {
          grant_type: 'refresh_token',
          client_id: server.ids.userPoolClientId,
          refresh_token: body.refresh_token ?? '',
        })
      expect((await replay()).status).toBe(200)
      server.wait(2 * 60_000)
      expect((await replay()).body.error).toBe('invalid_grant')
      expect(await trail()).toEqual([{ ...reused, parts: null }])
      expect((await server.emailTo(RUTH.email)).topic).toBe('token-reused')
    })

    test('a code that is used twice is in the audit trail', async () => {
      const code = await server.codeFrom(server.browser())
      await server.redeem(code)
      await server.redeem(code)
      await server.redeem(code)
      expect(await trail()).toEqual([{ ...reused, parts: '{"grant":"authorization_code"}' }])
    })

    test('a token that is revoked is a sign-out, once', async () => {
      const { body } = await server.redeem(await server.codeFrom(server.browser()))
      for (const token of [body.refresh_token, body.refresh_token, 'never-seen']) {
        await server.post('/oauth2/revoke', { client_id: server.ids.userPoolClientId, token: token ?? '' })
      }
      expect(await trail()).toEqual([{ kind: 'sign_out', subject_name: RUTH.email, parts: null }])
    })
  })

  test('of many who use one code at the same moment none keeps anything', async () => {
    const code = await server.codeFrom(server.browser())
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.redeem(code)))
    const lucky = answers.filter(({ status }) => status === 200)
    expect(lucky.length).toBeLessThanOrEqual(1)
    for (const { body } of lucky) {
      expect(await server.verifyIdToken(body.id_token ?? '')).toBeUndefined()
    }
  })

  test('a code is worth nothing with another verifier, address or client, nor a second time after that', async () => {
    const browser = server.browser()
    const wrong: Record<string, string>[] = [
      { code_verifier: randomBytes(48).toString('base64url') },
      { code_verifier: CHALLENGE },
      { redirect_uri: CALLBACK_WITH_QUERY },
      { redirect_uri: 'https://evil.example/' },
    ]
    for (const changes of wrong) {
      const code = await server.codeFrom(browser)
      expect((await server.redeem(code, changes)).body.error).toBe('invalid_grant')
      expect((await server.redeem(code)).body.error).toBe('invalid_grant')
    }
    const code = await server.codeFrom(browser)
    expect((await server.redeem(code, { code_verifier: '' })).body.error).toBe('invalid_request')
    expect((await server.redeem(code, { client_id: 'another' })).status).toBe(401)
    expect((await server.redeem(code, { grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
  })

  test('a code dies after two minutes, and with the sign-in that it was given out for', async () => {
    const browser = server.browser()
    const late = await server.codeFrom(browser)
    server.wait(2 * 60_000)
    expect((await server.redeem(late)).body.error).toBe('invalid_grant')
    const orphan = await server.codeFrom(browser)
    await browser.signOut()
    expect((await server.redeem(orphan)).body.error).toBe('invalid_grant')
  })

  test('a token of a narrower scope opens neither one’s account, nor the API, nor the store', async () => {
    const { body } = await server.redeem(await server.codeFrom(server.browser(), { scope: 'openid email' }))
    const { access_token: AccessToken = '', id_token: idToken = '' } = body
    for (const [name, more] of [
      ['GetUser', {}],
      ['UpdateUserAttributes', { UserAttributes: [{ Name: 'name', Value: 'Eve' }] }],
      ['ChangePassword', { PreviousPassword: RUTH.password, ProposedPassword: 'Naomi-of-Moab-8' }],
      ['GlobalSignOut', {}],
      ['SetUserMFAPreference', {}],
    ] as const) {
      expect(await server.act(name, { AccessToken, ...more })).toMatchObject({
        __type: 'NotAuthorizedException',
        message: 'Access Token does not have required scopes',
      })
    }
    expect(await server.verifyIdToken(idToken)).toBeUndefined()
    const Logins = { [server.issuer.replace('http://', '')]: idToken }
    expect(await server.act('GetId', { IdentityPoolId: server.ids.identityPoolId, Logins })).toMatchObject({
      message: 'Invalid login token.',
    })
    const { body: least } = await server.redeem(await server.codeFrom(server.browser(), { scope: undefined }))
    expect(least.scope).toBe('openid')
    const { body: plain } = await server.redeem(
      await server.codeFrom(server.browser(), { scope: 'aws.cognito.signin.user.admin' }),
    )
    expect(plain).not.toHaveProperty('id_token')
    const info = await fetch(`${server.publicUrl}/oauth2/userInfo`, {
      headers: { authorization: `Bearer ${plain.access_token}` },
    })
    expect(info.status).toBe(403)
    expect(info.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    const nobody = await fetch(`${server.publicUrl}/oauth2/userInfo`)
    expect(nobody.status).toBe(401)
    expect(nobody.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('a refresh may not ask for more than was granted, and is not used up when it does', async () => {
    const { body } = await server.redeem(await server.codeFrom(server.browser(), { scope: 'openid email' }))
    const refresh = (scope: string) =>
      server.post('/oauth2/token', {
        grant_type: 'refresh_token',
        client_id: server.ids.userPoolClientId,
        refresh_token: body.refresh_token ?? '',
        scope,
      })
    expect((await refresh('openid aws.cognito.signin.user.admin')).body.error).toBe('invalid_scope')
    server.wait(2 * 60_000)
    expect((await refresh('openid')).status).toBe(200)
  })

  test('signing out leads only to known addresses, or to signing in again', async () => {
    const client = server.ids.userPoolClientId
    for (const query of [
      `client_id=${client}&logout_uri=https://evil.example/`,
      `client_id=another&logout_uri=${server.publicUrl}/login`,
      `client_id=${client}&redirect_uri=https://evil.example/`,
      `client_id=${client}`,
      '',
    ]) {
      expect(await server.browser().go(`/logout?${query}`)).toMatchObject({ location: refused() })
    }
    const again = server.authorizePath().replace('/oauth2/authorize', '/logout')
    const browser = server.browser()
    await browser.signIn()
    server.wait(60_000)
    const led = await browser.go((await browser.go(again)).location)
    expect((await browser.accept(browser.requestIn(led))).body.error).toBe('login_required')
    await browser.signIn()
    expect((await browser.accept(browser.requestIn(led))).body.location).toContain(`${CALLBACK}?code=`)
  })

  test('a client that signs out by OpenID Connect gets its state back', async () => {
    const query = new URLSearchParams({
      client_id: server.ids.userPoolClientId,
      post_logout_redirect_uri: AFTER_LOGOUT,
      state: 'a b\r\nset-cookie: c=d',
    })
    const browser = server.browser()
    const { leave } = await browser.ask(browser.requestIn(await browser.go(`/logout?${query}`)))
    expect(leave).toBe(`${AFTER_LOGOUT}?state=a+b%0D%0Aset-cookie%3A+c%3Dd`)
  })

  test('the token endpoint takes forms alone, and no secret', async () => {
    const json = await fetch(`${server.publicUrl}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    expect(await json.json()).toMatchObject({ error: 'invalid_request' })
    expect(json.headers.get('cache-control')).toBe('no-store')
    const basic = await server.post('/oauth2/token', {}, { authorization: 'Basic eDp5' })
    expect(basic.status).toBe(401)
    expect(basic.headers.get('www-authenticate')).toBe('Basic realm="Vestry"')
    expect((await fetch(`${server.publicUrl}/oauth2/token`)).status).toBe(404)
  })
})
