import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { RUTH, startCognito } from '../testing/start-cognito.ts'
import {
  AFTER_LOGOUT,
  CALLBACK,
  CALLBACK_WITH_QUERY,
  startOAuth,
  type TestOAuth,
} from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestOAuth
  let pool: CognitoIdentityProvider
  let of: { UserPoolId: string }

  beforeAll(async () => {
    server = await startOAuth({ signUp: true }, database)
    await server.users.create({ ...RUTH, permanent: true, groups: ['Admins'] })
    of = { UserPoolId: server.ids.userPoolId }
    pool = clientWith(server.serverKey)
  })
  afterAll(async () => {
    pool.destroy()
    await server.close()
  })

  /** Amazon's own client, at a service with apps. */
  function clientWith(credentials: { accessKeyId: string; secretAccessKey: string }) {
    const endpoint = `${server.publicUrl}/cognito-idp/`
    return new CognitoIdentityProvider({ region: 'us-east-1', credentials, maxAttempts: 1, endpoint })
  }

  async function schemaOf(name: string) {
    const { UserPool } = await pool.describeUserPool(of)
    return UserPool?.SchemaAttributes?.find(({ Name }) => Name === name)
  }

  async function describeClient() {
    const { UserPoolClient } = await pool.describeUserPoolClient({
      ...of,
      ClientId: server.ids.userPoolClientId,
    })
    return UserPoolClient
  }

  async function attributesOf(Username: string) {
    const { UserAttributes = [] } = await pool.adminGetUser({ ...of, Username })
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
  }

  test('describes itself, its client and its second factors', async () => {
    expect((await pool.describeUserPool(of)).UserPool).toMatchObject({
      Id: of.UserPoolId,
      MfaConfiguration: 'OPTIONAL',
      EstimatedNumberOfUsers: 1,
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 8, TemporaryPasswordValidityDays: 7 } },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    })
    const client = await describeClient()
    expect(client).toMatchObject({
      ClientId: server.ids.userPoolClientId,
      PreventUserExistenceErrors: 'ENABLED',
    })
    expect(client?.ClientSecret).toBeUndefined()
    await expect(pool.describeUserPoolClient({ ...of, ClientId: 'someone' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    expect(await pool.getUserPoolMfaConfig(of)).toMatchObject({
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
      WebAuthnConfiguration: { RelyingPartyId: 'localhost' },
    })
  })

  test('asks for the attributes that it calls required', async () => {
    const { UserPool } = await pool.describeUserPool(of)
    const required = UserPool?.SchemaAttributes?.filter(({ Required }) => Required).map(({ Name }) => Name)
    expect(required?.toSorted()).toEqual(['email', 'name', 'sub'])
    const nameless = { Username: 'orpah@example.org', Password: 'Kissed-and-Turned-1', UserAttributes: [] }
    await expect(pool.signUp({ ClientId: server.ids.userPoolClientId, ...nameless })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Attributes did not conform to the schema: name: The attribute is required',
    })
  })

  test('keeps updated_at as the number that it calls it', async () => {
    expect(await schemaOf('updated_at')).toMatchObject({ AttributeDataType: 'Number', Required: false })
    const write = (Value: string) =>
      pool.adminUpdateUserAttributes({
        ...of,
        Username: RUTH.email,
        UserAttributes: [{ Name: 'updated_at', Value }],
      })
    await write('1778000000')
    expect((await attributesOf(RUTH.email)).updated_at).toBe('1778000000')
    const { AuthenticationResult: tokens } = await pool.initiateAuth({
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
    })
    const claims = JSON.parse(Buffer.from(tokens?.IdToken?.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.updated_at).toBe(1_778_000_000)
    await expect(write('yesterday')).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  test('keeps an address until the other is verified, as it says', async () => {
    const { UserPool } = await pool.describeUserPool(of)
    expect(UserPool?.UserAttributeUpdateSettings).toEqual({
      AttributesRequireVerificationBeforeUpdate: ['email'],
    })
    const UserAttributes = [{ Name: 'email', Value: 'ruth@new.org' }]
    await pool.adminUpdateUserAttributes({ ...of, Username: RUTH.email, UserAttributes })
    expect((await attributesOf(RUTH.email)).email).toBe(RUTH.email)
  })

  test('lists all addresses and scopes that OAuth accepts', async () => {
    expect(await describeClient()).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile', 'phone', 'aws.cognito.signin.user.admin'],
      CallbackURLs: [CALLBACK, CALLBACK_WITH_QUERY],
      LogoutURLs: [`${server.publicUrl}/login`, AFTER_LOGOUT],
    })
  })

  test('names the flows that it has, and for refreshing no other than the rotation', async () => {
    const { rules } = server.settings
    const flows = async () => (await describeClient())?.ExplicitAuthFlows
    const always = ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH']
    expect(await flows()).toEqual(['ALLOW_USER_AUTH', ...always].toSorted())
    expect((await describeClient())?.RefreshTokenRotation).toMatchObject({ Feature: 'ENABLED' })
    const { firstFactors } = rules
    try {
      rules.firstFactors = ['password']
      expect(await flows()).toEqual(always)
    } finally {
      rules.firstFactors = firstFactors
    }
  })

  test('is the one in the list, and so is its client', async () => {
    const { UserPool } = await pool.describeUserPool(of)
    const { UserPools, NextToken } = await pool.listUserPools({ MaxResults: 60 })
    expect(UserPools).toMatchObject([{ Id: of.UserPoolId, Name: UserPool?.Name }])
    expect(NextToken).toBeUndefined()
    const client = await describeClient()
    expect((await pool.listUserPoolClients(of)).UserPoolClients).toEqual([
      { ...of, ClientId: client?.ClientId, ClientName: client?.ClientName },
    ])
    expect((await pool.listUserPoolClients({ ...of, ClientType: 'DCR' })).UserPoolClients).toEqual([])
    await expect(pool.listUserPoolClients({ UserPoolId: 'us-east-1_other' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    const stranger = clientWith({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'nothing' })
    await expect(stranger.listUserPools({ MaxResults: 60 })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    })
    stranger.destroy()
  })
})

test.each([
  ['off', undefined],
  ['opt-in', { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: true }],
  ['always', { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: false }],
] as const)('where devices are tracked %s the pool says so', async (devices, expected) => {
  const server = await startCognito(undefined, { devices })
  const pool = operatorClient(server)
  try {
    const { UserPool } = await pool.describeUserPool({ UserPoolId: server.ids.userPoolId })
    expect(UserPool?.DeviceConfiguration).toEqual(expected)
  } finally {
    pool.destroy()
    await server.close()
  }
})
