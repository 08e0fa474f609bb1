import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCognito } from '../service.ts'
import { readNamedTest } from '../testing/named-test.ts'
import { AFTER_LOGOUT, CALLBACK, CHALLENGE, startOAuth, type TestOAuth } from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'
import { ENDPOINT_ERRORS } from './oauth-errors.ts'
import { PATHS } from './oauth-paths.ts'

type Fields = Record<string, string | undefined>

/** How an error is met: by these fields in place of the usual ones, or by another test, `<file>: <name>`. */
type Met = Fields | string

const ANOTHER_CLIENT = { client_id: 'another' }

/** Fields that are right at each endpoint; `{client}` and its like stand for what is made at the start. */
const AUTHORIZE_REQUEST = {
  response_type: 'code',
  client_id: '{client}',
  redirect_uri: CALLBACK,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}
const USUAL: Record<string, Fields> = {
  [PATHS.authorize]: AUTHORIZE_REQUEST,
  [PATHS.request]: { request: '{request}' },
  [PATHS.accept]: { request: '{request}', bearer: '{token}' },
  [PATHS.token]: { grant_type: 'refresh_token', client_id: '{client}', refresh_token: '{refreshToken}' },
  [PATHS.revoke]: { client_id: '{client}', token: 'none' },
  [PATHS.userInfo]: { bearer: '{appToken}' },
  [PATHS.logout]: { client_id: '{client}', logout_uri: AFTER_LOGOUT },
}

const REFUSALS: Record<string, Record<string, Met>> = {
  [PATHS.authorize]: {
    access_denied:
      'oauth-client.test.ts: a request may come as a form, and a user may go back without signing in',
    invalid_client: ANOTHER_CLIENT,
    invalid_request: { code_challenge: undefined },
    invalid_scope: { scope: 'everything' },
    login_required:
      'oauth-client.test.ts: whoever is signed in needs no password for a second client, until they sign out',
    request_not_supported: { request: 'e30.e30.' },
    request_uri_not_supported: { request_uri: 'https://wiki.example/request' },
    unsupported_response_type: { response_type: 'token' },
  },
  [PATHS.request]: { invalid_request: { request: 'none' } },
  [PATHS.accept]: {
    insufficient_scope: { bearer: '{appToken}' },
    invalid_request: { request: 'none' },
    invalid_token: { bearer: 'none' },
    login_required: { request: '{requestToSignInAgain}' },
  },
  [PATHS.token]: {
    invalid_client: ANOTHER_CLIENT,
    invalid_grant: { refresh_token: 'none' },
    invalid_request: { refresh_token: undefined },
    invalid_scope: { scope: 'openid email' },
    unsupported_grant_type: { grant_type: 'password' },
  },
  [PATHS.revoke]: { invalid_client: ANOTHER_CLIENT, invalid_request: { token: undefined } },
  [PATHS.userInfo]: {
    insufficient_scope: { bearer: '{token}' },
    invalid_request: { access_token: '{appToken}' },
    invalid_token: { bearer: 'none' },
  },
  [PATHS.logout]: {
    invalid_client: { logout_uri: 'https://elsewhere.example/bye' },
    invalid_request:
      'oauth-addresses.test.ts: without https no code is given out, except on the machine itself',
  },
}

const LIST = Object.entries(REFUSALS).flatMap(([path, errors]) =>
  Object.entries(errors).map(([code, met]) => ({ path, code, met })),
)

const addressOf = (path: string, fields: Record<string, string>) => `${path}?${new URLSearchParams(fields)}`

const sorted = (names: readonly string[]) => [...names].sort()

eachDatabase((database) => {
  let server: TestOAuth
  const values: Record<string, string> = {}

  beforeAll(async () => {
    server = await startOAuth({}, database)
    await server.addRuth()
    values.client = server.ids.userPoolClientId
    const browser = server.browser()
    const { body: tokens } = await server.redeem(await server.codeFrom(browser, { scope: 'openid' }))
    server.wait(1000)
    const requestFor = async (changes: Fields) =>
      browser.requestIn(await browser.go(server.authorizePath(changes)))
    Object.assign(values, {
      token: browser.accessToken(),
      appToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      request: await requestFor({}),
      requestToSignInAgain: await requestFor({ prompt: 'login' }),
    })
  })
  afterAll(() => server.close())

  function fill(fields: Fields): Record<string, string> {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
    return Object.fromEntries(
      given.map(([name, value]) => [name, value.replace(/^\{(\w+)\}$/, (_, key) => values[key] ?? '')]),
    )
  }

  /** The error in the body of a response, or in the address that a browser is led to. */
  async function send(path: string, fields: Fields): Promise<string | null | undefined> {
    const { bearer, ...form } = fill({ ...USUAL[path], ...fields })
    if (path === PATHS.authorize || path === PATHS.logout) {
      const { location } = await server.browser().go(addressOf(path, form))
      const { searchParams, hash } = new URL(location)
      return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')
    }
    const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    return (await server.post(path, form, headers)).body.error
  }

  test('the list has every endpoint with each error that it declares, and no other', () => {
    expect(sorted(Object.values(PATHS))).toEqual(sorted(Object.keys(ENDPOINT_ERRORS)))
    const listed = Object.entries(REFUSALS).map(([path, errors]) => [path, sorted(Object.keys(errors))])
    expect(Object.fromEntries(listed)).toEqual(ENDPOINT_ERRORS)
  })

  test.each(LIST.filter(({ met }) => typeof met === 'string'))(
    '$code of $path is met by the test that it names',
    ({ path, code, met }) => {
      const { test: source, file } = readNamedTest(String(met))
      expect(source).toContain(code)
      expect(file).toContain(path.split('/').at(-1))
    },
  )

  test.each(LIST.filter(({ met }) => typeof met !== 'string'))(
    '$path is refused with $code, and nobody is signed out by it',
    async ({ path, code, met }) => {
      expect(await send(path, met as Fields)).toBe(code)
      expect(await send(PATHS.userInfo, {})).toBeUndefined()
    },
  )

  test('what the requests of the list have in common is right at every endpoint', async () => {
    for (const path of Object.values(PATHS)) {
      expect({ path, error: (await send(path, {})) ?? undefined }).toEqual({ path, error: undefined })
    }
  })

  test('an error on our side is a server error without its details', async () => {
    const { settings } = server
    let hasStopped = false
    const clock = {
      now() {
        if (hasStopped) {
          throw new Error('The clock has stopped.')
        }
        return settings.clock.now()
      },
    }
    const { plugin } = await createCognito({ ...settings, redirectUris: [CALLBACK], clock })
    const app = Fastify()
    await app.register(plugin)
    hasStopped = true
    const answer = await app.inject(addressOf(PATHS.authorize, fill(AUTHORIZE_REQUEST)))
    expect(answer.headers.location).toBe(`${settings.publicUrl}/login#error=server_error`)
    await app.close()
  })
})
