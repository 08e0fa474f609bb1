import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'

const NEW_PASSWORD = 'Barley-Harvest-2'
const NEW_EMAIL = 'ruth@bethlehem.example'
const PHONE = '+34600111234'

eachDatabase((database) => {
  let server: TestCognito
  let sub: string
  let tokens: Awaited<ReturnType<TestCognito['signedIn']>>

  beforeAll(async () => {
    server = await startCognito(database, { signUp: true })
  })
  beforeEach(async () => {
    await server.reset()
    sub = (await server.users.list())[0]?.sub ?? ''
    tokens = await server.signedIn()
    await server.database.sql.deleteFrom('audit_event').execute()
  })
  afterAll(() => server.close())

  const call = async (action: string, input: object = {}) => {
    const { ClientId = server.ids.userPoolClientId, AccessToken = tokens.AccessToken } = {
      ...({} as { ClientId?: string; AccessToken?: string }),
      ...input,
    }
    return (await server.send(action, { ClientId, AccessToken, ...input })).body
  }
  const entries = async () =>
    server.database.sql.selectFrom('audit_event').selectAll().orderBy('id').execute()
  const byRuth = (kind: string, parts?: object) => ({
    kind,
    parts: parts === undefined ? null : JSON.stringify(parts),
    actor: sub,
    actor_name: RUTH.email,
    subject: sub,
    subject_name: RUTH.email,
    address: '127.0.0.1',
    at: server.clock.now(),
  })

  describe('the audit trail records', () => {
    test('a sign-out, once', async () => {
      await call('RevokeToken', { Token: tokens.RefreshToken })
      await call('RevokeToken', { Token: tokens.RefreshToken })
      await call('RevokeToken', { Token: 'made-up' })
      expect(await entries()).toMatchObject([byRuth('sign_out')])
    })

    test('a sign-out, and a refresh token used again, once of many at the same moment', async () => {
      const times = [1, 2, 3, 4]
      await Promise.all(times.map(() => call('RevokeToken', { Token: tokens.RefreshToken })))
      expect(await entries()).toMatchObject([byRuth('sign_out')])
      const { RefreshToken } = await server.signedIn()
      await call('GetTokensFromRefreshToken', { RefreshToken })
      server.wait(MINUTE + 1)
      await Promise.all(times.map(() => call('GetTokensFromRefreshToken', { RefreshToken })))
      const reused = (await entries()).filter(({ kind }) => kind === 'refresh_token_reused')
      expect(reused).toHaveLength(1)
    })

    test('a sign-out everywhere', async () => {
      await call('GlobalSignOut')
      expect(await entries()).toMatchObject([byRuth('sign_out_everywhere')])
    })

    test('a refresh token that was used again, of which nobody knows by whom', async () => {
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      server.wait(MINUTE + 1)
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      expect(await entries()).toMatchObject([
        { ...byRuth('refresh_token_reused'), actor: null, actor_name: null },
      ])
    })

    test('a password that was changed, and not of one that was refused', async () => {
      const ProposedPassword = NEW_PASSWORD
      await call('ChangePassword', { PreviousPassword: 'Wrong-Password-1', ProposedPassword })
      await call('ChangePassword', { PreviousPassword: RUTH.password, ProposedPassword: 'weak' })
      await call('ChangePassword', { PreviousPassword: RUTH.password, ProposedPassword })
      expect(await entries()).toMatchObject([byRuth('password_changed')])
    })

    test('a code that was asked for to choose a password, and of the password, and of no unknown name', async () => {
      await call('ForgotPassword', { Username: 'orpah@example.org' })
      await call('ForgotPassword', { Username: RUTH.email })
      const ConfirmationCode = await server.codeFor(RUTH.email)
      const reset = { Username: RUTH.email, ConfirmationCode, Password: NEW_PASSWORD }
      await call('ConfirmForgotPassword', { ...reset, ConfirmationCode: 'wrong' })
      await call('ConfirmForgotPassword', reset)
      await expect
        .poll(async () => (await entries()).map(({ kind }) => kind).sort())
        .toEqual(['password_reset', 'password_reset_requested'])
      const told = await entries()
      expect(told.find(({ kind }) => kind === 'password_reset')).toMatchObject(byRuth('password_reset'))
      expect(told.find(({ kind }) => kind === 'password_reset_requested')).toMatchObject({
        ...byRuth('password_reset_requested'),
        actor: null,
        actor_name: null,
      })
    })

    test('an address that was proved, one that was changed, and a number that came and went', async () => {
      await call('GetUserAttributeVerificationCode', { AttributeName: 'email' })
      await call('VerifyUserAttribute', { AttributeName: 'email', Code: await server.codeFor(RUTH.email) })
      const change = (Name: string, Value: string) =>
        call('UpdateUserAttributes', { UserAttributes: [{ Name, Value }] })
      const addNumber = async () => {
        await change('phone_number', PHONE)
        const Code = /\b\d{6}\b/.exec(server.texts.at(-1)?.text ?? '')?.[0]
        await call('VerifyUserAttribute', { AttributeName: 'phone_number', Code })
      }
      await addNumber()
      await call('DeleteUserAttributes', { UserAttributeNames: ['phone_number'] })
      await addNumber()
      await change('phone_number', '')
      await change('nickname', 'Ruthie')
      await change('email', NEW_EMAIL)
      await call('VerifyUserAttribute', { AttributeName: 'email', Code: await server.codeFor(NEW_EMAIL) })
      expect(await entries()).toMatchObject([
        byRuth('contact_verified', { attribute: 'email' }),
        ...Array.from({ length: 4 }, () => byRuth('contact_changed', { attribute: 'phone_number' })),
        { ...byRuth('contact_changed', { attribute: 'email' }), subject_name: NEW_EMAIL },
      ])
    })

    test('an account that was made and confirmed, and of nobody who asked for one that is there', async () => {
      const made = { Username: 'orpah@example.org', Password: 'Kissed-and-Turned-1' }
      const UserAttributes = [{ Name: 'name', Value: 'Orpah' }]
      await call('SignUp', { ...made, UserAttributes })
      await call('SignUp', { ...made, Username: RUTH.email, UserAttributes })
      const ConfirmationCode = await server.codeFor(made.Username)
      await call('ConfirmSignUp', { Username: made.Username, ConfirmationCode })
      expect(await entries()).toMatchObject([
        { kind: 'signed_up', actor_name: made.Username, subject_name: made.Username },
        { kind: 'account_confirmed', actor_name: made.Username, subject_name: made.Username },
      ])
    })

    test('no secret, whatever was done', async () => {
      await call('ChangePassword', { PreviousPassword: RUTH.password, ProposedPassword: NEW_PASSWORD })
      await call('ForgotPassword', { Username: RUTH.email })
      const code = await server.codeFor(RUTH.email)
      const told = JSON.stringify(await entries())
      for (const secret of [RUTH.password, NEW_PASSWORD, tokens.RefreshToken, tokens.AccessToken, code]) {
        expect(told).not.toContain(secret)
      }
    })
  })

  describe('an email goes to the owner', () => {
    const topicOf = async (email = RUTH.email) => (await server.emailTo(email)).topic

    test('when a refresh token was used again, once', async () => {
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      server.wait(MINUTE + 1)
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      expect(await topicOf()).toBe('token-reused')
      await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })
      await server.signedIn()
      expect(server.emails).toHaveLength(1)
    })

    test('when their password was changed, and in their language', async () => {
      const UserAttributes = [{ Name: 'locale', Value: 'es-ES' }]
      await call('UpdateUserAttributes', { UserAttributes })
      await call('ChangePassword', { PreviousPassword: RUTH.password, ProposedPassword: NEW_PASSWORD })
      expect(await server.emailTo(RUTH.email)).toMatchObject({
        notice: 'password-changed',
        locale: 'es-ES',
      })
    })

    test('when a code chose a new password', async () => {
      await call('ForgotPassword', { Username: RUTH.email })
      const ConfirmationCode = await server.codeFor(RUTH.email)
      await call('ConfirmForgotPassword', { Username: RUTH.email, ConfirmationCode, Password: NEW_PASSWORD })
      await expect
        .poll(() => server.emails.map(({ topic }) => topic))
        .toEqual(['reset-password', 'password-reset'])
    })

    test('at the old address when the e-mail address was changed', async () => {
      const UserAttributes = [{ Name: 'email', Value: NEW_EMAIL }]
      await call('UpdateUserAttributes', { UserAttributes })
      await call('VerifyUserAttribute', { AttributeName: 'email', Code: await server.codeFor(NEW_EMAIL) })
      expect(await topicOf()).toBe('email-changed')
      expect(await topicOf(NEW_EMAIL)).toBe('verify-email')
    })

    test('when somebody signs up with their address, and holds nothing that was typed', async () => {
      const UserAttributes = [{ Name: 'name', Value: 'Visit https://evil.example' }]
      await call('SignUp', { Username: RUTH.email, Password: 'Kissed-and-Turned-1', UserAttributes })
      const email = await server.emailTo(RUTH.email)
      expect(email.topic).toBe('has-account')
      expect(JSON.stringify(email)).not.toContain('evil')
    })
  })
})
