import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorClient } from './testing/operator-client.ts'
import {
  type Authenticator,
  type CreationOptions,
  makeAuthenticator,
  type RequestOptions,
} from './testing/software-authenticator.ts'
import {
  type Answer,
  errorOf,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'

const STALE = 'ForbiddenException: A recent sign-in is required. Sign in again.'
const NEW_PASSWORD = 'Kinsman-Redeemer-4'

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database, {
      devices: 'opt-in',
      firstFactors: ['password', 'passkey', 'email', 'sms'],
      secondFactors: ['totp', 'email', 'sms'],
    })
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  const call = async (action: string, body: object) =>
    (await server.send(action, body)).body as Answer & {
      CredentialCreationOptions?: CreationOptions
      Devices?: { DeviceKey: string }[]
    }

  async function addPasskey(AccessToken: string): Promise<Authenticator> {
    const authenticator = makeAuthenticator('http://localhost:8080')
    const { CredentialCreationOptions } = await call('StartWebAuthnRegistration', { AccessToken })
    const Credential = authenticator.create(CredentialCreationOptions as CreationOptions)
    expect(await call('CompleteWebAuthnRegistration', { AccessToken, Credential })).toEqual({})
    return authenticator
  }

  async function signInBy(authenticator: Authenticator) {
    const asked = await call('InitiateAuth', {
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: RUTH.email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    })
    const options = asked.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'
    return call('RespondToAuthChallenge', {
      ClientId: server.ids.userPoolClientId,
      ChallengeName: 'WEB_AUTHN',
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: RUTH.email,
        CREDENTIAL: JSON.stringify(authenticator.get(JSON.parse(options) as RequestOptions)),
      },
    })
  }

  async function confirmDevice({ AccessToken, NewDeviceMetadata }: SignedIn) {
    const { DeviceKey = '' } = NewDeviceMetadata ?? {}
    const Salt = Buffer.alloc(16, 7).toString('base64')
    const PasswordVerifier = Buffer.alloc(384, 7).toString('base64')
    const DeviceSecretVerifierConfig = { PasswordVerifier, Salt }
    return call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig })
  }
  type SignedIn = NonNullable<Answer['AuthenticationResult']>

  const CHANGES: [string, (tokens: SignedIn) => Promise<Answer>][] = [
    ['a passkey', ({ AccessToken }) => call('StartWebAuthnRegistration', { AccessToken })],
    [
      'the loss of a passkey',
      ({ AccessToken }) => call('DeleteWebAuthnCredential', { AccessToken, CredentialId: 'AAAA' }),
    ],
    ['an authenticator app', ({ AccessToken }) => call('AssociateSoftwareToken', { AccessToken })],
    [
      'the code of an authenticator app',
      ({ AccessToken }) => call('VerifySoftwareToken', { AccessToken, UserCode: '123456' }),
    ],
    [
      'codes by e-mail',
      ({ AccessToken }) => call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } }),
    ],
    [
      'the end of a second factor',
      ({ AccessToken }) =>
        call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }),
    ],
    ['another address', ({ AccessToken }) => write(AccessToken, 'email', 'attacker@example.org')],
    ['another number', ({ AccessToken }) => write(AccessToken, 'phone_number', '+34600111999')],
    [
      'the loss of the number',
      ({ AccessToken }) =>
        call('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['phone_number'] }),
    ],
    ['a device', confirmDevice],
    [
      'a device that stands for a second factor',
      ({ AccessToken, NewDeviceMetadata }) =>
        call('UpdateDeviceStatus', {
          AccessToken,
          DeviceKey: NewDeviceMetadata?.DeviceKey,
          DeviceRememberedStatus: 'remembered',
        }),
    ],
  ]

  const write = (AccessToken: string, Name: string, Value: string) =>
    call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })

  describe('an access token that is stolen from a sign-in of a while ago', () => {
    test.each(CHANGES)('gives an attacker no %s', async (what, change) => {
      const tokens = await server.signedIn()
      if (what.includes('stands for')) {
        await confirmDevice(tokens)
      }
      server.wait(10 * MINUTE + 1000)
      expect(errorOf(await change(tokens))).toBe(STALE)
      expect(server.emails.filter(({ to }) => to !== RUTH.email)).toEqual([])
    })

    test('is not made recent by a refresh', async () => {
      const { RefreshToken } = await server.signedIn()
      server.wait(11 * MINUTE)
      const { AuthenticationResult: refreshed } = await call('GetTokensFromRefreshToken', {
        ClientId: server.ids.userPoolClientId,
        RefreshToken,
      })
      const { AccessToken = '' } = refreshed ?? {}
      expect(errorOf(await call('StartWebAuthnRegistration', { AccessToken }))).toBe(STALE)
    })

    test('goes on serving its owner for all else, and a new sign-in for these too', async () => {
      const { AccessToken } = await server.signedIn()
      await addPasskey(AccessToken)
      server.wait(11 * MINUTE)
      expect(await write(AccessToken, 'name', 'Ruth')).toEqual({ CodeDeliveryDetailsList: [] })
      expect(await write(AccessToken, 'email', RUTH.email)).toEqual({ CodeDeliveryDetailsList: [] })
      expect(await call('ListWebAuthnCredentials', { AccessToken })).toHaveProperty('Credentials.length', 1)
      await addPasskey((await server.signedIn()).AccessToken)
    })
  })

  describe('a passkey that an attacker added all the same', () => {
    const ruth = () => ({ UserPoolId: server.ids.userPoolId, Username: RUTH.email })

    const RESETS: [string, topic: string, () => Promise<unknown>][] = [
      [
        'a code',
        'password-reset',
        async () => {
          const of = { ClientId: server.ids.userPoolClientId, Username: RUTH.email }
          await call('ForgotPassword', of)
          const ConfirmationCode = await server.codeFor(RUTH.email)
          server.emails.length = 0
          return call('ConfirmForgotPassword', { ...of, ConfirmationCode, Password: NEW_PASSWORD })
        },
      ],
      [
        'an administrator, who has a code sent',
        'staff-reset',
        () => operatorClient(server).adminResetUserPassword(ruth()),
      ],
      [
        'an administrator, who gives a password',
        'password-given',
        () =>
          operatorClient(server).adminSetUserPassword({ ...ruth(), Password: NEW_PASSWORD, Permanent: true }),
      ],
      [
        'the command line, with a password',
        'password-given',
        () => server.users.setPassword(RUTH.email, { password: NEW_PASSWORD, permanent: true }),
      ],
      [
        'the command line, with the second factor',
        'passkeys-forgotten',
        () => server.users.resetSecondFactor(RUTH.email),
      ],
    ]

    test.each(RESETS)('is removed in a reset by %s, and its owner is notified', async (_by, topic, reset) => {
      const attackers = await addPasskey((await server.signedIn()).AccessToken)
      expect((await signInBy(attackers)).AuthenticationResult).toBeDefined()
      await server.emailTo(RUTH.email)
      server.emails.length = 0
      await reset()
      expect(errorOf(await signInBy(attackers))).toBe(
        'NotAuthorizedException: Incorrect username or password.',
      )
      expect((await server.emailTo(RUTH.email)).topic).toBe(topic)
      const trail = await server.database.sql
        .selectFrom('audit_event')
        .select('parts')
        .where('kind', '=', 'passkey_removed')
        .execute()
      expect(trail.at(-1)).toEqual({ parts: '{"count":1}' })
    })

    test('stays when its owner changes the password, who is notified', async () => {
      const { AccessToken } = await server.signedIn()
      const own = await addPasskey(AccessToken)
      await server.emailTo(RUTH.email)
      server.emails.length = 0
      await call('ChangePassword', {
        AccessToken,
        PreviousPassword: RUTH.password,
        ProposedPassword: NEW_PASSWORD,
      })
      expect((await signInBy(own)).AuthenticationResult).toBeDefined()
      expect((await server.emailTo(RUTH.email)).topic).toBe('password-changed')
    })
  })

  test('a changed password forgets all devices but the one that it is changed on', async () => {
    const [here, there] = [await server.signedIn(), await server.signedIn()]
    await confirmDevice(here)
    await confirmDevice(there)
    await call('ChangePassword', {
      AccessToken: here.AccessToken,
      PreviousPassword: RUTH.password,
      ProposedPassword: NEW_PASSWORD,
    })
    const { Devices = [] } = await call('ListDevices', { AccessToken: here.AccessToken })
    expect(Devices.map(({ DeviceKey }) => DeviceKey)).toEqual([here.NewDeviceMetadata?.DeviceKey])
  })
})
