import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'

// SQLite alone: requests are read before the database is asked.

let server: TestCognito

beforeAll(async () => {
  server = await startCognito()
})
afterAll(async () => {
  await server.close()
})

test('an action that is not there is answered as an unknown operation', async () => {
  for (const name of ['AdminBless', 'toString', '__proto__', '']) {
    const { status, body, headers } = await server.send(name, {})
    expect(status).toBe(400)
    expect(body.__type).toBe('UnknownOperationException')
    expect(headers.get('x-amzn-errortype')).toBe('UnknownOperationException')
  }
})

test('another path or verb is refused in the form of the protocol', async () => {
  for (const service of ['cognito-idp', 'cognito-identity']) {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/'],
      ['PUT', '/'],
      ['DELETE', '/'],
      ['OPTIONS', '/'],
      ['POST', '/users'],
      ['GET', '/users?page=2'],
    ] as const) {
      const answer = await fetch(`${server.origin}/${service}${path}`, {
        method,
        headers: { 'content-type': 'application/x-amz-json-1.1', accept: 'text/html' },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 404 })
      expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.1')
      expect(answer.headers.get('x-amzn-errortype')).toBe('UnknownOperationException')
      expect(answer.headers.get('x-amzn-requestid')).not.toBeNull()
      expect(((await answer.json()) as Answer).__type).toBe('UnknownOperationException')
    }
  }
})

test('a missing member is named', async () => {
  const { status, body } = await server.send('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })
  expect(status).toBe(400)
  expect(body).toEqual({
    __type: 'InvalidParameterException',
    message:
      "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must not be null",
  })
})

test('a body that is not JSON is refused', async () => {
  const { status, body } = await server.send('InitiateAuth', '{"ClientId":')
  expect(status).toBe(400)
  expect(body.__type).toBe('SerializationException')
})

test('a text with the sign NUL, which no database of ours need keep, is refused wherever it is', async () => {
  const AuthParameters = { USERNAME: 'ruth\0@example.org', PASSWORD: 'any' }
  const { status, body } = await server.send('InitiateAuth', {
    ClientId: server.ids.userPoolClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
  })
  expect({ status, body }).toEqual({
    status: 400,
    body: { __type: 'InvalidParameterException', message: 'A text must not hold the character NUL.' },
  })
})

test('a value of another type is called that, and not a value that is missing', async () => {
  const { userPoolClientId: ClientId } = server.ids
  for (const [shape, told] of [
    ['[]', 'The request must be an object, not a list.'],
    ['null', 'The request must be an object, not null.'],
    ['"text"', 'The request must be an object, not a text.'],
    ['{"ClientId":7,"AuthFlow":{}}', "The value at 'clientId' must be a text, not a number."],
    [{ ClientId, AuthFlow: [] }, "The value at 'authFlow' must be a text, not a list."],
    [
      { ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: true } },
      "The value at 'authParameters.REFRESH_TOKEN' must be a text, not true or false.",
    ],
  ] as const) {
    const { status, body } = await server.send('InitiateAuth', shape)
    expect({ status, ...body }).toEqual({ status: 400, __type: 'SerializationException', message: told })
  }
})

test('what is null is absent, in the request, within a member and in a map', async () => {
  await server.addRuth()
  const { userPoolClientId: ClientId } = server.ids
  const { body } = await server.send('InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password, DEVICE_KEY: null },
    Session: null,
    ClientMetadata: null,
    UserContextData: { EncodedData: null },
  })
  const { AccessToken = '', RefreshToken } = body.AuthenticationResult ?? {}
  const refreshed = await server.send('GetTokensFromRefreshToken', {
    ClientId,
    RefreshToken,
    DeviceKey: null,
  })
  expect(refreshed.body.AuthenticationResult).toBeDefined()
  const preferred = { SMSMfaSettings: null, EmailMfaSettings: { Enabled: false, PreferredMfa: null } }
  const { status } = await server.send('SetUserMFAPreference', { AccessToken, ...preferred })
  expect(status).toBe(200)
  expect((await server.send('InitiateAuth', { ClientId: null, AuthFlow: 'USER_AUTH' })).body.message).toBe(
    "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must not be null",
  )
})

test('what is null in a list is an error, for there is nothing that it could be absent from', async () => {
  const { AccessToken } = await server.signedIn()
  const { status, body } = await server.send('DeleteUserAttributes', {
    AccessToken,
    UserAttributeNames: [null],
  })
  expect({ status, ...body }).toEqual({
    status: 400,
    __type: 'InvalidParameterException',
    message:
      "1 validation error detected: Value at 'userAttributeNames.0' failed to satisfy constraint: Member must not be null",
  })
})

test('a request nested without end is refused, however it is nested', async () => {
  for (const [opening, closing] of [
    ['[', ']'],
    ['{"A":', '}'],
  ] as const) {
    const nested = `${opening.repeat(4000)}1${closing.repeat(4000)}`
    for (const body of [nested, `{"ClientId":"any","AuthFlow":"USER_AUTH","AuthParameters":${nested}}`]) {
      const refused = await server.send('InitiateAuth', body)
      expect({ status: refused.status, ...refused.body }).toEqual({
        status: 400,
        __type: 'SerializationException',
        message: 'The request is nested more than 32 deep.',
      })
    }
  }
})

test('a body that is too large is refused', async () => {
  const { status, body } = await server.send('InitiateAuth', { ClientId: 'x'.repeat(70_000) })
  expect(status).toBe(413)
  expect(body.__type).toBe('RequestEntityTooLargeException')
})

test('another content type is refused', async () => {
  const { status, body } = await server.send('InitiateAuth', '{}', 'text/plain')
  expect(status).toBe(415)
  expect(body.__type).toBe('UnsupportedMediaTypeException')
})

test('a client id that is not ours is refused', async () => {
  const { body } = await server.send('InitiateAuth', { ClientId: 'someone', AuthFlow: 'USER_SRP_AUTH' })
  expect(body).toEqual({
    __type: 'ResourceNotFoundException',
    message: 'User pool client someone does not exist.',
  })
})

test('a flow or a challenge that is not there is refused', async () => {
  const ClientId = server.ids.userPoolClientId
  const flow = await server.send('InitiateAuth', { ClientId, AuthFlow: 'CUSTOM_AUTH' })
  expect(flow.body.message).toBe('CUSTOM_AUTH flow not enabled for this client')
  const step = await server.send('RespondToAuthChallenge', { ClientId, ChallengeName: 'constructor' })
  expect(step.body.__type).toBe('InvalidParameterException')
})

test('answers are not kept by anybody on the way', async () => {
  const { headers } = await server.send('SignUp', { ClientId: server.ids.userPoolClientId })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('application/x-amz-json-1.1')
})

test('the issuer describes itself and publishes only the public half of its keys', async () => {
  const at = `${server.origin}/${server.ids.userPoolId}/.well-known`
  expect(await (await fetch(`${at}/openid-configuration`)).json()).toMatchObject({
    issuer: `http://localhost:8080/${server.ids.userPoolId}`,
    jwks_uri: `http://localhost:8080/${server.ids.userPoolId}/.well-known/jwks.json`,
  })
  const { keys } = (await (await fetch(`${at}/jwks.json`)).json()) as { keys: object[] }
  expect(keys).toHaveLength(2)
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
})
