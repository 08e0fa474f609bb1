import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { DAY, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((on) => {
  let server: TestCognito
  let operator: CognitoIdentityProviderClient

  beforeAll(async () => {
    server = await startCognito(on)
  })
  beforeEach(async () => {
    await server.reset()
    operator = operatorClient(server)
  })
  afterAll(() => server.close())

  const invite = (more: object = {}) =>
    operator.send(
      new AdminCreateUserCommand({
        UserPoolId: server.ids.userPoolId,
        Username: 'Naomi@example.org',
        DesiredDeliveryMediums: ['EMAIL'],
        ...more,
      }),
    )
  const get = (Username: string, UserPoolId = server.ids.userPoolId) =>
    operator.send(new AdminGetUserCommand({ UserPoolId, Username }))
  const passwordIn = (text: string) => /([A-Z][a-z]{3}-){3}\d{4}/.exec(text)?.[0] ?? ''

  describe('AdminCreateUser', () => {
    test('invites by email, with a temporary password that works', async () => {
      const { User } = await invite({
        UserAttributes: [
          { Name: 'email', Value: 'naomi@example.org' },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: 'Naomi' },
        ],
      })
      expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
      expect(User?.UserCreateDate?.getTime()).toBe(server.clock.now())
      expect(User?.Attributes).toEqual([
        { Name: 'sub', Value: User?.Username },
        { Name: 'email', Value: 'naomi@example.org' },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: 'Naomi' },
      ])
      const invitation = await server.emailTo('naomi@example.org')
      expect(invitation).toMatchObject({ kind: 'invitation', name: 'Naomi', days: 7, locale: 'en' })
      expect((await server.signIn('naomi@example.org', passwordIn(invitation.text))).ChallengeName).toBe(
        'NEW_PASSWORD_REQUIRED',
      )
    })

    test('writes in the language of the user', async () => {
      await invite({ UserAttributes: [{ Name: 'locale', Value: 'es' }] })
      expect(await server.emailTo('naomi@example.org')).toMatchObject({ kind: 'invitation', locale: 'es' })
    })

    test('takes the temporary password that the operator names, and sends nothing with SUPPRESS', async () => {
      await invite({ TemporaryPassword: 'Bethlehem-Road-7', MessageAction: 'SUPPRESS' })
      expect((await server.signIn('naomi@example.org', 'Bethlehem-Road-7')).ChallengeName).toBe(
        'NEW_PASSWORD_REQUIRED',
      )
      expect(server.emails).toEqual([])
    })

    test('invites again with another password, valid for another seven days, but nobody who has signed in', async () => {
      await invite()
      const first = passwordIn((await server.emailTo('naomi@example.org')).text)
      server.wait(6 * DAY)
      operator = operatorClient(server)
      await invite({ MessageAction: 'RESEND' })
      const second = passwordIn((await server.emailTo('naomi@example.org')).text)
      server.wait(6 * DAY)
      operator = operatorClient(server)
      expect((await server.signIn('naomi@example.org', first)).__type).toBe('NotAuthorizedException')
      expect((await server.signIn('naomi@example.org', second)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
      await expect(invite({ Username: RUTH.email, MessageAction: 'RESEND' })).rejects.toMatchObject({
        name: 'UnsupportedUserStateException',
        message: 'Resend not possible. status is not FORCE_CHANGE_PASSWORD',
      })
      await expect(invite({ Username: 'orpah@example.org', MessageAction: 'RESEND' })).rejects.toMatchObject({
        name: 'UserNotFoundException',
      })
    })

    test('keeps whom an invitation did not reach, to be invited again', async () => {
      server.unreachable.add('naomi@example.org')
      await expect(invite()).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' })
      server.unreachable.clear()
      await expect(invite()).rejects.toMatchObject({ name: 'UsernameExistsException' })
      await invite({ MessageAction: 'RESEND' })
      const { text } = await server.emailTo('naomi@example.org')
      expect((await server.signIn('naomi@example.org', passwordIn(text))).ChallengeName).toBe(
        'NEW_PASSWORD_REQUIRED',
      )
    })

    test.each([
      [{ Username: RUTH.email }, 'UsernameExistsException', 'User account already exists'],
      [{ Username: 'naomi' }, 'InvalidParameterException', 'Username should be an email.'],
      [
        { TemporaryPassword: 'naomi' },
        'InvalidPasswordException',
        'Password did not conform with policy: Password not long enough',
      ],
      [
        { UserAttributes: [{ Name: 'email', Value: 'orpah@example.org' }] },
        'InvalidParameterException',
        'The email attribute must be the Username.',
      ],
      [
        { UserAttributes: [{ Name: 'cognito:groups', Value: 'Admins' }] },
        'InvalidParameterException',
        'user.cognito:groups: Attribute cannot be updated.',
      ],
      [{ DesiredDeliveryMediums: ['SMS'] }, 'InvalidParameterException', 'Invitations go out by EMAIL.'],
    ])('refuses %j', async (more, name, message) => {
      await expect(invite(more)).rejects.toMatchObject({ name, message })
      expect(server.emails).toEqual([])
    })
  })

  describe('AdminGetUser', () => {
    test('finds a user by address or id', async () => {
      const byAddress = await get(RUTH.email.toUpperCase())
      expect(byAddress).toMatchObject({ Enabled: true, UserStatus: 'CONFIRMED' })
      expect(byAddress.UserMFASettingList).toBeUndefined()
      expect(byAddress.UserAttributes).toContainEqual({ Name: 'email', Value: RUTH.email })
      expect((await get(byAddress.Username ?? '')).Username).toBe(byAddress.Username)
    })

    test('knows nobody else, and no other pool', async () => {
      await expect(get('orpah@example.org')).rejects.toMatchObject({
        name: 'UserNotFoundException',
        message: 'User does not exist.',
      })
      await expect(get(RUTH.email, 'us-east-1_another')).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
        message: 'User pool us-east-1_another does not exist.',
      })
    })
  })
})
