import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCognito } from '../service.ts'
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts'

let server: TestIdentity

beforeAll(async () => {
  server = await startIdentity()
})
afterAll(() => server.close())

/** The service as it is at another address, asked for its sign-in page. */
async function askAt(publicUrl: string) {
  const identity = await createCognito({ ...server.settings, publicUrl })
  const http = Fastify()
  await http.register(identity.plugin)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: server.ids.userPoolClientId,
    redirect_uri: `${publicUrl}/login`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const page = await http.inject({
    url: `/oauth2/authorize?${query}`,
    headers: { 'accept-language': 'es-MX' },
  })
  const token = await http.inject({ method: 'POST', url: '/oauth2/token' })
  await http.close()
  return { page, token }
}

test('with https the cookie belongs to this host alone, and scripts can’t read it', async () => {
  const { page } = await askAt('https://vestry.example')
  expect(page.statusCode).toBe(200)
  expect(page.headers['set-cookie']).toMatch(
    /^__Host-vestry-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('without https nobody is asked for a password, except on the machine itself', async () => {
  const { page, token } = await askAt('http://vestry.example')
  expect(page.statusCode).toBe(400)
  expect(page.body).toContain('https://')
  expect(page.body).toContain('lang="es"')
  expect(page.body).not.toContain('<form')
  expect(token.json()).toMatchObject({ error: 'invalid_request', error_description: 'This needs https.' })
  const local = await askAt('http://localhost:8080')
  expect(local.page.statusCode).toBe(200)
  expect(local.page.headers['set-cookie']).toMatch(/^vestry-browser=/)
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
