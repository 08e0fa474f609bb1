import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operatorClient } from './testing/operator-client.ts'
import { secondFactorCalls } from './testing/second-factor-calls.ts'
import { startSrp, timestampOf } from './testing/srp-client.ts'
import { type Answer, errorOf, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'
import { PHONE, startWithVerifiedRuth } from './testing/verified-ruth.ts'

const TOO_MANY = 'LimitExceededException: Attempt limit exceeded, please try after some time.'
const INVALID = 'NotAuthorizedException: Invalid session for the user.'
const OTHER_PHONE = '+34600999888'

eachDatabase((database) => {
  let server: TestCognito
  let second: ReturnType<typeof secondFactorCalls>
  beforeAll(async () => {
    server = await startCognito(database, {
      secondFactors: ['totp', 'email', 'sms'],
      firstFactors: ['password', 'email'],
    })
    second = secondFactorCalls(server)
  })
  beforeEach(() => startWithVerifiedRuth(server))
  afterAll(() => server.close())

  const call = async (action: string, body: object): Promise<Answer> =>
    (await server.send(action, { ClientId: server.ids.userPoolClientId, ...body })).body

  /** What the staff write about Ruth. */
  const administer = (attributes: Record<string, string>) =>
    operatorClient(server).adminUpdateUserAttributes({
      UserPoolId: server.ids.userPoolId,
      Username: RUTH.email,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    })

  async function askForCodesByEmail(): Promise<void> {
    const { AccessToken } = await server.signedIn()
    await second.prefer(AccessToken, { EmailMfaSettings: { Enabled: true } })
    await server.emailTo(RUTH.email)
  }

  test('a code that went to one address signs nobody in whose address has become another', async () => {
    await askForCodesByEmail()
    const asked = await server.signIn()
    const code = second.codeIn(server.emails.at(-1)?.text)
    await administer({ email: 'ruth@new.example.org', email_verified: 'true' })
    expect(errorOf(await second.answer(asked, { EMAIL_OTP_CODE: code }))).toBe(INVALID)
  })

  test('a code that went to one telephone proves that one, and not the number that came meanwhile', async () => {
    await administer({ phone_number_verified: 'false' })
    const { AccessToken } = await server.signedIn()
    await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'phone_number' })
    await administer({ phone_number: OTHER_PHONE })
    const Code = second.codeIn(server.texts.at(-1)?.text)
    await call('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code })
    const { body } = await server.send('GetUser', { AccessToken })
    const { UserAttributes } = body as { UserAttributes?: object[] }
    expect(UserAttributes).toContainEqual({ Name: 'phone_number', Value: PHONE })
  })

  test('whose phone number is replaced is notified by email', async () => {
    const { AccessToken } = await server.signedIn()
    await call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'phone_number', Value: OTHER_PHONE }],
    })
    const Code = second.codeIn(server.texts.at(-1)?.text)
    await call('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code })
    const { topic } = await server.emailTo(RUTH.email)
    expect(topic).toBe('phone-changed')
  })

  test('codes requested from unknown locations keep no signed-in user from verifying a contact', async () => {
    const forgotten = () => call('ForgotPassword', { Username: RUTH.email })
    for (let count = 0; count < 5; count += 1) {
      await forgotten()
    }
    expect(errorOf(await forgotten())).toBe(TOO_MANY)
    const { AccessToken } = await server.signedIn()
    const asked = await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
    expect(asked.CodeDeliveryDetails?.Destination).toBe('r***@e***')
  })

  test('codes requested from unknown locations keep nobody from signing in by one at a known location', async () => {
    const begin = () =>
      call('InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: RUTH.email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
      })
    for (let count = 0; count < 5; count += 1) {
      expect((await begin()).ChallengeName).toBe('EMAIL_OTP')
    }
    expect(errorOf(await begin())).toBe(TOO_MANY)
    // From now on it is one of Ruth's places.
    await server.signedIn()
    expect((await begin()).ChallengeName).toBe('EMAIL_OTP')
  })

  test('the proof of a password that ended in a code which could not be sent is taken once more', async () => {
    await askForCodesByEmail()
    const srp = startSrp()
    const asked = await call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: RUTH.email, SRP_A: srp.srpA },
    })
    const proof = srp.prove(
      asked.ChallengeParameters as unknown as Parameters<typeof srp.prove>[0],
      server.ids.userPoolId.split('_')[1] ?? '',
      RUTH.password,
      timestampOf(server.clock.now()),
    )
    server.unreachable.add(RUTH.email)
    expect(errorOf(await second.answer(asked, proof))).toMatch(/^CodeDeliveryFailureException: /)
    server.unreachable.clear()
    expect((await second.answer(asked, proof)).ChallengeName).toBe('EMAIL_OTP')
  })
})
