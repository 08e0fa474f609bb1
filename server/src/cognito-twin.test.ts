import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cognitoCall } from './testing/cognito-call.ts'
import { signInByPassword } from './testing/password-sign-in.ts'
import { ADA } from './testing/start-test-server.ts'
import { type CloudServer, startCloud, startTwin, type TwinServer } from './testing/twin-servers.ts'

const CONSOLE = 'https://console.example.org'

let cloud: CloudServer
let server: TwinServer
let key: { accessKeyId: string; secretAccessKey: string }
let ada: string

beforeAll(async () => {
  cloud = await startCloud()
  const made = await cloud.app().identity.operatorKeys.make('the other server')
  if (!made) {
    throw new Error('The key is there already.')
  }
  key = made
  // Where the SDK looks first for credentials to sign with.
  process.env.AWS_ACCESS_KEY_ID = key.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = key.secretAccessKey
  server = await startTwin({ ...cloud.settings, VESTRY_CONSOLE_ORIGINS: CONSOLE })
  ada = await signInAtCloud()
})
afterAll(async () => {
  delete process.env.AWS_ACCESS_KEY_ID
  delete process.env.AWS_SECRET_ACCESS_KEY
  await server.destroy()
  await cloud.destroy()
})

async function signInAtCloud(person = ADA) {
  const { http, identity } = cloud.app()
  return await signInByPassword(http, identity.ids.userPoolClientId, person)
}

/** When a token ends, in milliseconds since 1970. */
function endOf(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000
}

type Given = { token?: string; body?: object; query?: Record<string, string>; at?: TwinServer }

async function call(line: string, { token = ada, body, query, at = server }: Given = {}) {
  const [method, path] = line.split(' ') as ['GET', string]
  const answer = await at.app.http.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(query && { query }),
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function wellKnown() {
  const { userPoolId } = cloud.app().identity.ids
  return await cloud.app().http.inject({ method: 'GET', url: `/${userPoolId}/.well-known/jwks.json` })
}

async function askIdentityPool(action: string, input: object) {
  const { http } = server.app
  return (await http.inject({ url: '/cognito-identity/', ...cognitoCall(action, input) })).json()
}

test('no users are stored and none can sign in where the pool is elsewhere', async () => {
  expect(await server.app.identity.users.list()).toEqual([])
  const { userPoolId } = server.app.identity.ids
  for (const [method, url] of [
    ['POST', '/cognito-idp/'],
    ['GET', `/${userPoolId}/.well-known/jwks.json`],
    ['POST', '/oauth2/token'],
    ['GET', '/logout'],
  ] as const) {
    expect((await server.app.http.inject({ method, url })).statusCode).toBe(404)
  }
})

test('the browser gets the pool, its address and its rules', async () => {
  const config = (await server.app.http.inject({ method: 'GET', url: '/config.json' })).json()
  expect(config).toMatchObject({
    userPoolId: cloud.settings.COGNITO_USER_POOL_ID,
    userPoolClientId: cloud.settings.COGNITO_CLIENT_ID,
    userPoolEndpoint: `${cloud.origin}/cognito-idp/`,
    identityPoolEndpoint: '/cognito-identity/',
    storageEndpoint: '/s3/preaching',
    passwordPolicy: { minLength: 8, requireUppercase: true, requireSpecialCharacters: true },
    signIn: {
      signUp: false,
      mfa: 'optional',
      secondFactors: ['totp', 'email'],
      firstFactors: ['password', 'passkey'],
      devices: 'off',
    },
    passkeyHost: 'localhost',
  })
  expect(config).not.toHaveProperty('hostedUi')
})

test('whoever signs in at the pool is let in, with the role of the first group that somebody gave them', async () => {
  expect((await call('GET /staff')).status).toBe(200)
  const obed = { email: 'obed@vestry.test', password: ADA.password }
  const { users } = cloud.app().identity
  await users.create({ ...obed, permanent: true, groups: [] })
  const classes = 'GET /classes/by-date?direction=ASC'
  const fromGoogle = `${cloud.settings.COGNITO_USER_POOL_ID}_Google`
  for (const [groups, staffSeen, classesSeen] of [
    [[], 403, 403],
    [[fromGoogle], 403, 403],
    [[fromGoogle, 'Ushers'], 403, 200],
    [['Ushers', 'Teachers'], 403, 403],
    [['Ushers', 'Teachers', 'Admins'], 200, 200],
  ] as const) {
    await users.setGroups(obed.email, [...groups])
    const token = await signInAtCloud(obed)
    expect((await call('GET /preachingManagement', { token })).status).toBe(200)
    expect([(await call('GET /staff', { token })).status, (await call(classes, { token })).status]).toEqual([
      staffSeen,
      classesSeen,
    ])
  }
  await users.setGroups(obed.email, [])
})

test('a token of another client, for another use or with a changed claim is none', async () => {
  const [head = '', claims = '', signature = ''] = ada.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody else' }
  const forged = [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  const access = await signInByPassword(
    cloud.app().http,
    cloud.app().identity.ids.userPoolClientId,
    ADA,
    'AccessToken',
  )
  for (const alg of ['none', 'HS256']) {
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg }),
    )
    const told = `${other.toString('base64url')}.${claims}`
    const { keys } = (await wellKnown()).json()
    const mac = createHmac('sha256', keys[0].n).update(told).digest('base64url')
    expect(await call('GET /attendees', { token: `${told}.${alg === 'none' ? '' : mac}` })).toMatchObject({
      status: 401,
    })
  }
  const otherClient = await startTwin({ ...cloud.settings, COGNITO_CLIENT_ID: 'another' })
  expect(await call('GET /attendees', { token: forged })).toMatchObject({ status: 401 })
  expect(await call('GET /attendees', { token: access })).toMatchObject({ status: 401 })
  expect(await call('GET /attendees', { at: otherClient })).toMatchObject({ status: 401 })
  await otherClient.destroy()
})

