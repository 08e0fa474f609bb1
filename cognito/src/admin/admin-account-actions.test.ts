import type { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  const EVE = 'eve@example.org'

  let server: TestCognito
  let pool: CognitoIdentityProvider
  let of: { UserPoolId: string }
  let ruth: { UserPoolId: string; Username: string }

  beforeAll(async () => {
    server = await startCognito(on)
    of = { UserPoolId: server.ids.userPoolId }
    ruth = { ...of, Username: RUTH.email }
  })
  beforeEach(async () => {
    await server.reset()
    pool = operatorClient(server)
  })
  afterAll(() => server.close())

  const attributesOf = async (Username = RUTH.email) => {
    const { UserAttributes = [] } = await pool.adminGetUser({ ...of, Username })
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
  }
  const statusOf = async () => (await pool.adminGetUser(ruth)).UserStatus

  describe('Attributes', () => {
    test('are written, taken away by an empty value or by name, and counted as unverified when new', async () => {
      await pool.adminUpdateUserAttributes({
        ...ruth,
        UserAttributes: [
          { Name: 'name', Value: 'Ruth' },
          { Name: 'phone_number', Value: '+34600111222' },
          { Name: 'phone_number_verified', Value: 'true' },
          { Name: 'nickname', Value: 'R' },
        ],
      })
      expect(await attributesOf()).toMatchObject({
        name: 'Ruth',
        phone_number_verified: 'true',
        nickname: 'R',
      })
      await pool.adminUpdateUserAttributes({
        ...ruth,
        UserAttributes: [
          { Name: 'nickname', Value: '' },
          { Name: 'phone_number', Value: '+34600111333' },
        ],
      })
      expect(await attributesOf()).toMatchObject({ phone_number_verified: 'false' })
      await pool.adminDeleteUserAttributes({ ...ruth, UserAttributeNames: ['phone_number', 'name'] })
      expect(Object.keys(await attributesOf())).toEqual(['sub', 'email', 'email_verified'])
    })

    test('include the e-mail address, by which the user then signs in', async () => {
      await pool.adminUpdateUserAttributes({
        ...ruth,
        UserAttributes: [
          { Name: 'email', Value: 'Ruth@New.org' },
          { Name: 'email_verified', Value: 'true' },
        ],
      })
      expect(await attributesOf('ruth@new.org')).toMatchObject({
        email: 'ruth@new.org',
        email_verified: 'true',
      })
      expect((await server.signIn('ruth@new.org')).AuthenticationResult).toBeDefined()
      expect((await server.signIn()).__type).toBe('NotAuthorizedException')
      expect(server.emails.filter(({ to }) => to === 'ruth@new.org')).toEqual([])
    })

    test('an e-mail address that nobody vouches for waits for its code, and what comes along does not', async () => {
      const before = await attributesOf()
      await pool.adminUpdateUserAttributes({
        ...ruth,
        UserAttributes: [
          { Name: 'email', Value: 'ruth@new.org' },
          { Name: 'email_verified', Value: 'false' },
          { Name: 'nickname', Value: 'R' },
        ],
      })
      expect(await attributesOf()).toEqual({ ...before, nickname: 'R' })
      const { AccessToken } = await server.signedIn()
      const Code = await server.codeFor('ruth@new.org')
      await server.send('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
      expect(await attributesOf('ruth@new.org')).toMatchObject({
        email: 'ruth@new.org',
        email_verified: 'true',
      })
      expect((await server.signIn()).__type).toBe('NotAuthorizedException')
    })

    test('an email address that waits for its code is given up by naming the current one', async () => {
      const give = (Value: string) =>
        pool.adminUpdateUserAttributes({ ...ruth, UserAttributes: [{ Name: 'email', Value }] })
      await give('ruth@new.org')
      await give(RUTH.email)
      const { AccessToken } = await server.signedIn()
      const Code = await server.codeFor('ruth@new.org')
      const { body } = await server.send('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
      expect(body.__type).toBe('ExpiredCodeException')
      expect(await attributesOf()).toMatchObject({ email: RUTH.email })
    })

    test('an e-mail address that is changed takes the codes with it that went to the old one', async () => {
      await server.send('ForgotPassword', { ClientId: server.ids.userPoolClientId, Username: RUTH.email })
      const ConfirmationCode = await server.codeFor(RUTH.email)
      const UserAttributes = [
        { Name: 'email', Value: 'ruth@new.org' },
        { Name: 'email_verified', Value: 'true' },
      ]
      await pool.adminUpdateUserAttributes({ ...ruth, UserAttributes })
      const { body } = await server.send('ConfirmForgotPassword', {
        ClientId: server.ids.userPoolClientId,
        Username: 'ruth@new.org',
        ConfirmationCode,
        Password: 'Whither-thou-goest-1',
      })
      expect(body.__type).toBe('ExpiredCodeException')
    })

    test.each([
      [
        [{ Name: 'email', Value: EVE }],
        'AliasExistsException',
        'An account with the given email already exists.',
      ],
      [[{ Name: 'email', Value: 'ruth' }], 'InvalidParameterException', 'Invalid email address format.'],
      [[{ Name: 'sub', Value: 'x' }], 'InvalidParameterException', 'user.sub: Attribute cannot be updated.'],
    ])('refuse %j', async (UserAttributes, name, message) => {
      await server.users.create({ email: EVE })
      await expect(pool.adminUpdateUserAttributes({ ...ruth, UserAttributes })).rejects.toMatchObject({
        name,
        message,
      })
    })

    test('an email address that somebody else is given at the same moment is refused', async () => {
      const UserAttributes = [
        { Name: 'email', Value: EVE },
        { Name: 'email_verified', Value: 'true' },
      ]
      server.beforeNextWrite(() => server.users.create({ email: EVE }))
      await expect(pool.adminUpdateUserAttributes({ ...ruth, UserAttributes })).rejects.toMatchObject({
        name: 'AliasExistsException',
      })
      expect(await attributesOf()).toMatchObject({ email: RUTH.email })
    })

    test('that everybody has are not taken away', async () => {
      await expect(
        pool.adminDeleteUserAttributes({ ...ruth, UserAttributeNames: ['email'] }),
      ).rejects.toMatchObject({ message: 'user.email: Attribute cannot be deleted.' })
    })
  })

  describe('Somebody', () => {
    test('who is disabled is out at once, and in again when enabled', async () => {
      const { IdToken } = await server.signedIn()
      await pool.adminDisableUser(ruth)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      expect((await server.signIn()).message).toBe('User is disabled.')
      await pool.adminEnableUser(ruth)
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })

    test('whose password is reset is out, and comes in with a code from an email', async () => {
      const { IdToken } = await server.signedIn()
      await pool.adminResetUserPassword(ruth)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      expect(await statusOf()).toBe('RESET_REQUIRED')
      expect((await server.signIn()).__type).toBe('PasswordResetRequiredException')
      await server.send('ConfirmForgotPassword', {
        ClientId: server.ids.userPoolClientId,
        Username: RUTH.email,
        ConfirmationCode: await server.codeFor(RUTH.email),
        Password: 'Barley-Harvest-9',
      })
      expect((await server.signIn(RUTH.email, 'Barley-Harvest-9')).AuthenticationResult).toBeDefined()
    })

    test('who never chose a password has none to reset', async () => {
      await server.users.create({ email: EVE })
      await expect(pool.adminResetUserPassword({ ...of, Username: EVE })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'User password cannot be reset in the current state.',
      })
    })

    test('gets a permanent password, or a temporary one, and is signed out', async () => {
      const { IdToken } = await server.signedIn()
      await pool.adminSetUserPassword({ ...ruth, Password: 'Barley-Harvest-9', Permanent: true })
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      expect((await server.signIn(RUTH.email, 'Barley-Harvest-9')).AuthenticationResult).toBeDefined()
      await pool.adminSetUserPassword({ ...ruth, Password: 'Barley-Harvest-8' })
      expect((await server.signIn(RUTH.email, 'Barley-Harvest-8')).ChallengeName).toBe(
        'NEW_PASSWORD_REQUIRED',
      )
      await expect(pool.adminSetUserPassword({ ...ruth, Password: 'barley' })).rejects.toMatchObject({
        name: 'InvalidPasswordException',
      })
    })

    test('is signed out everywhere', async () => {
      const { IdToken } = await server.signedIn()
      await pool.adminUserGlobalSignOut(ruth)
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
    })

    test('is removed for good', async () => {
      await pool.adminDeleteUser(ruth)
      await expect(pool.adminGetUser(ruth)).rejects.toMatchObject({ name: 'UserNotFoundException' })
      await expect(pool.adminDeleteUser(ruth)).rejects.toMatchObject({ name: 'UserNotFoundException' })
    })

    test('who signed up is confirmed, once', async () => {
      await server.database.sql.updateTable('identity_user').set({ status: 'UNCONFIRMED' }).execute()
      await pool.adminConfirmSignUp(ruth)
      expect(await statusOf()).toBe('CONFIRMED')
      await expect(pool.adminConfirmSignUp(ruth)).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'User cannot be confirmed. Current status is CONFIRMED',
      })
    })

    test('has second factors turned on and off', async () => {
      await pool.adminUpdateUserAttributes({
        ...ruth,
        UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      })
      await pool.adminSetUserMFAPreference({
        ...ruth,
        EmailMfaSettings: { Enabled: true, PreferredMfa: true },
      })
      expect(await pool.adminGetUser(ruth)).toMatchObject({
        UserMFASettingList: ['EMAIL_OTP'],
        PreferredMfaSetting: 'EMAIL_OTP',
      })
      expect((await server.signIn()).ChallengeName).toBe('EMAIL_OTP')
      await pool.adminSetUserMFAPreference({ ...ruth, EmailMfaSettings: { Enabled: false } })
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
      await expect(
        pool.adminSetUserMFAPreference({ ...ruth, SoftwareTokenMfaSettings: { Enabled: true } }),
      ).rejects.toMatchObject({
        name: 'InvalidParameterException',
        message: 'User has not verified software token mfa',
      })
    })

    test('is signed in by the server of an operator', async () => {
      const ClientId = server.ids.userPoolClientId
      const AuthParameters = { USERNAME: RUTH.email, PASSWORD: RUTH.password }
      const flow = { ...of, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' as const }
      expect((await pool.adminInitiateAuth({ ...flow, AuthParameters })).AuthenticationResult).toBeDefined()
      await expect(
        pool.adminInitiateAuth({ ...flow, AuthParameters: { ...AuthParameters, PASSWORD: 'x' } }),
      ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
      await expect(
        pool.adminInitiateAuth({ ...flow, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
      ).rejects.toMatchObject({
        name: 'InvalidParameterException',
        message: 'Initiate Auth method not supported.',
      })
      await pool.adminSetUserPassword({ ...ruth, Password: 'Barley-Harvest-8' })
      const asked = await pool.adminInitiateAuth({
        ...flow,
        AuthParameters: { ...AuthParameters, PASSWORD: 'Barley-Harvest-8' },
      })
      const { AuthenticationResult } = await pool.adminRespondToAuthChallenge({
        ...of,
        ClientId,
        ChallengeName: asked.ChallengeName,
        Session: asked.Session,
        ChallengeResponses: {
          USERNAME: RUTH.email,
          NEW_PASSWORD: 'Barley-Harvest-9',
          'userAttributes.name': 'Ruth',
        },
      })
      expect(AuthenticationResult?.RefreshToken).toBeDefined()
      const client = { ...of, ClientId: 'someone' }
      await expect(pool.adminInitiateAuth({ ...flow, ...client })).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    })

    test('leaves a trail of sign-ins, the latest first, page by page', async () => {
      await server.signIn(RUTH.email, 'Wrong-Password-1')
      await server.signedIn()
      const first = await pool.adminListUserAuthEvents({ ...ruth, MaxResults: 1 })
      await expect(pool.adminListUserAuthEvents({ ...ruth, MaxResults: 61 })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      })
      expect(first.AuthEvents).toMatchObject([
        { EventType: 'SignIn', EventResponse: 'Pass', EventContextData: { IpAddress: '127.0.0.1' } },
      ])
      const rest = await pool.adminListUserAuthEvents({ ...ruth, NextToken: first.NextToken })
      expect(rest.AuthEvents).toMatchObject([{ EventType: 'SignIn', EventResponse: 'Fail' }])
      expect(rest.NextToken).toBeUndefined()
    })
  })

  describe('Devices', () => {
    test('are listed page by page, looked at and forgotten', async () => {
      const { Username: sub = '' } = await pool.adminGetUser(ruth)
      const now = server.clock.now()
      const times = { created: now, updated: now, last_sign_in: now }
      const row = {
        sub,
        group_key: '-g',
        encrypted_verifier: '',
        remembered: 1,
        address: '203.0.113.7',
        ...times,
      }
      await server.database.sql
        .insertInto('identity_device')
        .values(['us-east-1_a', 'us-east-1_b'].map((device_key) => ({ ...row, device_key, name: 'Phone' })))
        .execute()
      const first = await pool.adminListDevices({ ...ruth, Limit: 1 })
      expect(first.Devices?.map(({ DeviceKey }) => DeviceKey)).toEqual(['us-east-1_a'])
      const rest = await pool.adminListDevices({ ...ruth, PaginationToken: first.PaginationToken })
      expect(rest.Devices?.map(({ DeviceKey }) => DeviceKey)).toEqual(['us-east-1_b'])
      expect(rest.PaginationToken).toBeUndefined()
      const one = { ...ruth, DeviceKey: 'us-east-1_a' }
      expect((await pool.adminGetDevice(one)).Device?.DeviceAttributes).toContainEqual({
        Name: 'dev:device_remembered_status',
        Value: 'remembered',
      })
      await pool.adminForgetDevice(one)
      const unknown = { name: 'ResourceNotFoundException', message: 'Device does not exist.' }
      await expect(pool.adminGetDevice(one)).rejects.toMatchObject(unknown)
      await expect(pool.adminForgetDevice(one)).rejects.toMatchObject(unknown)
    })
  })

  describe('The audit trail', () => {
    test('names the access key that did it, and nothing for the server, which records its user itself', async () => {
      const made = await server.operatorKeys.make('church office')
      const trail = async () =>
        server.database.sql
          .selectFrom('audit_event')
          .select(['kind', 'actor', 'actor_name', 'subject_name', 'address'])
          .where('actor_name', 'like', 'access key%')
          .execute()
      await pool.adminDisableUser(ruth)
      expect(await trail()).toEqual([])
      await operatorClient(server, made ?? server.serverKey).adminEnableUser(ruth)
      expect(await trail()).toEqual([
        {
          kind: 'staff_enabled',
          actor: null,
          actor_name: 'access key church office',
          subject_name: RUTH.email,
          address: '127.0.0.1',
        },
      ])
    })
  })
})
