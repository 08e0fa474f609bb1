import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'
import { deviceVerifier, type ProofChallenge, startSrp, timestampOf } from '../testing/srp-client.ts'
import { DAY, errorOf, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const SECRET = 'kept-in-the-browser-and-nowhere-else'
const UNKNOWN = 'ResourceNotFoundException: Device does not exist.'
const WRONG = 'NotAuthorizedException: Incorrect username or password.'

type Metadata = { DeviceKey: string; DeviceGroupKey: string }
type WireDevice = { DeviceKey: string; DeviceAttributes: { Name: string; Value: string }[] }

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database, { devices: 'always' })
  })
  beforeEach(async () => {
    server.settings.rules.devices = 'always'
    await server.reset()
    await server.users.create({ email: 'boaz@example.org', password: 'Threshing-Floor-3', permanent: true })
  })
  afterAll(async () => {
    await server.close()
  })

  async function call(action: string, body: object) {
    const answer = await server.send(action, body)
    return answer.body as typeof answer.body & {
      Devices?: WireDevice[]
      Device?: WireDevice
      PaginationToken?: string
      UserConfirmationNecessary?: boolean
    }
  }

  async function start(deviceKey?: string, { email, password } = RUTH) {
    return call('InitiateAuth', {
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password, ...(deviceKey && { DEVICE_KEY: deviceKey }) },
    })
  }

  async function respond(ChallengeName: string, Session: string | undefined, ChallengeResponses: object) {
    const ClientId = server.ids.userPoolClientId
    return call('RespondToAuthChallenge', { ClientId, ChallengeName, Session, ChallengeResponses })
  }

  async function signedInOnNewDevice(user = RUTH) {
    const { AuthenticationResult: tokens } = await start(undefined, user)
    const metadata = tokens?.NewDeviceMetadata
    if (!tokens || !metadata) {
      throw new Error('No new device was offered.')
    }
    return { tokens, metadata }
  }

  async function confirm(accessToken: string, { DeviceKey, DeviceGroupKey }: Metadata) {
    return call('ConfirmDevice', {
      AccessToken: accessToken,
      DeviceKey,
      DeviceName: 'Firefox on Linux',
      DeviceSecretVerifierConfig: deviceVerifier(DeviceGroupKey, DeviceKey, SECRET),
    })
  }

  async function withDevice(user = RUTH) {
    const { tokens, metadata } = await signedInOnNewDevice(user)
    const { UserConfirmationNecessary } = await confirm(tokens.AccessToken, metadata)
    return { tokens, metadata, UserConfirmationNecessary }
  }

  /** The device's proof, up to the last answer. */
  async function prove(
    session: string | undefined,
    { DeviceKey, DeviceGroupKey }: Metadata,
    secret = SECRET,
    change: object = {},
    signed: Partial<ProofChallenge> = {},
  ) {
    const srp = startSrp()
    const asked = await respond('DEVICE_SRP_AUTH', session, {
      USERNAME: RUTH.email,
      SRP_A: srp.srpA,
      DEVICE_KEY: DeviceKey,
    })
    if (asked.__type) {
      return asked
    }
    expect(asked.ChallengeName).toBe('DEVICE_PASSWORD_VERIFIER')
    const challenge = {
      ...(asked.ChallengeParameters as unknown as ProofChallenge),
      USER_ID_FOR_SRP: DeviceKey,
      ...signed,
    }
    const proof = srp.prove(challenge, DeviceGroupKey, secret, timestampOf(server.clock.now()))
    const answer = { ...proof, USERNAME: RUTH.email, DEVICE_KEY: DeviceKey, ...change }
    return respond('DEVICE_PASSWORD_VERIFIER', asked.Session, answer)
  }

  const refresh = (RefreshToken: string, DeviceKey?: string) =>
    call('GetTokensFromRefreshToken', { ClientId: server.ids.userPoolClientId, RefreshToken, DeviceKey })

  const auditKinds = async () =>
    (await server.database.sql.selectFrom('audit_event').select('kind').orderBy('id').execute()).map(
      ({ kind }) => kind,
    )

  test('a sign-in without a device is offered to become one; with devices off it is not', async () => {
    const { metadata } = await signedInOnNewDevice()
    expect(metadata.DeviceKey).toMatch(/^us-east-1_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    server.settings.rules.devices = 'off'
    expect((await start()).AuthenticationResult?.NewDeviceMetadata).toBeUndefined()
    const { AuthenticationResult: tokens } = await start('us-east-1_gone')
    expect((await refresh(tokens?.RefreshToken ?? '')).AuthenticationResult).toBeDefined()
  })

  test('access tokens name the device that they were given out on, and no other token does', async () => {
    const claimOf = (token = '') =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).device_key
    const { tokens, metadata } = await withDevice()
    const { DeviceKey } = metadata
    expect(claimOf(tokens.AccessToken)).toBe(DeviceKey)
    const refreshed = await refresh(tokens.RefreshToken, DeviceKey)
    const { AuthenticationResult: later } = await prove((await start(DeviceKey)).Session, metadata)
    for (const { AccessToken, IdToken } of [refreshed.AuthenticationResult, later].filter((one) => !!one)) {
      expect([claimOf(AccessToken), claimOf(IdToken)]).toEqual([DeviceKey, undefined])
    }
    server.settings.rules.devices = 'off'
    expect(claimOf((await start()).AuthenticationResult?.AccessToken)).toBeUndefined()
  })

  test('a confirmed device is asked for its proof at the next sign-in', async () => {
    const { metadata, UserConfirmationNecessary } = await withDevice()
    expect(UserConfirmationNecessary).toBe(false)
    const asked = await start(metadata.DeviceKey)
    expect(asked.ChallengeName).toBe('DEVICE_SRP_AUTH')
    const done = await prove(asked.Session, metadata)
    expect(done.AuthenticationResult?.AccessToken).toBeDefined()
    expect(done.AuthenticationResult?.NewDeviceMetadata).toBeUndefined()
    expect(await auditKinds()).toContain('device_remembered')
  })

  test('a device that has to be remembered by its owner is not asked before that', async () => {
    server.settings.rules.devices = 'opt-in'
    const { tokens, metadata, UserConfirmationNecessary } = await withDevice()
    expect(UserConfirmationNecessary).toBe(true)
    const before = await start(metadata.DeviceKey)
    expect(before.AuthenticationResult?.AccessToken).toBeDefined()
    expect(before.AuthenticationResult?.NewDeviceMetadata).toBeUndefined()
    const status = { AccessToken: tokens.AccessToken, DeviceKey: metadata.DeviceKey }
    await call('UpdateDeviceStatus', { ...status, DeviceRememberedStatus: 'remembered' })
    expect((await start(metadata.DeviceKey)).ChallengeName).toBe('DEVICE_SRP_AUTH')
    await call('UpdateDeviceStatus', { ...status, DeviceRememberedStatus: 'not_remembered' })
    expect((await start(metadata.DeviceKey)).AuthenticationResult?.AccessToken).toBeDefined()
    expect((await auditKinds()).slice(-3)).toEqual(['device_remembered', 'device_forgotten', 'sign_in'])
  })

  test('a confirmation that is repeated changes nothing of the device', async () => {
    const { tokens, metadata } = await withDevice()
    const again = await call('ConfirmDevice', {
      AccessToken: tokens.AccessToken,
      DeviceKey: metadata.DeviceKey,
      DeviceSecretVerifierConfig: deviceVerifier(metadata.DeviceGroupKey, metadata.DeviceKey, 'an attacker'),
    })
    expect(again.UserConfirmationNecessary).toBe(false)
    const asked = await start(metadata.DeviceKey)
    expect(errorOf(await prove(asked.Session, metadata, 'an attacker'))).toBe(WRONG)
  })

  describe('a device is refused', () => {
    test('that was not offered to this sign-in', async () => {
      const ruths = await signedInOnNewDevice()
      const boaz = await signedInOnNewDevice({ email: 'boaz@example.org', password: 'Threshing-Floor-3' })
      const flaw = 'InvalidParameterException: Invalid device key given.'
      expect(errorOf(await confirm(boaz.tokens.AccessToken, ruths.metadata))).toBe(flaw)
      const own = { ...boaz.metadata, DeviceKey: 'us-east-1_0b1f2f5e-27a5-4a4c-a1b4-0d9c25a4be11' }
      expect(errorOf(await confirm(boaz.tokens.AccessToken, own))).toBe(flaw)
    })

    test('whose verifier everybody could prove', async () => {
      const { tokens, metadata } = await signedInOnNewDevice()
      for (const PasswordVerifier of ['', 'AA==', 'AQ==']) {
        const body = await call('ConfirmDevice', {
          AccessToken: tokens.AccessToken,
          DeviceKey: metadata.DeviceKey,
          DeviceSecretVerifierConfig: { PasswordVerifier, Salt: 'c2FsdA==' },
        })
        expect(errorOf(body)).toBe('InvalidParameterException: The verifier of the device is not valid.')
      }
    })

    test("that is somebody else's or nobody's, and the sign-in can be repeated without it", async () => {
      const { metadata } = await withDevice({ email: 'boaz@example.org', password: 'Threshing-Floor-3' })
      expect(errorOf(await start(metadata.DeviceKey))).toBe(UNKNOWN)
      const srp = startSrp()
      const begun = await call('InitiateAuth', {
        ClientId: server.ids.userPoolClientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: RUTH.email, SRP_A: srp.srpA },
      })
      const poolName = server.ids.userPoolId.split('_')[1] ?? ''
      const challenge = begun.ChallengeParameters as unknown as ProofChallenge
      const proof = srp.prove(challenge, poolName, RUTH.password, timestampOf(server.clock.now()))
      const named = { ...proof, DEVICE_KEY: metadata.DeviceKey }
      expect(errorOf(await respond('PASSWORD_VERIFIER', begun.Session, named))).toBe(UNKNOWN)
      const done = await respond('PASSWORD_VERIFIER', begun.Session, proof)
      expect(done.AuthenticationResult?.NewDeviceMetadata).toBeDefined()
    })

    test('with a wrong password before anything is said of the device', async () => {
      const { metadata } = await withDevice()
      const wrong = { ...RUTH, password: 'Gleaner-in-Moab-8' }
      expect(errorOf(await start(metadata.DeviceKey, wrong))).toBe(WRONG)
      expect(errorOf(await start('us-east-1_gone', wrong))).toBe(WRONG)
    })

    test('that proves another secret, under another name, or with a proof for another session', async () => {
      const { metadata } = await withDevice()
      const asked = await start(metadata.DeviceKey)
      expect(errorOf(await prove(asked.Session, metadata, 'guessed'))).toBe(WRONG)
      const other = await start(metadata.DeviceKey)
      expect(errorOf(await prove(other.Session, { ...metadata, DeviceKey: 'us-east-1_other' }))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
      const third = await start(metadata.DeviceKey)
      const foreign = { SECRET_BLOCK: Buffer.alloc(48, 7).toString('base64') }
      expect(errorOf(await prove(third.Session, metadata, SECRET, {}, foreign))).toBe(WRONG)
      const renamed = { DEVICE_KEY: 'us-east-1_other' }
      const fifth = await start(metadata.DeviceKey)
      expect(errorOf(await prove(fifth.Session, metadata, SECRET, renamed))).toBe(WRONG)
      const fourth = await start(metadata.DeviceKey)
      expect(errorOf(await prove(fourth.Session, metadata, SECRET, { USERNAME: 'boaz@example.org' }))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })

    test('in the midst of its proof, once it is forgotten', async () => {
      const { tokens, metadata } = await withDevice()
      const asked = await start(metadata.DeviceKey)
      await call('ForgetDevice', { AccessToken: tokens.AccessToken, DeviceKey: metadata.DeviceKey })
      expect(errorOf(await prove(asked.Session, metadata))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })
  })

  test('no step of a proof can be left out, taken for another, or taken twice', async () => {
    const { metadata } = await withDevice()
    const { Session, ChallengeName } = await start(metadata.DeviceKey)
    expect(ChallengeName).toBe('DEVICE_SRP_AUTH')
    const answer = { USERNAME: RUTH.email, DEVICE_KEY: metadata.DeviceKey, SRP_A: startSrp().srpA }
    const invalid = 'NotAuthorizedException: Invalid session for the user.'
    const timed = { ...answer, TIMESTAMP: timestampOf(server.clock.now()) }
    for (const step of ['DEVICE_PASSWORD_VERIFIER', 'SELECT_CHALLENGE', 'CUSTOM_CHALLENGE', 'EMAIL_OTP']) {
      expect(errorOf(await respond(step, Session, timed))).toBe(invalid)
    }
    const zero = await respond('DEVICE_SRP_AUTH', Session, { ...answer, SRP_A: '0' })
    expect(errorOf(zero)).toBe('InvalidParameterException: SRP_A is not a valid public value.')
    const once = await respond('DEVICE_SRP_AUTH', Session, answer)
    expect((await respond('DEVICE_SRP_AUTH', Session, answer)).Session).toBe(once.Session)
    const other = { ...answer, SRP_A: startSrp().srpA }
    expect(errorOf(await respond('DEVICE_SRP_AUTH', Session, other))).toBe(
      'NotAuthorizedException: Invalid session for the user, session can only be used once.',
    )
  })

  test('tokens of a device are refreshed on that device only', async () => {
    const { tokens, metadata } = await withDevice()
    const flaw = 'NotAuthorizedException: Invalid Refresh Token.'
    expect(errorOf(await refresh(tokens.RefreshToken))).toBe(flaw)
    expect(errorOf(await refresh(tokens.RefreshToken, 'us-east-1_other'))).toBe(flaw)
    expect((await refresh(tokens.RefreshToken, metadata.DeviceKey)).AuthenticationResult).toBeDefined()
  })

  test('a device that nobody has signed in on for ninety days is not known any more', async () => {
    const { metadata } = await withDevice()
    server.wait(90 * DAY - 1)
    expect((await start(metadata.DeviceKey)).ChallengeName).toBe('DEVICE_SRP_AUTH')
    server.wait(1)
    expect(errorOf(await start(metadata.DeviceKey))).toBe(UNKNOWN)
    await server.sweep()
    expect(await server.database.sql.selectFrom('identity_device').selectAll().execute()).toEqual([])
  })

  test('a new second factor is spared by the device it was set up on alone, and by none after a reset', async () => {
    const { metadata: before } = await withDevice()
    const { tokens, metadata: present } = await withDevice()
    const second = secondFactorCalls(server)
    await second.addApp(tokens.AccessToken)
    await second.prefer(tokens.AccessToken, { SoftwareTokenMfaSettings: { Enabled: true } })
    expect(errorOf(await start(before.DeviceKey))).toBe(UNKNOWN)
    expect((await start(present.DeviceKey)).ChallengeName).toBe('DEVICE_SRP_AUTH')
    await operatorClient(server).adminSetUserMFAPreference({
      UserPoolId: server.ids.userPoolId,
      Username: RUTH.email,
      SoftwareTokenMfaSettings: { Enabled: false },
    })
    expect(errorOf(await start(present.DeviceKey))).toBe(UNKNOWN)
  })

  test('devices are listed in pages, each with what is known of it, and only to their owner', async () => {
    const { tokens, metadata } = await withDevice()
    await withDevice()
    await withDevice()
    await withDevice({ email: 'boaz@example.org', password: 'Threshing-Floor-3' })
    const AccessToken = tokens.AccessToken
    const first = await call('ListDevices', { AccessToken, Limit: 2 })
    expect(first.Devices).toHaveLength(2)
    const { PaginationToken } = first
    const rest = await call('ListDevices', { AccessToken, Limit: 2, PaginationToken })
    expect(rest.Devices).toHaveLength(1)
    expect(rest.PaginationToken).toBeUndefined()
    const one = await call('GetDevice', { AccessToken, DeviceKey: metadata.DeviceKey })
    expect(one.Device?.DeviceAttributes).toEqual([
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: 'Firefox on Linux' },
      { Name: 'dev:device_remembered_status', Value: 'remembered' },
      { Name: 'last_ip_used', Value: '127.0.0.1' },
    ])
    const boaz = await server.signIn('boaz@example.org', 'Threshing-Floor-3')
    const foreign = { AccessToken: boaz.AuthenticationResult?.AccessToken, DeviceKey: metadata.DeviceKey }
    expect(errorOf(await call('GetDevice', foreign))).toBe(UNKNOWN)
    expect(errorOf(await call('ForgetDevice', foreign))).toBe(UNKNOWN)
    const status = { ...foreign, DeviceRememberedStatus: 'not_remembered' }
    expect(errorOf(await call('UpdateDeviceStatus', status))).toBe(UNKNOWN)
  })

  test('a device that is forgotten is signed out, and whoever forgets their own goes on', async () => {
    const lost = await withDevice()
    const own = await withDevice()
    const AccessToken = own.tokens.AccessToken
    await call('ForgetDevice', { AccessToken, DeviceKey: lost.metadata.DeviceKey })
    expect(errorOf(await refresh(lost.tokens.RefreshToken, lost.metadata.DeviceKey))).toBe(
      'NotAuthorizedException: Invalid Refresh Token.',
    )
    await call('ForgetDevice', { AccessToken, DeviceKey: own.metadata.DeviceKey })
    expect((await refresh(own.tokens.RefreshToken)).AuthenticationResult?.AccessToken).toBeDefined()
    expect((await call('ListDevices', { AccessToken })).Devices).toEqual([])
    expect(await auditKinds()).toContain('device_forgotten')
  })
})