test('made-up keys of tokens are looked for once and keep nobody out', async () => {
  const fresh = await startTwin(cloud.settings)
  let fetched = 0
  const count = ({ url = '' }: { url?: string }) => {
    fetched += url.endsWith('/jwks.json') ? 1 : 0
  }
  cloud.app().http.server.on('request', count)
  const [head = '', ...rest] = ada.split('.')
  for (let made = 0; made < 20; made += 1) {
    const header = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), kid: `made-up-${made}` }
    const token = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
    expect([401, 503]).toContain((await call('GET /attendees', { token, at: fresh })).status)
  }
  expect((await call('GET /preachingManagement', { at: fresh })).status).toBe(200)
  expect(fetched).toBe(1)
  cloud.app().http.server.off('request', count)
  await fresh.destroy()
})

test('Staff manages the users of the pool, and the server records who did what', async () => {
  const invited = await call('POST /staff', {
    body: { email: 'lydia@vestry.test', name: "Lydia O'Kafor 🕊️", language: 'es', groups: ['Teachers'] },
  })
  expect(invited).toMatchObject({ status: 200, body: { name: "Lydia O'Kafor 🕊️", groups: ['Teachers'] } })
  expect((await call('GET /teachers')).body.map(({ name }: { name: string }) => name)).toEqual([
    'ada@vestry.test',
    "Lydia O'Kafor 🕊️",
    'obed@vestry.test',
  ])
  const { sub } = invited.body
  await call('PUT /staff', {
    body: { sub, version: invited.body.version, name: 'Lydia Okafor', language: 'es', groups: ['Admins'] },
  })
  expect((await call('GET /teachers')).body).toContainEqual({ sub, name: 'Lydia Okafor' })
  expect((await call('DELETE /staff', { query: { sub } })).status).toBe(200)
  expect((await call('GET /staff')).body.results.map(({ email }: { email: string }) => email)).toEqual([
    'ada@vestry.test',
    'obed@vestry.test',
  ])
  const { body: trail } = await call('GET /audit')
  expect(trail.results.map(({ kind }: { kind: string }) => kind)).toEqual([
    'staff_removed',
    'staff_changed',
    'staff_groups_changed',
    'staff_added',
  ])
})

