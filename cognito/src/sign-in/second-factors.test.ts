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
import { PHONE, startWithVerifiedRuth } from '../testing/verified-ruth.ts'

const WRONG = 'CodeMismatchException: Invalid code or auth state for the user.'
const WRONG_APP = 'CodeMismatchException: Invalid code received for user'
const USED = 'ExpiredCodeException: Your software token has already been used once.'
const EXPIRED = 'ExpiredCodeException: Invalid code provided, please request a code again.'
const TOO_MANY = 'LimitExceededException: Attempt limit exceeded, please try after some time.'
const INVALID = 'NotAuthorizedException: Invalid session for the user.'
const ON = { Enabled: true }

/** As apps and people write a code. */
const halvesOf = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

eachDatabase((database) => {
  let server: TestCognito
  let calls: ReturnType<typeof secondFactorCalls>

  beforeAll(async () => {
    server = await startCognito(database, {
      secondFactors: ['totp', 'email', 'sms'],
      firstFactors: ['password', 'email'],
    })
    calls = secondFactorCalls(server)
  })
  beforeEach(() => startWithVerifiedRuth(server))
  afterAll(() => server.close())

  /** Signs Ruth in, gives her an app as a second factor, and waits until its next code. */
  async function haveApp(): Promise<string> {
    const { AccessToken } = await server.signedIn()
    const secret = await calls.addApp(AccessToken)
    await calls.prefer(AccessToken, { SoftwareTokenMfaSettings: ON })
    server.wait(MINUTE)
    return secret
  }

  async function haveEmail(): Promise<void> {
    const { AccessToken } = await server.signedIn()
    await calls.prefer(AccessToken, { EmailMfaSettings: ON })
    // The answer does not wait for the email about it.
    await server.emailTo(RUTH.email)
  }

  /** Begins a sign-in that asks for a code by e-mail, and reads the code. */
  async function askedByEmail(): Promise<[asked: Answer, code: string]> {
    const asked = await server.signIn()
    return [asked, calls.codeIn(server.emails.at(-1)?.text)]
  }

  const sendApp = (asked: Answer, code: string) => calls.answer(asked, { SOFTWARE_TOKEN_MFA_CODE: code })
  const sendEmail = (asked: Answer, code: string) => calls.answer(asked, { EMAIL_OTP_CODE: code })

  describe('a code of an authenticator app', () => {
    test('is taken once, and none before it afterwards', async () => {
      const secret = await haveApp()
      const now = server.clock.now()
      const asked = await server.signIn()
      expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
      expect((await sendApp(asked, appCode(secret, now))).AuthenticationResult).toBeDefined()
      for (const code of [appCode(secret, now), appCode(secret, now - 30_000)]) {
        expect(errorOf(await sendApp(await server.signIn(), code))).toBe(USED)
      }
      const later = await sendApp(await server.signIn(), appCode(secret, now + 30_000))
      expect(later.AuthenticationResult).toBeDefined()
    })

    test('may be typed in two halves, and is not good again as a whole', async () => {
      const secret = await haveApp()
      const code = appCode(secret, server.clock.now())
      const asked = await server.signIn()
      expect((await sendApp(asked, ` ${halvesOf(code)} `)).AuthenticationResult).toBeDefined()
      for (const again of [code, halvesOf(code)]) {
        expect(errorOf(await sendApp(await server.signIn(), again))).toBe(USED)
      }
    })

    test('in two sign-ins at once signs one of them in', async () => {
      const secret = await haveApp()
      const asked = await Promise.all([server.signIn(), server.signIn(), server.signIn()])
      const code = appCode(secret, server.clock.now())
      const answers = await Promise.all(asked.map((one) => sendApp(one, code)))
      expect(answers.filter(({ AuthenticationResult }) => AuthenticationResult)).toHaveLength(1)
      const losers = answers.filter(({ AuthenticationResult }) => !AuthenticationResult)
      expect(losers.map(errorOf)).toEqual([USED, USED])
    })

    test('sent twice, or twice at once, gets the same tokens; another answer none', async () => {
      const secret = await haveApp()
      const asked = await server.signIn()
      const code = appCode(secret, server.clock.now())
      const [one, other] = await Promise.all([sendApp(asked, code), sendApp(asked, code)])
      expect(one.AuthenticationResult).toBeDefined()
      expect(other).toEqual(one)
      expect(await sendApp(asked, code)).toEqual(one)
      expect(errorOf(await sendApp(asked, otherThan(code)))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
    })

    test('may be tried again in the same session after a wrong one', async () => {
      const secret = await haveApp()
      const asked = await server.signIn()
      const code = appCode(secret, server.clock.now())
      for (const wrong of [otherThan(code), '', '12345', 'abcdef']) {
        expect(errorOf(await sendApp(asked, wrong))).toBe(WRONG_APP)
      }
      expect((await sendApp(asked, code)).AuthenticationResult).toBeDefined()
    })

    test('can be tried five times, over all sign-ins, before a pause', async () => {
      const secret = await haveApp()
      const code = () => appCode(secret, server.clock.now())
      for (let attempts = 0; attempts < 5; attempts += 1) {
        expect(errorOf(await sendApp(await server.signIn(), otherThan(code())))).toBe(WRONG_APP)
      }
      expect(errorOf(await sendApp(await server.signIn(), code()))).toBe(TOO_MANY)
      server.wait(MINUTE)
      expect((await sendApp(await server.signIn(), code())).AuthenticationResult).toBeDefined()
    })
  })

  describe('a code by e-mail', () => {
    beforeEach(haveEmail)

    test('is valid only for the sign-in that it was made for', async () => {
      const [first, itsCode] = await askedByEmail()
      const [second, otherCode] = await askedByEmail()
      expect(itsCode).not.toBe('')
      if (itsCode !== otherCode) {
        expect(errorOf(await sendEmail(first, otherCode))).toBe(WRONG)
      }
      expect((await sendEmail(first, itsCode)).AuthenticationResult).toBeDefined()
      expect((await sendEmail(second, otherCode)).AuthenticationResult).toBeDefined()
    })

    test('expires after three minutes, and its session a little later', async () => {
      const [asked, code] = await askedByEmail()
      server.wait(3 * MINUTE)
      expect(errorOf(await sendEmail(asked, code))).toBe(EXPIRED)
      server.wait(2 * MINUTE)
      expect(errorOf(await sendEmail(asked, code))).toBe(
        'NotAuthorizedException: Invalid session for the user, session is expired.',
      )
    })

    test('may be typed in two halves', async () => {
      const [asked, code] = await askedByEmail()
      expect((await sendEmail(asked, halvesOf(code))).AuthenticationResult).toBeDefined()
    })

    test("does nothing in somebody else's name, or as another challenge", async () => {
      const [asked, code] = await askedByEmail()
      const answers = [
        await calls.answer(asked, { USERNAME: 'naomi@example.org', EMAIL_OTP_CODE: code }),
        await calls.answer(asked, { USERNAME: '', EMAIL_OTP_CODE: code }),
        await calls.answer(asked, { SMS_MFA_CODE: code }, 'SMS_MFA'),
        await calls.answer(asked, { SMS_OTP_CODE: code }, 'SMS_OTP'),
        await calls.answer(asked, { SOFTWARE_TOKEN_MFA_CODE: code }, 'SOFTWARE_TOKEN_MFA'),
        await calls.answer(asked, { ANSWER: 'EMAIL_OTP' }, 'SELECT_MFA_TYPE'),
        await calls.answer(asked, {}, 'MFA_SETUP'),
        await calls.answer(asked, { NEW_PASSWORD: 'Kinsman-Redeemer-4' }, 'NEW_PASSWORD_REQUIRED'),
        await calls.answer({ ...asked, Session: `x${asked.Session}` }, { EMAIL_OTP_CODE: code }),
        await calls.call('AssociateSoftwareToken', { Session: asked.Session }),
        await calls.call('VerifySoftwareToken', { Session: asked.Session, UserCode: code }),
      ]
      expect(answers.map(errorOf)).toEqual(answers.map(() => INVALID))
      expect((await sendEmail(asked, code)).AuthenticationResult).toBeDefined()
    })

    test('is invalid once the password was changed, or the account disabled', async () => {
      const [asked, code] = await askedByEmail()
      const [another, itsCode] = await askedByEmail()
      await server.users.setPassword(RUTH.email, { password: 'Kinsman-Redeemer-4', permanent: true })
      expect(errorOf(await sendEmail(asked, code))).toBe(INVALID)
      await server.users.setEnabled(RUTH.email, false)
      expect(errorOf(await sendEmail(another, itsCode))).toBe(INVALID)
    })

    test('signs nobody in whose password was reset by an administrator meanwhile', async () => {
      const [asked, code] = await askedByEmail()
      await operatorClient(server).adminResetUserPassword({
        UserPoolId: server.ids.userPoolId,
        Username: RUTH.email,
      })
      expect(errorOf(await sendEmail(asked, code))).toBe(
        'PasswordResetRequiredException: Password reset required for the user',
      )
    })

    test('is invalid once that second factor was turned off', async () => {
      const { AuthenticationResult: tokens } = await sendEmail(...(await askedByEmail()))
      const [asked, code] = await askedByEmail()
      const off = await calls.prefer(tokens?.AccessToken ?? '', { EmailMfaSettings: { Enabled: false } })
      expect(off).toEqual({})
      expect(errorOf(await sendEmail(asked, code))).toBe(INVALID)
    })

    test('that can not be sent is an error, and the sign-in can be begun again', async () => {
      server.unreachable.add(RUTH.email)
      expect(errorOf(await server.signIn())).toBe(
        'CodeDeliveryFailureException: The code could not be sent. Try again later.',
      )
      server.unreachable.clear()
      expect((await sendEmail(...(await askedByEmail()))).AuthenticationResult).toBeDefined()
    })

    test('is not sent without end', async () => {
      server.emails.length = 0
      for (let sent = 0; sent < 10; sent += 1) {
        expect((await server.signIn()).ChallengeName).toBe('EMAIL_OTP')
      }
      expect(errorOf(await server.signIn())).toBe(TOO_MANY)
      expect(server.emails).toHaveLength(10)
    })

    test('is not kept from its owner by those who know no more than the name', async () => {
      for (let attempts = 0; attempts < 12; attempts += 1) {
        await calls.call('ConfirmForgotPassword', {
          ClientId: server.ids.userPoolClientId,
          Username: RUTH.email,
          ConfirmationCode: '000000',
          Password: 'Kinsman-Redeemer-4',
        })
      }
      expect((await sendEmail(...(await askedByEmail()))).AuthenticationResult).toBeDefined()
    })
  })

  describe('a code by text message', () => {
    test('goes to the verified number, of which the end is shown', async () => {
      const { AccessToken } = await server.signedIn()
      await calls.prefer(AccessToken, { SMSMfaSettings: ON })
      const asked = await server.signIn()
      expect(asked).toMatchObject({
        ChallengeName: 'SMS_MFA',
        ChallengeParameters: {
          CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
          CODE_DELIVERY_DESTINATION: '+*******1234',
        },
      })
      expect(server.texts).toMatchObject([
        { medium: 'sms', to: PHONE, purpose: 'second-factor', code: expect.stringMatching(/^\d{6}$/) },
      ])
      const code = calls.codeIn(server.texts[0]?.text)
      expect(errorOf(await calls.answer(asked, { SMS_MFA_CODE: otherThan(code) }))).toBe(WRONG)
      expect((await calls.answer(asked, { SMS_MFA_CODE: code })).AuthenticationResult).toBeDefined()
    })
  })

  describe('the choice among several', () => {
    test('offers what is turned on, takes nothing else, and is not made for anybody', async () => {
      await haveApp()
      server.settings.rules.mfa = 'off'
      const { AccessToken } = await server.signedIn()
      server.settings.rules.mfa = 'optional'
      await calls.prefer(AccessToken, { EmailMfaSettings: ON })
      const asked = await server.signIn()
      expect(asked).toMatchObject({
        ChallengeName: 'SELECT_MFA_TYPE',
        ChallengeParameters: { MFAS_CAN_CHOOSE: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
      })
      for (const ANSWER of ['SMS_MFA', '', 'NONE']) {
        expect(errorOf(await calls.answer(asked, { ANSWER }))).toBe(
          'InvalidParameterException: ANSWER must be one of the MFA methods to choose from',
        )
      }
      const next = await calls.answer(asked, { ANSWER: 'EMAIL_OTP' })
      expect(next.ChallengeName).toBe('EMAIL_OTP')
      expect(
        (await sendEmail(next, calls.codeIn(server.emails.at(-1)?.text))).AuthenticationResult,
      ).toBeDefined()
    })
  })

  describe('a code as the first factor', () => {
    const beginByEmail = async (USERNAME: string) =>
      calls.call('InitiateAuth', {
        ClientId: server.ids.userPoolClientId,
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
      })

    test('signs in by itself where no second factor is turned on', async () => {
      const asked = await beginByEmail(RUTH.email)
      expect(asked.ChallengeName).toBe('EMAIL_OTP')
      const code = await server.codeFor(RUTH.email)
      expect(errorOf(await sendEmail(asked, otherThan(code)))).toBe(WRONG)
      expect((await sendEmail(asked, code)).AuthenticationResult).toBeDefined()
    })

    test('no longer does once a second factor was turned on', async () => {
      const { AccessToken } = await server.signedIn()
      const asked = await beginByEmail(RUTH.email)
      const code = await server.codeFor(RUTH.email)
      await calls.prefer(AccessToken, { EmailMfaSettings: ON })
      expect(errorOf(await sendEmail(asked, code))).toBe(
        'NotAuthorizedException: This account needs its password to sign in.',
      )
    })

    test('that could not be sent is asked for all the same, like that of a name that nobody has', async () => {
      server.unreachable.add(RUTH.email)
      const asked = await beginByEmail(RUTH.email)
      server.unreachable.clear()
      expect(asked.ChallengeName).toBe('EMAIL_OTP')
      expect(errorOf(await sendEmail(asked, 'abcdef'))).toBe(WRONG)
    })
  })
})
