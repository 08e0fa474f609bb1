import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCognito } from '../service.ts'
import { startCognito, type TestCognito } from '../testing/start-cognito.ts'

// SQLite alone: the addresses come from settings.

let server: TestCognito

beforeAll(async () => {
  server = await startCognito()
})
afterAll(() => server.close())

/** The service as it is at another address, asked by an app. */
async function askAt(publicUrl: string, signInPage?: string) {
  const redirectUri = 'https://wiki.example/back'
  const addresses = { publicUrl, signInPage, redirectUris: [redirectUri] }
  const identity = await createCognito({ ...server.settings, ...addresses })
  const http = Fastify()
  await http.register(identity.plugin)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: server.ids.userPoolClientId,
    redirect_uri: redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const page = await http.inject(`/oauth2/authorize?${query}`)
  const token = await http.inject({ method: 'POST', url: '/oauth2/token' })
  const out = new URLSearchParams({ client_id: server.ids.userPoolClientId, redirect_uri: redirectUri })
  const logout = await http.inject(`/logout?${out}`)
  await http.close()
  return { page, token, logout }
}

test('users are sent to the sign-in page, which may be elsewhere; no cookie is set, and no other site contacted', async () => {
  for (const [signInPage, leadsTo] of [
    [undefined, 'https://vestry.example/login#request='],
    ['https://console.example/sign-in', 'https://console.example/sign-in#request='],
  ] as const) {
    const { page } = await askAt('https://vestry.example', signInPage)
    expect(page.statusCode).toBe(303)
    expect(page.headers.location).toMatch(/#request=[\w-]+$/)
    expect(page.headers.location?.startsWith(leadsTo)).toBe(true)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['cache-control']).toBe('no-store')
  }
})

test('without https no code is given out, except on the machine itself', async () => {
  const { page, token, logout } = await askAt('http://vestry.example')
  expect(logout.headers.location).toBe('http://vestry.example/login#error=invalid_request')
  expect(page.statusCode).toBe(302)
  expect(page.headers.location).toBe('http://vestry.example/login#error=invalid_request')
  expect(token.json()).toMatchObject({ error: 'invalid_request', error_description: 'This needs https.' })
  const local = await askAt('http://localhost:8080')
  expect(local.page.headers.location).toMatch(/^http:\/\/localhost:8080\/login#request=/)
})

test('the description of the service names every endpoint, PKCE and the code flow', async () => {
  const at = `${server.origin}/${server.ids.userPoolId}/.well-known/openid-configuration`
  expect(await (await fetch(at)).json()).toMatchObject({
    authorization_endpoint: 'http://localhost:8080/oauth2/authorize',
    token_endpoint: 'http://localhost:8080/oauth2/token',
    userinfo_endpoint: 'http://localhost:8080/oauth2/userInfo',
    revocation_endpoint: 'http://localhost:8080/oauth2/revoke',
    end_session_endpoint: 'http://localhost:8080/logout',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  })
})