test('a list costs the pool as few requests as there are groups, and two', async () => {
  // What is remembered of an earlier list is too old.
  server.clock.advance(61_000)
  const asked: unknown[] = []
  const note = ({ headers }: { headers: Record<string, unknown> }) => asked.push(headers['x-amz-target'])
  cloud.app().http.server.on('request', note)
  await call('GET /staff')
  await call('GET /staff')
  cloud.app().http.server.off('request', note)
  const ofPool = asked.map((target) => String(target).split('.')[1]).toSorted()
  expect(ofPool).toEqual(['ListGroups', 'ListUsers', 'ListUsers', 'ListUsersInGroup', 'ListUsersInGroup'])
})

test('the only administrator of the pool stays one', async () => {
  const { results } = (await call('GET /staff')).body
  const { sub, version } = results.find(({ email }: { email: string }) => email === ADA.email)
  expect(
    await call('PUT /staff', { body: { sub, version, name: 'Ada', language: 'en', groups: [] } }),
  ).toMatchObject({ status: 409, body: { error: 'last_administrator' } })
})

test('a group is made, given and deleted in the pool; what a token still says of a deleted one gives nothing', async () => {
  const person = { email: 'olive@vestry.test', password: ADA.password }
  const { sub } = await cloud.app().identity.users.create({ ...person, permanent: true, groups: [] })
  const body = { name: 'Hosts', rights: ['arrange'] }
  expect((await call('POST /staff/groups', { body })).status).toBe(200)
  expect((await call('POST /staff/groups', { body: { name: 'HOSTS' } })).status).toBe(409)
  const member = { group: 'Hosts', sub, member: true }
  expect((await call('PUT /staff/groups/people', { body: member })).body).toMatchObject({ groups: ['Hosts'] })
  const token = await signInAtCloud(person)
  const classes = 'GET /classes/by-date?direction=ASC'
  expect((await call(classes, { token })).status).toBe(200)
  expect((await call('DELETE /staff/groups', { query: { group: 'Hosts' } })).status).toBe(200)
  const child = { first_name: 'Ann', last_name: 'Archer', birthdate: null }
  expect((await call(classes, { token })).status).toBe(403)
  expect((await call('POST /attendees', { token, body: child })).status).toBe(403)
  // The next token names no group: its holder is a teacher.
  const next = await signInAtCloud(person)
  expect((await call(classes, { token: next })).status).toBe(403)
  expect((await call('POST /attendees', { token: next, body: child })).status).toBe(200)
})

test('a group of the server that the pool lacks is made when somebody joins it', async () => {
  const { CognitoIdentityProvider } = await import('@aws-sdk/client-cognito-identity-provider')
  const pool = new CognitoIdentityProvider({
    region: 'us-east-1',
    credentials: key,
    endpoint: `${cloud.origin}/cognito-idp/`,
  })
  const of = { UserPoolId: cloud.settings.COGNITO_USER_POOL_ID, GroupName: 'Teachers' }
  await pool.deleteGroup(of)
  expect((await call('GET /staff/groups')).body).toContainEqual({ name: 'Teachers', description: 'Teachers' })
  const invited = await Promise.all(
    ['priscilla@vestry.test', 'aquila@vestry.test'].map((email) =>
      call('POST /staff', { body: { email, name: 'Made at need', language: 'en', groups: ['Teachers'] } }),
    ),
  )
  expect(invited.map(({ status }) => status)).toEqual([200, 200])
  expect((await pool.getGroup(of)).Group).toMatchObject({ GroupName: 'Teachers', Precedence: 2 })
  pool.destroy()
})

