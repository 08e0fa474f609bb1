import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AFTER_LOGOUT, type Browser, CALLBACK, startOAuth, type TestOAuth } from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestOAuth

  beforeAll(async () => {
    server = await startOAuth({}, database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  describe('the sign-in page hands over', () => {
    const begin = async (browser: Browser, changes: Record<string, string | undefined> = {}) =>
      browser.requestIn(await browser.go(server.authorizePath(changes)))

    test('nothing without an access token with every scope, and a refusal uses nothing up', async () => {
      const browser = server.browser()
      await browser.signIn()
      const asked = await begin(browser)
      const narrow = (await server.redeem(await server.codeFrom(server.browser(), { scope: 'openid email' })))
        .body
      const whole = (await server.redeem(await server.codeFrom(server.browser()))).body
      const other = server.browser()
      await other.signIn()
      await other.accept(await begin(other))
      const ended = other.accessToken() ?? ''
      await server.post('/oauth2/revoke', {
        client_id: server.ids.userPoolClientId,
        token: whole.refresh_token ?? '',
      })
      for (const [token, status, error] of [
        ['', 401, 'invalid_token'],
        ['not.a.token', 401, 'invalid_token'],
        [narrow.id_token, 401, 'invalid_token'],
        [narrow.refresh_token, 401, 'invalid_token'],
        [whole.access_token, 401, 'invalid_token'],
        // An app that may learn who somebody is must not get more by itself.
        [narrow.access_token, 403, 'insufficient_scope'],
      ] as const) {
        expect(await browser.accept(asked, token)).toMatchObject({ status, body: { error } })
      }
      const inForm = await server.post('/oauth2/request/accept', { request: asked, access_token: ended })
      expect(inForm).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
      const inAddress = `/oauth2/request/accept?${new URLSearchParams({ request: asked, access_token: ended })}`
      expect((await browser.go(inAddress)).status).toBe(404)
      expect((await browser.accept(asked)).body.location).toContain(`${CALLBACK}?code=`)
    })

    test('nothing for a request that was made up, changed, or begun on another server', async () => {
      const browser = server.browser()
      await browser.signIn()
      const asked = await begin(browser)
      const readable = Buffer.from(
        JSON.stringify({ id: '1', made: server.clock.now(), authorize: server.authorizePath() }),
      )
      const other = await startOAuth({}, database)
      const foreign = server
        .browser()
        .requestIn(await other.browser().go(server.authorizePath({ client_id: other.ids.userPoolClientId })))
      await other.close()
      for (const odd of [
        'x',
        readable.toString('base64url'),
        asked.slice(0, -2),
        `${asked.slice(0, 40)}${asked[40] === 'A' ? 'B' : 'A'}${asked.slice(41)}`,
        foreign,
      ]) {
        expect(await browser.ask(odd)).toMatchObject({ error: 'invalid_request' })
        expect(await browser.accept(odd)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      }
      expect(await browser.ask('')).toMatchObject({ error: 'invalid_request' })
      const signOut = browser.requestIn(
        await browser.go(
          `/logout?${new URLSearchParams({ client_id: server.ids.userPoolClientId, logout_uri: AFTER_LOGOUT })}`,
        ),
      )
      expect((await browser.accept(signOut)).body.error).toBe('invalid_request')
    })

    test('nothing after half an hour', async () => {
      const browser = server.browser()
      const asked = await begin(browser)
      server.wait(30 * 60_000 + 1)
      await browser.signIn()
      expect(await browser.ask(asked)).toMatchObject({ error: 'invalid_request' })
      expect((await browser.accept(asked)).body.error).toBe('invalid_request')
    })

    test('one code for each request, to the first who answers it, however it is written', async () => {
      const [browser, attacker] = [server.browser(), server.browser()]
      await Promise.all([browser.signIn(), attacker.signIn()])
      const asked = await begin(browser)
      const answers = await Promise.all(
        [browser, attacker, browser, attacker].map((one, turn) => one.accept(`${asked}${'='.repeat(turn)}`)),
      )
      const locations = new Set(answers.flatMap(({ body }) => body.location ?? []))
      expect(locations.size).toBe(1)
      expect(answers.map(({ body }) => body.error ?? '').toSorted()).toEqual([
        '',
        '',
        'invalid_request',
        'invalid_request',
      ])
    })

    test('the same code to whoever lost the answer, and none once it is used or too old', async () => {
      const browser = server.browser()
      await browser.signIn()
      const asked = await begin(browser)
      const first = (await browser.accept(asked)).body.location ?? ''
      expect((await browser.accept(asked)).body.location).toBe(first)
      const { status, body } = await server.redeem(new URL(first).searchParams.get('code') ?? '')
      expect(status).toBe(200)
      expect((await browser.accept(asked)).body.error).toBe('invalid_request')
      // Going back in the browser ends nothing of what the app got.
      expect(await server.act('GetUser', { AccessToken: body.access_token ?? '' })).toHaveProperty('Username')
      const late = await begin(browser)
      await browser.accept(late)
      server.wait(2 * 60_000)
      expect((await browser.accept(late)).body.error).toBe('invalid_request')
    })

    test('no address that is no longer on the list', async () => {
      const browser = server.browser()
      await browser.signIn()
      const asked = await begin(browser)
      const [address] = server.redirectUris.splice(0, 1)
      try {
        expect(await browser.ask(asked)).toMatchObject({ error: 'invalid_request' })
        expect((await browser.accept(asked)).body.error).toBe('invalid_request')
      } finally {
        server.redirectUris.unshift(address ?? '')
      }
    })
  })
})
