import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity'
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  StartWebAuthnRegistrationCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreationOptions, makeAuthenticator } from './testing/software-authenticator.ts'
import { RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'

// SQLite alone: it is about what a client sends and reads.

let server: TestCognito
let pool: CognitoIdentityProviderClient
let identities: CognitoIdentityClient

beforeAll(async () => {
  server = await startCognito()
  await server.addRuth()
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'nothing' }
  const options = { region: 'us-east-1', credentials, maxAttempts: 1 }
  pool = new CognitoIdentityProviderClient({ ...options, endpoint: `${server.origin}/cognito-idp/` })
  identities = new CognitoIdentityClient({ ...options, endpoint: `${server.origin}/cognito-identity/` })
})
afterAll(async () => {
  pool.destroy()
  identities.destroy()
  await server.close()
})

const signIn = (USERNAME = RUTH.email, PASSWORD = RUTH.password) =>
  pool.send(
    new InitiateAuthCommand({
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    }),
  )
const provider = () => `localhost:8080/${server.ids.userPoolId}`

test('a user signs in, looks at herself, changes her name, refreshes and signs out', async () => {
  const ClientId = server.ids.userPoolClientId
  const tokens = (await signIn()).AuthenticationResult
  await pool.send(
    new UpdateUserAttributesCommand({
      AccessToken: tokens?.AccessToken,
      UserAttributes: [{ Name: 'name', Value: 'Ruth' }],
    }),
  )
  const user = await pool.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))
  expect(user.UserAttributes).toContainEqual({ Name: 'name', Value: 'Ruth' })
  expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: RUTH.email })
  const refreshed = await pool.send(
    new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: tokens?.RefreshToken }),
  )
  expect(refreshed.AuthenticationResult?.RefreshToken).toBeDefined()
  await pool.send(new RevokeTokenCommand({ ClientId, Token: refreshed.AuthenticationResult?.RefreshToken }))
  await expect(pool.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Access Token has been revoked',
  })
})

test('nobody raises their own groups or says that an address is theirs', async () => {
  const { AuthenticationResult: tokens } = await signIn()
  for (const [Name, name] of [
    ['email_verified', 'NotAuthorizedException'],
    ['sub', 'InvalidParameterException'],
    ['cognito:groups', 'InvalidParameterException'],
    ['custom:role', 'InvalidParameterException'],
  ] as const) {
    await expect(
      pool.send(
        new UpdateUserAttributesCommand({
          AccessToken: tokens?.AccessToken,
          UserAttributes: [{ Name, Value: 'x' }],
        }),
      ),
    ).rejects.toMatchObject({ name })
  }
})

test('an invited user is asked for a new password', async () => {
  const { temporaryPassword } = await server.users.create({ email: 'naomi@example.org' })
  const asked = await signIn('naomi@example.org', temporaryPassword)
  expect(asked.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  const done = await pool.send(
    new RespondToAuthChallengeCommand({
      ClientId: server.ids.userPoolClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: 'naomi@example.org',
        NEW_PASSWORD: 'Bethlehem-Ephrathah-5',
        'userAttributes.name': 'Naomi',
      },
    }),
  )
  await pool.send(new GlobalSignOutCommand({ AccessToken: done.AuthenticationResult?.AccessToken }))
  expect(await server.verifyIdToken(done.AuthenticationResult?.IdToken ?? '')).toBeUndefined()
})

test('errors carry the names that the client knows', async () => {
  await expect(signIn(RUTH.email, 'Wrong-Password-1')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  await expect(
    pool.send(
      new SignUpCommand({
        ClientId: server.ids.userPoolClientId,
        Username: 'x@y.z',
        Password: 'Let-me-in-1',
      }),
    ),
  ).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  await expect(
    pool.send(new ForgotPasswordCommand({ ClientId: 'nobody', Username: RUTH.email })),
  ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await expect(
    pool.send(new AdminCreateUserCommand({ UserPoolId: server.ids.userPoolId, Username: 'x@y.z' })),
  ).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
})

test('an identity token is exchanged for credentials, always under the same identity', async () => {
  const { AuthenticationResult: tokens } = await signIn()
  const Logins = { [provider()]: tokens?.IdToken ?? '' }
  const { IdentityId } = await identities.send(
    new GetIdCommand({ IdentityPoolId: server.ids.identityPoolId, Logins }),
  )
  expect(IdentityId).toMatch(/^us-east-1:[0-9a-f-]{36}$/)
  const { Credentials } = await identities.send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }))
  expect(Credentials?.Expiration?.getTime()).toBe(
    Math.floor((server.clock.now() + 60 * 60_000) / 1000) * 1000,
  )
  const found = await server.findCredential(Credentials?.AccessKeyId ?? '')
  expect(found?.secretAccessKey).toBe(Credentials?.SecretKey)
})

