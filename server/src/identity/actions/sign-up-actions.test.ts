import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/each-database.ts'
import { DAY, flawOf, type IdentityHouse, openIdentityHouse, RUTH } from '../../testing/identity-house.ts'

const ORPAH = { email: 'orpah@example.org', password: 'Kissed-and-Turned-1' }

eachDatabase((database) => {
  let house: IdentityHouse

  beforeAll(async () => {
    house = await openIdentityHouse(database, { signUp: true, guests: true })
  })
  beforeEach(() => house.startAnew())
  afterAll(() => house.close())

  const call = async (action: string, input: object) =>
    (await house.send(action, { ClientId: house.ids.userPoolClientId, ...input })).body
  const signUp = (more: object = {}) =>
    call('SignUp', {
      Username: ORPAH.email,
      Password: ORPAH.password,
      UserAttributes: [{ Name: 'name', Value: 'Orpah' }],
      ...more,
    })
  const confirm = (ConfirmationCode: string, Username = ORPAH.email) =>
    call('ConfirmSignUp', { Username, ConfirmationCode })
  /** The latest of so many letters to Orpah, once they are there. */
  const letter = (count: number) =>
    vi.waitFor(() => {
      const letters = house.letters.filter(({ to }) => to === ORPAH.email)
      expect(letters).toHaveLength(count)
      return letters.at(-1)?.text ?? ''
    })
  const resend = (Username = ORPAH.email) => call('ResendConfirmationCode', { Username })

  test('somebody signs up, confirms by the code from the letter, and is signed in with the session', async () => {
    expect(await signUp()).toEqual({
      UserConfirmed: false,
      UserSub: expect.any(String),
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'o***@e***' },
    })
    expect(flawOf(await house.signIn(ORPAH.email, ORPAH.password))).toBe(
      'UserNotConfirmedException: User is not confirmed.',
    )
    const code = await house.codeFor(ORPAH.email)
    const { Session } = await confirm(code)
    const begin = () =>
      call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: ORPAH.email }, Session })
    const { AuthenticationResult: tokens } = await begin()
    expect(await house.verifyIdToken(tokens?.IdToken ?? '')).toMatchObject({
      name: 'Orpah',
      role: 'Teachers',
    })
    house.wait(60_000)
    expect(flawOf(await begin())).toBe(
      'NotAuthorizedException: Invalid session for the user, session can only be used once.',
    )
    expect(flawOf(await confirm(code))).toBe(
      'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
    )
    expect(flawOf(await resend())).toBe('InvalidParameterException: User is already confirmed.')
  })

  test('an address that has an account is answered like a new one, and its owner gets a letter', async () => {
    const answer = await signUp({ Username: RUTH.email })
    expect(answer).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { Destination: 'r***@e***' } })
    expect((await house.letterTo(RUTH.email)).subject).toBe('You already have an account')
    expect((await house.signIn()).AuthenticationResult).toBeDefined()
    expect(flawOf(await confirm('000000', RUTH.email))).toMatch(/^(CodeMismatch|ExpiredCode)Exception/)
  })

  test('nobody learns by asking for a code again who has an account', async () => {
    expect((await resend(RUTH.email)).CodeDeliveryDetails?.Destination).toBe('r***@e***')
    expect((await resend('boaz@example.org')).CodeDeliveryDetails?.Destination).toBe('b***@e***')
    for (const name of [RUTH.email, 'boaz@example.org']) {
      expect(flawOf(await confirm('nothing', name))).toBe(
        'CodeMismatchException: Invalid verification code provided, please try again.',
      )
    }
  })

  test('whoever signs up again has the password of the second time, and accounts go after seven days', async () => {
    await signUp({ Password: 'Stranger-was-First-1' })
    await signUp()
    expect(flawOf(await house.signIn(ORPAH.email, 'Stranger-was-First-1'))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
    house.wait(8 * DAY)
    await house.sweep()
    expect((await house.staff.list()).map(({ email }) => email)).toEqual([RUTH.email])
  })

  test('a code gives the account to nobody who signed up with that address elsewhere', async () => {
    await signUp()
    house.standAt('203.0.113.66')
    await signUp({ Password: 'Stranger-comes-Second-1' })
    house.standAt(undefined)
    expect(await confirm(/\b\d{6}\b/.exec(await letter(2))?.[0] ?? '')).toEqual({})
    house.standAt('203.0.113.66')
    expect(flawOf(await house.signIn(ORPAH.email, 'Stranger-comes-Second-1'))).toBe(
      'PasswordResetRequiredException: Password reset required for the user',
    )
    house.standAt(undefined)
    await call('ForgotPassword', { Username: ORPAH.email })
    const ConfirmationCode = /\b\d{8}\b/.exec(await letter(3))?.[0]
    await call('ConfirmForgotPassword', { Username: ORPAH.email, ConfirmationCode, Password: ORPAH.password })
    expect((await house.signIn(ORPAH.email, ORPAH.password)).AuthenticationResult).toBeDefined()
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
    expect(flawOf(await signUp(more))).toBe(flaw)
  })

  test('a telephone number that comes with a sign-up is kept, and not taken for proved', async () => {
    const UserAttributes = [
      { Name: 'name', Value: 'Orpah' },
      { Name: 'phone_number', Value: '+34600111222' },
      { Name: 'nickname' },
    ]
    await signUp({ UserAttributes })
    const { Session } = await confirm(await house.codeFor(ORPAH.email))
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
      flawOf(await signUp({ UserAttributes: [...UserAttributes, { Name: 'phone_number', Value: '600' }] })),
    ).toBe('InvalidParameterException: Invalid phone number format.')
  })

  test('a password may be left out only where a letter alone signs in', async () => {
    const { rules } = house.settings
    const without = { Password: undefined }
    try {
      rules.firstFactors = ['password', 'email']
      expect(await signUp(without)).toMatchObject({ UserConfirmed: false })
      await letter(1)
      expect(await signUp({ ...without, Username: RUTH.email })).toMatchObject({ UserConfirmed: false })
      expect((await house.letterTo(RUTH.email)).subject).toBe('You already have an account')
      expect(flawOf(await house.signIn(ORPAH.email, ''))).toMatch(/^InvalidParameterException/)
      rules.mfa = 'required'
      expect(flawOf(await signUp(without))).toMatch(/Value at 'password' failed/)
    } finally {
      Object.assign(rules, { firstFactors: ['password', 'passkey'], mfa: 'optional' })
    }
  })

  test('ten accounts are made from one address, and then others must wait there, and nowhere else', async () => {
    const make = async (number: number) =>
      call('SignUp', {
        Username: `person-${number}@example.org`,
        Password: ORPAH.password,
        UserAttributes: [{ Name: 'name', Value: 'Somebody' }],
      })
    for (let number = 1; number <= 10; number += 1) {
      expect(await make(number)).toMatchObject({ UserConfirmed: false })
    }
    expect(flawOf(await make(11))).toBe(
      'LimitExceededException: Attempt limit exceeded, please try after some time.',
    )
    house.standAt('203.0.113.66')
    expect(await make(12)).toMatchObject({ UserConfirmed: false })
    house.standAt(undefined)
    house.wait(60_000)
    expect(await make(13)).toMatchObject({ UserConfirmed: false })
    expect(flawOf(await make(14))).toMatch(/^LimitExceededException/)
  })

  test('a common password is refused with words that say what to do', async () => {
    expect(flawOf(await signUp({ Password: 'Passw0rd!2024' }))).toMatch(
      /^InvalidPasswordException: Password did not conform with policy: .*Choose three or four words/,
    )
  })

  test('a new e-mail address replaces the old one when its code comes back, and the old one gets a letter', async () => {
    const { AccessToken } = await house.signedIn()
    const update = (Name: string, Value: string) =>
      call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
    await update('email', 'ruth@bethlehem.example')
    expect((await house.signIn()).AuthenticationResult).toBeDefined()
    const Code = await house.codeFor('ruth@bethlehem.example')
    expect(await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).toEqual({})
    expect((await house.letterTo(RUTH.email)).subject).toBe('The e-mail address of your account was changed')
    expect((await house.signIn('ruth@bethlehem.example')).AuthenticationResult).toBeDefined()
    expect(flawOf(await house.signIn())).toBe('NotAuthorizedException: Incorrect username or password.')
    expect(flawOf(await update('phone_number', '600 111'))).toBe(
      'InvalidParameterException: Invalid phone number format.',
    )
    await house.staff.create({ email: 'naomi@example.org' })
    await update('email', 'naomi@example.org')
    const taken = await house.codeFor('naomi@example.org')
    expect(
      flawOf(await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: taken })),
    ).toBe('AliasExistsException: An account with the given email already exists.')
    expect(flawOf(await call('DeleteUser', { AccessToken }))).toMatch(/You are the last administrator/)
  })

  test('a guest gets credentials that only read', async () => {
    const { IdentityId } = await call('GetId', { IdentityPoolId: house.ids.identityPoolId })
    const { Credentials } = await call('GetCredentialsForIdentity', { IdentityId })
    const key = Credentials?.AccessKeyId ?? ''
    expect(await house.findCredential(key)).toMatchObject({
      access: 'read',
      secretAccessKey: Credentials?.SecretKey,
    })
    house.wait(61 * 60_000)
    expect(await house.findCredential(key)).toBeUndefined()
  })
})
