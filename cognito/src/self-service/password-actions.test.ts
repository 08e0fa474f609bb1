import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODES_TRIED, PASSWORDS_TO_CHANGE } from '../core/requests/throttle.ts'
import { DAY, errorOf, MINUTE, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database)
  })
  beforeEach(() => {
    server.callFrom(undefined)
    return server.reset()
  })
  afterAll(() => server.close())

  const WRONG_CODE = 'CodeMismatchException: Invalid verification code provided, please try again.'
  const NO_CODE = 'ExpiredCodeException: Invalid code provided, please request a code again.'
  const TOO_MANY = 'LimitExceededException: Attempt limit exceeded, please try after some time.'

  async function forgot(username = RUTH.email) {
    const { body } = await server.send('ForgotPassword', {
      ClientId: server.ids.userPoolClientId,
      Username: username,
    })
    return body
  }

  async function confirm(code: string, username = RUTH.email, password = 'Kinsman-Redeemer-4') {
    const { body } = await server.send('ConfirmForgotPassword', {
      ClientId: server.ids.userPoolClientId,
      Username: username,
      ConfirmationCode: code,
      Password: password,
    })
    return body
  }

  const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  describe('a code for a new password', () => {
    test('comes by mail, sets the password, and ends all sign-ins', async () => {
      const { IdToken } = await server.signedIn()
      expect((await forgot('RUTH@example.org')).CodeDeliveryDetails).toEqual({
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: 'r***@e***',
      })
      const email = await server.emailTo(RUTH.email)
      expect(email.topic).toBe('reset-password')
      expect(await confirm(await server.codeFor(RUTH.email))).toEqual({})
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      expect((await server.signIn()).message).toBe('Incorrect username or password.')
      expect((await server.signIn(RUTH.email, 'Kinsman-Redeemer-4')).AuthenticationResult).toBeDefined()
    })

    test('is written in Spanish to those who have chosen it', async () => {
      await server.users.create({ email: 'noemi@example.org', attributes: { locale: 'es-ES' } })
      await forgot('noemi@example.org')
      expect(await server.emailTo('noemi@example.org')).toMatchObject({
        purpose: 'reset-password',
        locale: 'es-ES',
      })
    })

    test('lets a user who must reset the password in again, by a code that they request', async () => {
      const setStatus = server.database.sql.updateTable('identity_user').set({ status: 'RESET_REQUIRED' })
      await setStatus.where('email', '=', RUTH.email).execute()
      expect(errorOf(await server.signIn())).toBe(
        'PasswordResetRequiredException: Password reset required for the user',
      )
      expect(errorOf(await server.signIn(RUTH.email, 'Wrong-Password-1'))).toBe(
        'NotAuthorizedException: Incorrect username or password.',
      )
      await forgot()
      const code = await server.codeFor(RUTH.email)
      expect(code).toMatch(/^\d{8}$/)
      expect(await confirm(code)).toEqual({})
      expect((await server.signIn(RUTH.email, 'Kinsman-Redeemer-4')).AuthenticationResult).toBeDefined()
    })

    test('may be typed in two halves', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      expect(await confirm(`${code.slice(0, 4)} ${code.slice(4)}`)).toEqual({})
    })

    test('is good once', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      await confirm(code)
      expect(errorOf(await confirm(code))).toBe(NO_CODE)
    })

    test('is void as soon as there is a newer one', async () => {
      await forgot()
      const first = await server.codeFor(RUTH.email)
      server.emails.length = 0
      await forgot()
      const second = await server.codeFor(RUTH.email)
      expect(errorOf(await confirm(first === second ? wrongCodeFor(first) : first))).toBe(WRONG_CODE)
      expect(await confirm(second)).toEqual({})
    })

    test('is valid for an hour', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      server.wait(60 * MINUTE)
      expect(errorOf(await confirm(code))).toBe(NO_CODE)
    })

    test('is valid for five attempts, after which even the right one is refused', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(errorOf(await confirm(wrongCodeFor(code)))).toBe(WRONG_CODE)
      }
      expect(errorOf(await confirm(code))).toBe(TOO_MANY)
    })

    test('is not counted as a guess from an unknown location when it was right', async () => {
      await forgot()
      expect(await confirm(await server.codeFor(RUTH.email))).toEqual({})
      server.callFrom('198.51.100.7')
      for (let attempt = 1; attempt <= CODES_TRIED.free; attempt += 1) {
        expect(errorOf(await confirm('00000000'))).toBe(NO_CODE)
      }
      expect(errorOf(await confirm('00000000'))).toBe(TOO_MANY)
    })

    test('is not used up by a password that the policy refuses', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      expect(errorOf(await confirm(code, RUTH.email, 'kinsman-redeemer-4'))).toBe(
        'InvalidPasswordException: Password did not conform with policy: Password must have uppercase characters',
      )
      expect(await confirm(code)).toEqual({})
    })

    test('is sent five times, then only after a pause that grows', async () => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect((await forgot()).CodeDeliveryDetails).toBeDefined()
      }
      expect(errorOf(await forgot())).toBe(TOO_MANY)
      server.wait(MINUTE)
      expect((await forgot()).CodeDeliveryDetails).toBeDefined()
      server.wait(MINUTE)
      expect(errorOf(await forgot())).toBe(TOO_MANY)
      server.wait(4 * 60 * MINUTE)
      expect((await forgot()).CodeDeliveryDetails).toBeDefined()
    })

    test('is never kept as it is', async () => {
      await forgot()
      const code = await server.codeFor(RUTH.email)
      const rows = await server.database.sql.selectFrom('identity_code').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(code)
    })

    test('seems to be sent to an unknown user, who is answered the same all along', async () => {
      expect((await forgot('orpah@example.org')).CodeDeliveryDetails).toEqual({
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: 'o***@e***',
      })
      expect(errorOf(await confirm('12345x', 'orpah@example.org'))).toBe(WRONG_CODE)
      for (let attempt = 2; attempt <= 5; attempt += 1) {
        await confirm('12345x', 'orpah@example.org')
      }
      expect(errorOf(await confirm('12345x', 'orpah@example.org'))).toBe(TOO_MANY)
      expect(errorOf(await confirm('12345x', 'elimelech@example.org'))).toBe(NO_CODE)
      expect(server.emails).toEqual([])
    })
  })

  describe('changing the password', () => {
    test('needs the old one and ends the other sign-ins, not this one', async () => {
      const here = await server.signedIn()
      const elsewhere = await server.signedIn()
      const change = async (PreviousPassword: string) =>
        (
          await server.send('ChangePassword', {
            AccessToken: here.AccessToken,
            PreviousPassword,
            ProposedPassword: 'Barley-Harvest-2',
          })
        ).body
      expect(errorOf(await change('Wrong-Password-1'))).toBe(
        'NotAuthorizedException: Incorrect username or password.',
      )
      expect(await change(RUTH.password)).toEqual({})
      expect(await server.verifyIdToken(here.IdToken)).toBeDefined()
      expect(await server.verifyIdToken(elsewhere.IdToken)).toBeUndefined()
    })
  })

  describe('changing the password to what it is already', () => {
    const change = async (
      AccessToken: string,
      PreviousPassword: string,
      ProposedPassword = 'Barley-Harvest-2',
    ) => (await server.send('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword })).body

    test('is answered as the change was, whose answer may have been lost, and changes nothing more', async () => {
      const { AccessToken } = await server.signedIn()
      expect(await change(AccessToken, RUTH.password)).toEqual({})
      await server.emailTo(RUTH.email)
      const elsewhere = (await server.signIn(RUTH.email, 'Barley-Harvest-2')).AuthenticationResult
      expect(await change(AccessToken, RUTH.password)).toEqual({})
      expect(await server.verifyIdToken(elsewhere?.IdToken ?? '')).toBeDefined()
      const changes = server.database.sql.selectFrom('audit_event').selectAll()
      const kept = changes.where('kind', '=', 'password_changed').where('at', '=', server.clock.now())
      expect(await kept.execute()).toHaveLength(1)
      expect(server.emails).toHaveLength(1)
    })

    test('is one try among those that are counted', async () => {
      const { AccessToken } = await server.signedIn()
      for (let tried = 1; tried < PASSWORDS_TO_CHANGE.free; tried++) {
        await change(AccessToken, 'Wrong-Password-1')
      }
      expect(await change(AccessToken, 'Wrong-Password-1', RUTH.password)).toEqual({})
      for (let tried = 0; tried < PASSWORDS_TO_CHANGE.free; tried++) {
        expect(errorOf(await change(AccessToken, 'Wrong-Password-1'))).toMatch(/^NotAuthorizedException/)
      }
      expect(errorOf(await change(AccessToken, 'Wrong-Password-1', RUTH.password))).toBe(TOO_MANY)
    })
  })

  test('too many wrong old passwords are refused as such, also with the right one', async () => {
    const { AccessToken } = await server.signedIn()
    const change = async (PreviousPassword: string) => {
      const input = { AccessToken, PreviousPassword, ProposedPassword: 'Barley-Harvest-2' }
      return errorOf((await server.send('ChangePassword', input)).body)
    }
    for (let tried = 0; tried < PASSWORDS_TO_CHANGE.free; tried++) {
      expect(await change('Wrong-Password-1')).toBe('NotAuthorizedException: Incorrect username or password.')
    }
    expect(await change(RUTH.password)).toBe(TOO_MANY)
  })

  describe('confirming the e-mail address', () => {
    test('takes the code that was sent for it, and no code for a password', async () => {
      const { AccessToken } = await server.signedIn()
      await forgot()
      const forPassword = await server.codeFor(RUTH.email)
      server.emails.length = 0
      await server.send('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
      const forEmail = await server.codeFor(RUTH.email)
      const verify = async (Code: string) =>
        (await server.send('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).body
      expect(errorOf(await verify(forPassword === forEmail ? wrongCodeFor(forEmail) : forPassword))).toBe(
        WRONG_CODE,
      )
      expect(await verify(forEmail)).toEqual({})
      server.wait(DAY)
      expect(errorOf(await verify(forEmail))).toBe('NotAuthorizedException: Access Token has expired')
    })
  })

  test('nobody can sign up', async () => {
    const { status, body } = await server.send('SignUp', {
      ClientId: server.ids.userPoolClientId,
      Username: 'mallory@example.org',
      Password: 'Let-me-in-1',
    })
    expect(status).toBe(400)
    expect(errorOf(body)).toBe('NotAuthorizedException: SignUp is not permitted for this user pool')
  })
})