test('the tokens of the pool open the store of the server, until they expire', async () => {
  const { identityPoolId } = server.app.identity.ids
  const Logins = { [`${new URL(cloud.origin).host}/${cloud.settings.COGNITO_USER_POOL_ID}`]: ada }
  const { IdentityId } = await askIdentityPool('GetId', { IdentityPoolId: identityPoolId, Logins })
  const { Credentials } = await askIdentityPool('GetCredentialsForIdentity', { IdentityId, Logins })
  expect(Credentials.Expiration * 1000).toBeLessThanOrEqual(endOf(ada))
  await server.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.http.server.address() as AddressInfo
  const store = new S3Client({
    endpoint: `http://127.0.0.1:${port}/s3`,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: Credentials.AccessKeyId,
      secretAccessKey: Credentials.SecretKey,
      sessionToken: Credentials.SessionToken,
    },
  })
  const forged = new AwsClient({
    accessKeyId: Credentials.AccessKeyId.replace(/^(ASIF.).{4}/, '$1VVVV'),
    secretAccessKey: Credentials.SecretKey,
    sessionToken: Credentials.SessionToken,
    service: 's3',
    region: 'us-east-1',
  })
  const later = await forged.fetch(`http://127.0.0.1:${port}/s3/preaching/images/default-banner.jpg`)
  expect(await later.text()).toContain('<Code>SignatureDoesNotMatch</Code>')
  const poster = (Key: string) => new PutObjectCommand({ Bucket: 'preaching', Key, Body: 'poster' })
  expect((await store.send(poster('images/poster.jpg'))).$metadata.httpStatusCode).toBe(200)
  await expect(store.send(poster('elsewhere/poster.jpg'))).rejects.toMatchObject({ name: 'AccessDenied' })
  const unknown = { [`${new URL(cloud.origin).host}/another`]: ada }
  expect(await askIdentityPool('GetCredentialsForIdentity', { IdentityId, Logins: unknown })).toMatchObject({
    __type: 'NotAuthorizedException',
  })
})

test('a console of a listed origin may call, and read refusals too; one of another origin may not', async () => {
  const ask = (method: 'GET' | 'OPTIONS', url: string, origin: string, headers: object = {}) =>
    server.app.http.inject({ method, url, headers: { origin, ...headers } })
  const preflight = await ask('OPTIONS', '/api/attendees', CONSOLE, {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': CONSOLE,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization,content-type',
  })
  for (const url of ['/config.json', '/api/attendees', '/api/none', '/cognito-identity/']) {
    expect((await ask('GET', url, CONSOLE)).headers).toMatchObject({
      'access-control-allow-origin': CONSOLE,
      vary: 'Origin',
    })
    expect((await ask('GET', url, 'https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
  }
  expect((await ask('GET', '/', CONSOLE)).headers).not.toHaveProperty('access-control-allow-origin')
})

test('a token is valid for a minute past its expiry, as clocks differ, and then no longer', async () => {
  server.clock.advance(endOf(ada) + 55_000 - server.clock.now())
  expect((await call('GET /preachingManagement')).status).toBe(200)
  server.clock.advance(10_000)
  expect(await call('GET /preachingManagement')).toMatchObject({
    status: 401,
    body: { error: 'not_signed_in' },
  })
})

test('a server whose own key the pool refuses says so, and does not blame who asks', async () => {
  await cloud.app().identity.operatorKeys.revoke(key.accessKeyId)
  const other = await startTwin(cloud.settings)
  expect(await call('GET /staff', { at: other })).toEqual({
    status: 503,
    body: {
      error: 'unavailable',
      message:
        'The server may not manage the users of the user pool. Its AWS credentials need the rights that docs/aws.md names.',
    },
  })
  const config = (await other.app.http.inject({ method: 'GET', url: '/config.json' })).json()
  expect(config.passwordPolicy.minLength).toBe(8)
  await other.destroy()
})

test('while the pool can’t be reached nobody is signed out, and then all goes on', async () => {
  const fresh = await startTwin(cloud.settings)
  await cloud.stop()
  expect(await call('GET /preachingManagement', { at: fresh })).toEqual({
    status: 503,
    body: {
      error: 'unavailable',
      message: 'The sign-in service can not be reached just now. Try again in a minute.',
    },
  })
  await cloud.start()
  expect((await call('GET /preachingManagement', { at: fresh })).status).toBe(200)
  await cloud.stop()
  expect((await call('GET /preachingManagement', { at: fresh })).status).toBe(200)
  await fresh.destroy()
})
