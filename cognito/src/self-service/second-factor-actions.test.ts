import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  GetUserAuthFactorsCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appCode } from '../testing/authenticator.ts'
import { operatorClient } from '../testing/operator-client.ts'
import { otherThan, secondFactorCalls } from '../testing/second-factor-calls.ts'
import {
  type Answer,
  errorOf,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'
import { startWithVerifiedRuth } from '../testing/verified-ruth.ts'

const MISMATCH = 'EnableSoftwareTokenMFAException: Code mismatch and fail enable Software Token MFA'
const INVALID = 'NotAuthorizedException: Invalid session for the user.'
const [ON, OFF] = [{ Enabled: true }, { Enabled: false }]

eachDatabase((database) => {
  let server: TestCognito
  let calls: ReturnType<typeof secondFactorCalls>

  beforeAll(async () => {
    server = await startCognito(database, { secondFactors: ['totp', 'email', 'sms'] })
    calls = secondFactorCalls(server)
  })
  beforeEach(async () => {
    server.settings.rules.mfa = 'optional'
    server.settings.rules.secondFactors = ['totp', 'email', 'sms']
    await startWithVerifiedRuth(server)
  })
  afterAll(() => server.close())

  const code = (secret: string | undefined) => appCode(secret ?? '', server.clock.now())
  const sendApp = async (secret: string) =>
    calls.answer(await server.signIn(), { SOFTWARE_TOKEN_MFA_CODE: code(secret) })

  /** What the audit trail records about second factors, the latest last. */
  async function trail() {
    const rows = await server.database.sql
      .selectFrom('audit_event')
      .select(['kind', 'actor_name', 'subject_name', 'parts'])
      .where('kind', 'in', ['second_factor_changed', 'staff_second_factor_reset'])
      .where('subject', '=', await sub())
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, parts: JSON.parse(row.parts ?? 'null') as unknown }))
  }
  const sub = async () => (await server.users.list()).find(({ email }) => email === RUTH.email)?.sub ?? ''
  const emailAbout = async (change: 'on' | 'off' | 'replaced') => {
    const text = `"change":"${change}"`
    await expect.poll(() => server.emails.map((email) => email.text).join()).toContain(text)
    return server.emails.find((email) => email.text.includes(text))
  }

  describe('an authenticator app', () => {
    test('is in place once a code of it was right, and is asked for once it is turned on', async () => {
      const { AccessToken } = await server.signedIn()
      expect(errorOf(await calls.prefer(AccessToken, { SoftwareTokenMfaSettings: ON }))).toBe(
        'InvalidParameterException: User has not verified software token mfa',
      )
      expect(errorOf(await calls.call('VerifySoftwareToken', { AccessToken, UserCode: '123456' }))).toBe(
        MISMATCH,
      )
      const { SecretCode } = await calls.call('AssociateSoftwareToken', { AccessToken })
      expect(SecretCode).toMatch(/^[A-Z2-7]{32}$/)
      const verify = (UserCode: string) => calls.call('VerifySoftwareToken', { AccessToken, UserCode })
      expect(errorOf(await verify(otherThan(code(SecretCode))))).toBe(MISMATCH)
      expect(await verify(code(SecretCode))).toEqual({ Status: 'SUCCESS' })
      // Clients ask again when a line breaks.
      expect(await verify(code(SecretCode))).toEqual({ Status: 'SUCCESS' })
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
      await calls.prefer(AccessToken, { SoftwareTokenMfaSettings: ON })
      expect(errorOf(await sendApp(SecretCode ?? ''))).toBe(
        'ExpiredCodeException: Your software token has already been used once.',
      )
      server.wait(MINUTE)
      expect((await sendApp(SecretCode ?? '')).AuthenticationResult).toBeDefined()
    })

    test('replaces another once a code of it was right, and not before', async () => {
      const { AccessToken } = await server.signedIn()
      const first = await calls.addApp(AccessToken)
      await calls.prefer(AccessToken, { SoftwareTokenMfaSettings: ON })
      server.wait(MINUTE)
      const { SecretCode: second = '' } = await calls.call('AssociateSoftwareToken', { AccessToken })
      expect((await sendApp(first)).AuthenticationResult).toBeDefined()
      await calls.call('VerifySoftwareToken', { AccessToken, UserCode: code(second) })
      server.wait(MINUTE)
      expect(errorOf(await sendApp(first))).toBe('CodeMismatchException: Invalid code received for user')
      expect((await sendApp(second)).AuthenticationResult).toBeDefined()
      const email = await emailAbout('replaced')
      expect(email?.topic).toBe('second-factors-changed')
    })

    test('that waits for its first code does so for an hour', async () => {
      const { AccessToken } = await server.signedIn()
      const { SecretCode } = await calls.call('AssociateSoftwareToken', { AccessToken })
      server.wait(60 * MINUTE)
      const { AccessToken: later } = await server.signedIn()
      const UserCode = code(SecretCode)
      expect(errorOf(await calls.call('VerifySoftwareToken', { AccessToken: later, UserCode }))).toBe(
        MISMATCH,
      )
    })

    test('is never kept in plain text', async () => {
      const { AccessToken } = await server.signedIn()
      const secrets = [
        await calls.addApp(AccessToken),
        (await calls.call('AssociateSoftwareToken', { AccessToken })).SecretCode,
      ]
      const { sql } = server.database
      const rows = JSON.stringify([
        await sql.selectFrom('identity_user').selectAll().execute(),
        await sql.selectFrom('identity_code').selectAll().execute(),
        await sql.selectFrom('identity_challenge').selectAll().execute(),
        await sql.selectFrom('audit_event').selectAll().execute(),
      ])
      for (const secret of secrets) {
        expect(secret).toMatch(/^[A-Z2-7]{32}$/)
        expect(rows).not.toContain(secret)
      }
    })

    test('is not to be had where it is not allowed, without a token, or with a bad one', async () => {
      const { AccessToken } = await server.signedIn()
      expect(errorOf(await calls.call('AssociateSoftwareToken', {}))).toBe(
        'InvalidParameterException: Either AccessToken or Session must be given',
      )
      expect(errorOf(await calls.call('AssociateSoftwareToken', { AccessToken: 'a.b.c' }))).toBe(
        'NotAuthorizedException: Invalid Access Token',
      )
      expect(errorOf(await calls.call('AssociateSoftwareToken', { Session: 'x'.repeat(40) }))).toBe(INVALID)
      server.settings.rules.secondFactors = ['email']
      expect(errorOf(await calls.call('AssociateSoftwareToken', { AccessToken }))).toBe(
        'SoftwareTokenMFANotFoundException: Software Token MFA has not been enabled for the userPool',
      )
    })
  })

  describe('preferences', () => {
    test.each([
      [
        'a number that is not proved',
        { SMSMfaSettings: ON },
        'User does not have delivery config set to turn on SMS_MFA',
      ],
      [
        'an address that is not proved',
        { EmailMfaSettings: ON },
        'User does not have delivery config set to turn on EMAIL_OTP',
      ],
      [
        'a preference for what is off',
        { EmailMfaSettings: { Enabled: false, PreferredMfa: true } },
        'EMAIL_OTP cannot be preferred unless it is enabled',
      ],
    ])('refuse %s', async (_what, settings, message) => {
      await server.users.remove(RUTH.email)
      await server.addRuth()
      const { AccessToken } = await server.signedIn()
      expect(errorOf(await calls.prefer(AccessToken, settings))).toBe(`InvalidParameterException: ${message}`)
      expect(await trail()).toEqual([])
    })

    test('refuse two that are preferred, and what the operator does not allow', async () => {
      const { AccessToken } = await server.signedIn()
      const preferred = { Enabled: true, PreferredMfa: true }
      const both = { EmailMfaSettings: preferred, SMSMfaSettings: preferred }
      expect(errorOf(await calls.prefer(AccessToken, both))).toBe(
        'InvalidParameterException: Only one MFA method can be preferred',
      )
      server.settings.rules.secondFactors = ['totp']
      expect(errorOf(await calls.prefer(AccessToken, { EmailMfaSettings: ON }))).toBe(
        'InvalidParameterException: EMAIL_OTP is not enabled for the user pool',
      )
    })

    test('are sent to the user by email and written into the audit trail', async () => {
      const { AccessToken } = await server.signedIn()
      const preferred = { Enabled: true, PreferredMfa: true }
      await calls.prefer(AccessToken, { EmailMfaSettings: preferred, SMSMfaSettings: ON })
      expect(await emailAbout('on')).toMatchObject({
        changes: [
          { factor: 'EMAIL_OTP', change: 'on' },
          { factor: 'SMS_MFA', change: 'on' },
        ],
      })
      const { body: user } = await server.send('GetUser', { AccessToken })
      expect(user).toMatchObject({
        UserMFASettingList: ['EMAIL_OTP', 'SMS_MFA'],
        PreferredMfaSetting: 'EMAIL_OTP',
      })
      await server.send('UpdateUserAttributes', {
        AccessToken,
        UserAttributes: [{ Name: 'locale', Value: 'es' }],
      })
      await calls.prefer(AccessToken, { EmailMfaSettings: OFF })
      expect(await emailAbout('off')).toMatchObject({
        changes: [{ factor: 'EMAIL_OTP', change: 'off' }],
        locale: 'es',
      })
      await calls.prefer(AccessToken, { EmailMfaSettings: OFF })
      const own = { kind: 'second_factor_changed', actor_name: RUTH.email, subject_name: RUTH.email }
      expect(await trail()).toEqual([
        { ...own, parts: { on: ['EMAIL_OTP', 'SMS_MFA'], preferred: 'EMAIL_OTP' } },
        { ...own, parts: { off: ['EMAIL_OTP'], preferred: 'none' } },
      ])
    })

    test('leave at least one where one is required', async () => {
      const { AccessToken } = await server.signedIn()
      await calls.prefer(AccessToken, { EmailMfaSettings: ON, SMSMfaSettings: ON })
      server.settings.rules.mfa = 'required'
      expect(await calls.prefer(AccessToken, { EmailMfaSettings: OFF })).toEqual({})
      expect(errorOf(await calls.prefer(AccessToken, { SMSMfaSettings: OFF }))).toBe(
        'InvalidParameterException: MFA is required: at least one MFA method must stay enabled',
      )
    })
  })

  describe('set-up at sign-in', () => {
    beforeEach(() => {
      server.settings.rules.mfa = 'required'
    })

    /** A sign-in that has the secret of an app. */
    async function associate(asked: Answer): Promise<Answer> {
      return calls.call('AssociateSoftwareToken', { Session: asked.Session })
    }
    const verify = async ({ Session, SecretCode }: Answer) =>
      calls.call('VerifySoftwareToken', { Session, UserCode: code(SecretCode) })
    const finish = (verified: Answer) => calls.answer(verified, {}, 'MFA_SETUP')

    test('can not be skipped, nor its steps taken out of order', async () => {
      const asked = await server.signIn()
      expect(asked).toMatchObject({
        ChallengeName: 'MFA_SETUP',
        ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
      })
      const unverified = 'InvalidParameterException: User has not verified software token mfa'
      expect(errorOf(await finish(asked))).toBe(unverified)
      expect(
        errorOf(await calls.call('VerifySoftwareToken', { Session: asked.Session, UserCode: '123456' })),
      ).toBe(MISMATCH)
      const associated = await associate(asked)
      expect(await associate(asked)).toEqual(associated)
      expect(errorOf(await finish(associated))).toBe(unverified)
      const verified = await verify(associated)
      expect(verified.Status).toBe('SUCCESS')
      expect(errorOf(await calls.answer(verified, { USERNAME: 'naomi@example.org' }, 'MFA_SETUP'))).toBe(
        INVALID,
      )
      expect((await finish(verified)).AuthenticationResult).toBeDefined()
      server.wait(MINUTE)
      expect((await sendApp(associated.SecretCode ?? '')).AuthenticationResult).toBeDefined()
      expect((await trail()).map(({ parts }) => parts)).toEqual([{ on: ['SOFTWARE_TOKEN_MFA'] }])
    })

    test('leaves a quarter of an hour to get an app and its first code', async () => {
      const asked = await server.signIn()
      server.wait(14 * MINUTE)
      const associated = await associate(asked)
      server.wait(14 * MINUTE)
      const verified = await verify(associated)
      expect(verified.Status).toBe('SUCCESS')
      expect((await finish(verified)).AuthenticationResult).toBeDefined()
    })

    test('of two sign-ins at once ends in one of them', async () => {
      const begun = await Promise.all([server.signIn(), server.signIn()])
      const verified = await Promise.all(begun.map(async (asked) => verify(await associate(asked))))
      const answers = await Promise.all(verified.map(finish))
      expect(answers.filter(({ AuthenticationResult }) => AuthenticationResult)).toHaveLength(1)
      expect(answers.filter(({ __type }) => __type).map(errorOf)).toEqual([INVALID])
      expect(await trail()).toHaveLength(1)
    })

    test('that somebody left open adds nothing once the owner has a second factor', async () => {
      const left = await server.signIn()
      const leftVerified = await verify(await associate(await server.signIn()))
      await finish(await verify(await associate(await server.signIn())))
      const answers = [
        await associate(left),
        await finish(leftVerified),
        await calls.answer(left, { EMAIL: RUTH.email }),
      ]
      expect(answers.map(errorOf)).toEqual([
        INVALID,
        INVALID,
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      ])
    })

    test("proves the account's own e-mail address, and no other", async () => {
      await server.users.remove(RUTH.email)
      await server.addRuth()
      const asked = await server.signIn()
      expect(errorOf(await calls.answer(asked, { EMAIL: 'mara@example.org' }))).toBe(
        'InvalidParameterException: The email address must be the one of the account',
      )
      expect(server.emails).toEqual([])
      const next = await calls.answer(asked, { EMAIL: RUTH.email })
      const sent = calls.codeIn(server.emails.at(-1)?.text)
      expect(errorOf(await calls.answer(next, { EMAIL_OTP_CODE: otherThan(sent) }))).toBe(
        'CodeMismatchException: Invalid code or auth state for the user.',
      )
      const { AuthenticationResult: tokens } = await calls.answer(next, { EMAIL_OTP_CODE: sent })
      const { body: user } = await server.send('GetUser', { AccessToken: tokens?.AccessToken })
      expect(user).toMatchObject({ UserMFASettingList: ['EMAIL_OTP'] })
      expect(JSON.stringify(user)).toContain('{"Name":"email_verified","Value":"true"}')
      expect((await server.signIn()).ChallengeName).toBe('EMAIL_OTP')
    })

    test('takes the proved number where nothing but text messages is allowed', async () => {
      server.settings.rules.secondFactors = ['sms']
      const asked = await server.signIn()
      expect(asked.ChallengeName).toBe('SMS_MFA')
      const sent = calls.codeIn(server.texts.at(-1)?.text)
      expect((await calls.answer(asked, { SMS_MFA_CODE: sent })).AuthenticationResult).toBeDefined()
      expect((await trail()).map(({ parts }) => parts)).toEqual([{ on: ['SMS_MFA'] }])
    })
  })

  describe('through the AWS SDK', () => {
    test('somebody looks at their factors, and the staff reset them', async () => {
      const { AccessToken } = await server.signedIn()
      await calls.addApp(AccessToken)
      // The server itself records what it does with its own key, so this key has another name.
      await server.database.sql.updateTable('identity_access_key').set({ name: 'office' }).execute()
      const client = operatorClient(server)
      const UserPoolId = server.ids.userPoolId
      await calls.prefer(AccessToken, { SoftwareTokenMfaSettings: ON, EmailMfaSettings: ON })
      const factors = { UserMFASettingList: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] }
      expect(await client.send(new GetUserCommand({ AccessToken }))).toMatchObject(factors)
      expect(await client.send(new GetUserAuthFactorsCommand({ AccessToken }))).toMatchObject({
        ...factors,
        Username: await sub(),
        ConfiguredUserAuthFactors: ['PASSWORD'],
      })
      server.emails.length = 0
      await client.send(
        new AdminSetUserMFAPreferenceCommand({
          UserPoolId,
          Username: RUTH.email,
          SoftwareTokenMfaSettings: OFF,
          EmailMfaSettings: OFF,
          SMSMfaSettings: OFF,
        }),
      )
      const after = await client.send(new AdminGetUserCommand({ UserPoolId, Username: RUTH.email }))
      expect(after.UserMFASettingList).toBeUndefined()
      const again = await server.signedIn()
      expect((await emailAbout('off'))?.text).toContain('{"factor":"SOFTWARE_TOKEN_MFA","change":"off"}')
      expect(errorOf(await calls.prefer(again.AccessToken, { SoftwareTokenMfaSettings: ON }))).toBe(
        'InvalidParameterException: User has not verified software token mfa',
      )
      expect((await trail()).at(-1)).toMatchObject({
        kind: 'staff_second_factor_reset',
        actor_name: 'access key office',
        parts: { off: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] },
      })
    })
  })
})