test('the user pool is known by the name that Amazon has for it as well', async () => {
  const { AuthenticationResult: tokens } = await signIn()
  const { identityPoolId: IdentityPoolId, userPoolId } = server.ids
  const ids = new Set<string | undefined>()
  for (const name of [provider(), `cognito-idp.us-east-1.amazonaws.com/${userPoolId}`]) {
    const Logins = { [name]: tokens?.IdToken ?? '' }
    const { IdentityId } = await identities.send(new GetIdCommand({ IdentityPoolId, Logins }))
    const { Credentials } = await identities.send(
      new GetCredentialsForIdentityCommand({ IdentityId, Logins }),
    )
    expect(await server.findCredential(Credentials?.AccessKeyId ?? '')).toBeDefined()
    ids.add(IdentityId)
  }
  expect(ids.size).toBe(1)
  for (const name of [
    'cognito-idp.us-east-1.amazonaws.com/us-east-1_Another01',
    `cognito-idp.us-east-1.amazonaws.com.example.org/${userPoolId}`,
  ]) {
    await expect(
      identities.send(new GetIdCommand({ IdentityPoolId, Logins: { [name]: tokens?.IdToken ?? '' } })),
    ).rejects.toMatchObject({
      message: 'Token is not from a supported provider of this identity pool.',
    })
  }
})

test('no credentials are given to guests, for access tokens, or under another identity', async () => {
  const { AuthenticationResult: tokens } = await signIn()
  const IdentityPoolId = server.ids.identityPoolId
  await expect(identities.send(new GetIdCommand({ IdentityPoolId }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Unauthenticated access is not supported for this identity pool.',
  })
  await expect(
    identities.send(
      new GetIdCommand({ IdentityPoolId, Logins: { 'accounts.example.com': tokens?.IdToken ?? '' } }),
    ),
  ).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  await expect(
    identities.send(
      new GetIdCommand({ IdentityPoolId, Logins: { [provider()]: tokens?.AccessToken ?? '' } }),
    ),
  ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Invalid login token.' })
  await expect(
    identities.send(
      new GetCredentialsForIdentityCommand({
        IdentityId: 'us-east-1:00000000-0000-4000-8000-000000000000',
        Logins: { [provider()]: tokens?.IdToken ?? '' },
      }),
    ),
  ).rejects.toMatchObject({ name: 'InvalidParameterException' })
  expect(await server.findCredential('ASIAUNKNOWNUNKNOWN00')).toBeUndefined()
})

test('a user registers a passkey, sees it in the list and removes it', async () => {
  const AccessToken = (await signIn()).AuthenticationResult?.AccessToken
  const started = await pool.send(new StartWebAuthnRegistrationCommand({ AccessToken }))
  const authenticator = makeAuthenticator('http://localhost:8080')
  const Credential = authenticator.create(started.CredentialCreationOptions as unknown as CreationOptions)
  await pool.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }))
  const { Credentials } = await pool.send(new ListWebAuthnCredentialsCommand({ AccessToken }))
  expect(Credentials).toMatchObject([
    { CredentialId: authenticator.id, FriendlyCredentialName: 'Passkey', RelyingPartyId: 'localhost' },
  ])
  expect(Credentials?.[0]?.CreatedAt?.getTime()).toBe(server.clock.now())
  const CredentialId = authenticator.id
  await pool.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId }))
  await expect(
    pool.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId })),
  ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})
