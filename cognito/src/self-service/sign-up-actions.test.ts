import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY, errorOf, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const ORPAH = { email: 'orpah@example.org', password: 'Kissed-and-Turned-1' }

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database, { signUp: true, guests: true })
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  const call = async (action: string, input: object) =>
    (await server.send(action, { ClientId: server.ids.userPoolClientId, ...input })).body
  const signUp = (more: object = {}) =>
    call('SignUp', {
      Username: ORPAH.email,
      Password: ORPAH.password,
      UserAttributes: [{ Name: 'name', Value: 'Orpah' }],
      ...more,
    })
  const confirm = (ConfirmationCode: string, Username = ORPAH.email) =>
    call('ConfirmSignUp', { Username, ConfirmationCode })
  /** The latest email to Orpah, once so many are there. */
  const email = (count: number) =>
    vi.waitFor(() => {
      const emails = server.emails.filter(({ to }) => to === ORPAH.email)
      expect(emails).toHaveLength(count)
      return emails.at(-1)?.text ?? ''
    })
  const resend = (Username = ORPAH.email) => call('ResendConfirmationCode', { Username })

  test('somebody signs up, confirms by the code from the email, and is signed in with the session', async () => {
    expect(await signUp()).toEqual({
      UserConfirmed: false,
      UserSub: expect.any(String),
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'o***@e***' },
    })
    expect(errorOf(await server.signIn(ORPAH.email, ORPAH.password))).toBe(
      'UserNotConfirmedException: User is not confirmed.',
    )
    const code = await server.codeFor(ORPAH.email)
    const { Session } = await confirm(code)
    const begin = () =>
      call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: ORPAH.email }, Session })
    const { AuthenticationResult: tokens } = await begin()
    expect(await server.verifyIdToken(tokens?.IdToken ?? '')).toMatchObject({
      name: 'Orpah',
      groups: [],
    })
    server.wait(60_000)
    expect(errorOf(await begin())).toBe(
      'NotAuthorizedException: Invalid session for the user, session can only be used once.',
    )
    expect(errorOf(await confirm(code))).toBe(
      'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
    )
    expect(errorOf(await resend())).toBe('InvalidParameterException: User is already confirmed.')
  })

  test('an address that has an account is answered like a new one, and its owner gets an email', async () => {
    const answer = await signUp({ Username: RUTH.email })
    expect(answer).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { Destination: 'r***@e***' } })
    expect((await server.emailTo(RUTH.email)).topic).toBe('has-account')
    expect((await server.signIn()).AuthenticationResult).toBeDefined()
    expect(errorOf(await confirm('000000', RUTH.email))).toMatch(/^(CodeMismatch|ExpiredCode)Exception/)
  })

  test('nobody learns by asking for a code again who has an account', async () => {
    expect((await resend(RUTH.email)).CodeDeliveryDetails?.Destination).toBe('r***@e***')
    expect((await resend('boaz@example.org')).CodeDeliveryDetails?.Destination).toBe('b***@e***')
    for (const name of [RUTH.email, 'boaz@example.org']) {
      expect(errorOf(await confirm('nothing', name))).toBe(
        'CodeMismatchException: Invalid verification code provided, please try again.',
      )
    }
  })

  test('whoever signs up again has the password of the second time, and accounts go after seven days', async () => {
    await signUp({ Password: 'Stranger-was-First-1' })
    await signUp()
    expect(errorOf(await server.signIn(ORPAH.email, 'Stranger-was-First-1'))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
    server.wait(8 * DAY)
    await server.sweep()
    expect((await server.users.list()).map(({ email }) => email)).toEqual([RUTH.email])
  })

  test('a code gives the account to nobody who signed up with that address elsewhere', async () => {
    await signUp()
    server.callFrom('203.0.113.66')
    await signUp({ Password: 'Stranger-comes-Second-1' })
    server.callFrom(undefined)
    expect(await confirm(/\b\d{6}\b/.exec(await email(2))?.[0] ?? '')).toEqual({})
    server.callFrom('203.0.113.66')
    expect(errorOf(await server.signIn(ORPAH.email, 'Stranger-comes-Second-1'))).toBe(
      'PasswordResetRequiredException: Password reset required for the user',
    )
    server.callFrom(undefined)
    await call('ForgotPassword', { Username: ORPAH.email })
    const ConfirmationCode = /\b\d{8}\b/.exec(await email(3))?.[0]
    await call('ConfirmForgotPassword', { Username: ORPAH.email, ConfirmationCode, Password: ORPAH.password })
    expect((await server.signIn(ORPAH.email, ORPAH.password)).AuthenticationResult).toBeDefined()
  })

  test.each([
    [
      { Password: undefined },
      "InvalidParameterException: 1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null",
    ],
    [{ Username: 'orpah' }, 'InvalidParameterException: Username should be an email.'],
    [
      { UserAttributes: [] },
      'InvalidParameterException: Attributes did not conform to the schema: name: The attribute is required',
    ],
    [
      { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
      'NotAuthorizedException: A client attempted to write unauthorized attribute',
    ],
  ])('a sign-up with %j is refused', async (more, flaw) => {
    expect(errorOf(await signUp(more))).toBe(flaw)
  })

  test('a telephone number that comes with a sign-up is kept, and not taken for proved', async () => {
    const UserAttributes = [
      { Name: 'name', Value: 'Orpah' },
      { Name: 'phone_number', Value: '+34600111222' },
      { Name: 'nickname' },
    ]
    await signUp({ UserAttributes })
    const { Session } = await confirm(await server.codeFor(ORPAH.email))
    const { AuthenticationResult: tokens } = await call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: ORPAH.email },
      Session,
    })
    const { UserAttributes: kept } = (await call('GetUser', { AccessToken: tokens?.AccessToken })) as {
      UserAttributes?: { Name: string; Value: string }[]
    }
    expect(Object.fromEntries((kept ?? []).map(({ Name, Value }) => [Name, Value]))).toEqual({
      sub: expect.any(String),
      name: 'Orpah',
      email: ORPAH.email,
      email_verified: 'true',
      phone_number: '+34600111222',
      phone_number_verified: 'false',
    })
    expect(
      errorOf(await signUp({ UserAttributes: [...UserAttributes, { Name: 'phone_number', Value: '600' }] })),
    ).toBe('InvalidParameterException: Invalid phone number format.')
  })

  test('a password may be left out only where an email alone signs in', async () => {
    const { rules } = server.settings
    const without = { Password: undefined }
    try {
      rules.firstFactors = ['password', 'email']
      expect(await signUp(without)).toMatchObject({ UserConfirmed: false })
      await email(1)
      expect(await signUp({ ...without, Username: RUTH.email })).toMatchObject({ UserConfirmed: false })
      expect((await server.emailTo(RUTH.email)).topic).toBe('has-account')
      expect(errorOf(await server.signIn(ORPAH.email, ''))).toMatch(/^InvalidParameterException/)
      rules.mfa = 'required'
      expect(errorOf(await signUp(without))).toMatch(/Value at 'password' failed/)
    } finally {
      Object.assign(rules, { firstFactors: ['password', 'passkey'], mfa: 'optional' })
    }
  })

  test('ten accounts are made from one address, and then others must wait there, and nowhere else', async () => {
    const make = async (number: number) =>
      call('SignUp', {
        Username: `user-${number}@example.org`,
        Password: ORPAH.password,
        UserAttributes: [{ Name: 'name', Value: 'Somebody' }],
      })
    for (let number = 1; number <= 10; number += 1) {
      expect(await make(number)).toMatchObject({ UserConfirmed: false })
    }
    expect(errorOf(await make(11))).toBe(
      'LimitExceededException: Attempt limit exceeded, please try after some time.',
    )
    server.callFrom('203.0.113.66')
    expect(await make(12)).toMatchObject({ UserConfirmed: false })
    server.callFrom(undefined)
    server.wait(60_000)
    expect(await make(13)).toMatchObject({ UserConfirmed: false })
    expect(errorOf(await make(14))).toMatch(/^LimitExceededException/)
  })

  test('a common password is refused with a message that says what to do', async () => {
    expect(errorOf(await signUp({ Password: 'Passw0rd!2024' }))).toMatch(
      /^InvalidPasswordException: Password did not conform with policy: .*Choose three or four words/,
    )
  })

  test('a new e-mail address replaces the old one when its code comes back, and the old one gets an email', async () => {
    const { AccessToken } = await server.signedIn()
    const update = (Name: string, Value: string) =>
      call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
    await update('email', 'ruth@bethlehem.example')
    expect((await server.signIn()).AuthenticationResult).toBeDefined()
    const Code = await server.codeFor('ruth@bethlehem.example')
    expect(await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).toEqual({})
    expect((await server.emailTo(RUTH.email)).topic).toBe('email-changed')
    expect((await server.signIn('ruth@bethlehem.example')).AuthenticationResult).toBeDefined()
    expect(errorOf(await server.signIn())).toBe('NotAuthorizedException: Incorrect username or password.')
    expect(errorOf(await update('phone_number', '600 111'))).toBe(
      'InvalidParameterException: Invalid phone number format.',
    )
    await server.users.create({ email: 'naomi@example.org' })
    await update('email', 'naomi@example.org')
    const taken = await server.codeFor('naomi@example.org')
    expect(
      errorOf(await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: taken })),
    ).toBe('AliasExistsException: An account with the given email already exists.')
    expect(await call('DeleteUser', { AccessToken })).toEqual({})
  })

  test('a guest gets credentials that only read', async () => {
    const { IdentityId } = await call('GetId', { IdentityPoolId: server.ids.identityPoolId })
    const { Credentials } = await call('GetCredentialsForIdentity', { IdentityId })
    const key = Credentials?.AccessKeyId ?? ''
    expect(await server.findCredential(key)).toMatchObject({
      access: 'read',
      secretAccessKey: Credentials?.SecretKey,
    })
    server.wait(61 * 60_000)
    expect(await server.findCredential(key)).toBeUndefined()
  })
})
