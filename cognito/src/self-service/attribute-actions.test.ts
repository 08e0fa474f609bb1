import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { otherThan } from '../testing/second-factor-calls.ts'
import { DAY, errorOf, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const WRONG_CODE = 'CodeMismatchException: Invalid verification code provided, please try again.'
const NO_CODE = 'ExpiredCodeException: Invalid code provided, please request a code again.'
const TOO_MANY = 'LimitExceededException: Attempt limit exceeded, please try after some time.'
const PHONE = '+34600111234'

eachDatabase((database) => {
  let server: TestCognito
  let token: string

  beforeAll(async () => {
    server = await startCognito(database, { secondFactors: ['totp', 'sms'] })
  })
  beforeEach(async () => {
    await server.reset()
    server.unreachable.clear()
    token = (await server.signedIn()).AccessToken
  })
  afterAll(() => server.close())

  const call = async (action: string, input: object = {}) =>
    (await server.send(action, { AccessToken: token, ...input })).body
  const update = (Name: string, Value: string) =>
    call('UpdateUserAttributes', { UserAttributes: [{ Name, Value }] })
  const ask = (AttributeName: string) => call('GetUserAttributeVerificationCode', { AttributeName })
  const verify = (AttributeName: string, Code: string) => call('VerifyUserAttribute', { AttributeName, Code })
  const remove = (...UserAttributeNames: string[]) => call('DeleteUserAttributes', { UserAttributeNames })
  const codeByText = () => /\b\d{6}\b/.exec(server.texts.at(-1)?.text ?? '')?.[0] ?? ''
  async function attributes(): Promise<Record<string, string>> {
    const { UserAttributes } = (await call('GetUser')) as unknown as {
      UserAttributes: { Name: string; Value: string }[]
    }
    return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
  }
  async function havePhone() {
    await update('phone_number', PHONE)
    await verify('phone_number', codeByText())
  }

  describe('a telephone number', () => {
    test('is saved once the code from the text message comes back', async () => {
      expect(await update('phone_number', PHONE)).toEqual({
        CodeDeliveryDetailsList: [
          { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: '+*******1234' },
        ],
      })
      expect(server.texts).toMatchObject([
        { medium: 'sms', to: PHONE, purpose: 'verify-phone', code: expect.stringMatching(/^\d{6}$/) },
      ])
      expect(await attributes()).not.toHaveProperty('phone_number')
      expect(errorOf(await verify('phone_number', otherThan(codeByText())))).toBe(WRONG_CODE)
      expect(errorOf(await verify('email', codeByText()))).toBe(NO_CODE)
      expect(await verify('phone_number', codeByText())).toEqual({})
      expect(await attributes()).toMatchObject({ phone_number: PHONE, phone_number_verified: 'true' })
      expect(errorOf(await verify('phone_number', codeByText()))).toBe(NO_CODE)
    })

    test('waits beside the one before it, and asking again sends the code there', async () => {
      await havePhone()
      await update('phone_number', '+15550100999')
      expect(await attributes()).toMatchObject({ phone_number: PHONE, phone_number_verified: 'true' })
      expect((await ask('phone_number')).CodeDeliveryDetails?.Destination).toBe('+*******0999')
      expect(server.texts.at(-1)?.to).toBe('+15550100999')
      await verify('phone_number', codeByText())
      expect(await attributes()).toMatchObject({ phone_number: '+15550100999' })
    })

    test('that is the old one again lets the new one be forgotten', async () => {
      await havePhone()
      await update('phone_number', '+15550100999')
      const code = codeByText()
      expect(await update('phone_number', PHONE)).toEqual({ CodeDeliveryDetailsList: [] })
      expect(errorOf(await verify('phone_number', code))).toBe(NO_CODE)
    })

    test('has a code that is valid for a day and five attempts', async () => {
      await update('phone_number', PHONE)
      const code = codeByText()
      for (let attempts = 0; attempts < 5; attempts += 1) {
        expect(errorOf(await verify('phone_number', otherThan(code)))).toBe(WRONG_CODE)
      }
      expect(errorOf(await verify('phone_number', code))).toBe(TOO_MANY)
      await ask('phone_number')
      const another = codeByText()
      server.wait(DAY)
      token = (await server.signedIn()).AccessToken
      expect(errorOf(await verify('phone_number', another))).toBe(NO_CODE)
    })

    test('that no text message reaches is refused', async () => {
      server.unreachable.add(PHONE)
      expect(errorOf(await update('phone_number', PHONE))).toBe(
        'CodeDeliveryFailureException: The code could not be sent. Try again later.',
      )
      expect(errorOf(await ask('phone_number'))).toMatch(/^CodeDeliveryFailureException/)
    })

    test('gets five codes, and then only after a pause, whoever asks for them', async () => {
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await update('phone_number', PHONE)).__type).toBeUndefined()
      }
      expect(errorOf(await update('phone_number', PHONE))).toBe(TOO_MANY)
      expect(errorOf(await ask('phone_number'))).toBe(TOO_MANY)
      await server.users.create({
        email: 'orpah@example.org',
        password: 'Kissed-and-Turned-1',
        permanent: true,
      })
      token =
        (await server.signIn('orpah@example.org', 'Kissed-and-Turned-1')).AuthenticationResult?.AccessToken ??
        ''
      expect(errorOf(await update('phone_number', PHONE))).toBe(TOO_MANY)
      expect(server.texts).toHaveLength(5)
    })
  })

  test('codes requested from unknown locations do not keep the user from a code of their own', async () => {
    await server.database.sql.deleteFrom('identity_location').execute()
    const ClientId = server.ids.userPoolClientId
    for (let sent = 0; sent < 5; sent += 1) {
      await server.send('ForgotPassword', { ClientId, Username: RUTH.email })
    }
    token = (await server.signedIn()).AccessToken
    expect((await ask('email')).CodeDeliveryDetails).toBeDefined()
  })

  describe('a verification', () => {
    test.each(['name', 'sub', 'constructor'])('is not for %s', async (name) => {
      const flaw = `InvalidParameterException: Attribute ${name} cannot be verified.`
      expect(errorOf(await ask(name))).toBe(flaw)
      expect(errorOf(await verify(name, '123456'))).toBe(flaw)
    })

    test('is not for a number that is not there', async () => {
      expect(errorOf(await ask('phone_number'))).toBe(
        'InvalidParameterException: User does not have a phone_number attribute to verify.',
      )
      expect(errorOf(await verify('phone_number', '123456'))).toBe(NO_CODE)
    })

    test('needs a token', async () => {
      token = 'nothing'
      for (const answer of [
        await ask('email'),
        await verify('email', '123456'),
        await update('name', 'Ruth'),
        await remove('nickname'),
        await call('GetUser'),
      ]) {
        expect(errorOf(answer)).toBe('NotAuthorizedException: Invalid Access Token')
      }
    })
  })

  describe('deleting attributes', () => {
    test('takes them away, and the proof of a telephone number with it', async () => {
      await havePhone()
      await update('nickname', 'Ruthie')
      expect(await remove('nickname', 'phone_number', 'website')).toEqual({})
      const left = await attributes()
      for (const name of ['nickname', 'phone_number', 'phone_number_verified']) {
        expect(left).not.toHaveProperty(name)
      }
      expect(left).toMatchObject({ email: RUTH.email })
    })

    test('is an empty value as well', async () => {
      await havePhone()
      await update('nickname', 'Ruthie')
      await update('nickname', '')
      await update('phone_number', '')
      const left = await attributes()
      for (const name of ['nickname', 'phone_number', 'phone_number_verified']) {
        expect(left).not.toHaveProperty(name)
      }
    })

    test('makes a new number that waited for its code wait no more', async () => {
      await havePhone()
      await update('phone_number', '+15550100999')
      const code = codeByText()
      await remove('phone_number')
      expect(errorOf(await verify('phone_number', code))).toBe(NO_CODE)
      const told = 'phone-removed'
      await expect.poll(() => server.emails.at(-1)?.topic).toBe(told)
    })

    test.each([
      ['email', 'InvalidParameterException: user.email: Required attribute cannot be deleted.'],
      ['name', 'InvalidParameterException: user.name: Required attribute cannot be deleted.'],
      ['email_verified', 'NotAuthorizedException: A client attempted to write unauthorized attribute'],
      ['phone_number_verified', 'NotAuthorizedException: A client attempted to write unauthorized attribute'],
      ['sub', 'InvalidParameterException: user.sub: Attribute cannot be updated.'],
      ['cognito:groups', 'InvalidParameterException: user.cognito:groups: Attribute cannot be updated.'],
      ['custom:role', 'InvalidParameterException: user.custom:role: Attribute cannot be updated.'],
    ])('is refused for %s, and nothing is taken away', async (name, flaw) => {
      await update('nickname', 'Ruthie')
      expect(errorOf(await remove('nickname', name))).toBe(flaw)
      expect(await attributes()).toMatchObject({ nickname: 'Ruthie', email: RUTH.email })
    })

    test('is refused for a number that a second factor needs', async () => {
      await havePhone()
      expect(await call('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } })).toEqual({})
      const flaw =
        'InvalidParameterException: Codes by text message need the phone number: turn them off first.'
      expect(errorOf(await remove('phone_number'))).toBe(flaw)
      expect(errorOf(await update('phone_number', ''))).toBe(flaw)
    })

    test('names at least one', async () => {
      expect((await remove()).__type).toBe('InvalidParameterException')
    })
  })

  const schema = 'InvalidParameterException: Attributes did not conform to the schema:'
  test.each([
    [
      'email',
      ['ruth', 'ruth@', '@example.org', 'a b@c', ''],
      'InvalidParameterException: Invalid email address format.',
    ],
    [
      'phone_number',
      ['600111234', '+0600111234', '+346', '+34 600 111', `+${'1'.repeat(16)}`],
      'InvalidParameterException: Invalid phone number format.',
    ],
    [
      'birthdate',
      ['1.2.1990', '1990-02-30', '90-02-03'],
      `${schema} birthdate: The date must be written as YYYY-MM-DD`,
    ],
    [
      'locale',
      ['English', 'e', 'en_', 'en US'],
      `${schema} locale: The locale must be one such as en or es-ES`,
    ],
    [
      'zoneinfo',
      ['Europe Madrid', 'x'.repeat(65)],
      `${schema} zoneinfo: The time zone must be one such as Europe/Madrid`,
    ],
    ['name', ['', '  '], `${schema} name: The attribute is required`],
    ...['website', 'profile', 'picture'].map((name) => [
      name,
      ['example.org', 'javascript:alert(1)', 'ftp://example.org/'],
      `${schema} ${name}: The address must begin with https:// or http://`,
    ]),
    [
      'nickname',
      ['a\u0007b', 'a\nb'],
      'InvalidParameterException: user.nickname: String must not hold control characters',
    ],
    [
      'gender',
      ['x'.repeat(2049)],
      'InvalidParameterException: user.gender: String must be no longer than 2048 characters',
    ],
    ['sub', ['x'], 'InvalidParameterException: user.sub: Attribute cannot be updated.'],
    ['__proto__', ['x'], 'InvalidParameterException: user.__proto__: Attribute cannot be updated.'],
    [
      'email_verified',
      ['true'],
      'NotAuthorizedException: A client attempted to write unauthorized attribute',
    ],
  ] as [string, string[], string][])('%s is refused as %j', async (name, values, flaw) => {
    for (const value of values) {
      expect(errorOf(await update(name, value)), value).toBe(flaw)
    }
  })

  test('attributes of a right form are kept as they are', async () => {
    const right = {
      name: 'Ruth of Moab',
      birthdate: '1992-02-29',
      locale: 'es-ES',
      zoneinfo: 'America/Argentina/Buenos_Aires',
      website: 'https://example.org/',
      address: 'Threshing floor 1\nBethlehem',
    }
    const UserAttributes = Object.entries(right).map(([Name, Value]) => ({ Name, Value }))
    expect(await call('UpdateUserAttributes', { UserAttributes })).toEqual({ CodeDeliveryDetailsList: [] })
    expect(await attributes()).toMatchObject(right)
  })
})
