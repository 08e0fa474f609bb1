import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomChallenge } from './sign-in/custom-challenge.ts'
import { operatorClient } from './testing/operator-client.ts'
import { type CreationOptions, makeAuthenticator } from './testing/software-authenticator.ts'
import {
  type Answer,
  DAY,
  errorOf,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'

/** What happens while an answer is being looked at. */
let meanwhile: () => Promise<unknown> = async () => undefined

const ANSWERED: CustomChallenge = {
  define: (rounds) => (rounds.length === 0 ? 'CUSTOM_CHALLENGE' : 'let in'),
  create: async () => ({ shown: {}, kept: {} }),
  async verify() {
    await meanwhile()
    return true
  },
}
const INVALID = 'NotAuthorizedException: Invalid session for the user.'
const NEW_PASSWORD = 'Barley-Harvest-At-Dawn-8'

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database, {}, ANSWERED)
  })
  beforeEach(async () => {
    meanwhile = async () => undefined
    await server.reset()
  })
  afterAll(() => server.close())

  const call = async (action: string, body: object): Promise<Answer> =>
    (await server.send(action, { ClientId: server.ids.userPoolClientId, ...body })).body

  /** Ruth's last answer of a sign-in, with something that happens between its reading and its writing. */
  async function signInWhile(happening: () => Promise<unknown>): Promise<Answer> {
    const { Session } = await call('InitiateAuth', {
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME: RUTH.email },
    })
    meanwhile = happening
    return call('RespondToAuthChallenge', {
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: RUTH.email, ANSWER: 'yes' },
    })
  }

  async function resetCode(): Promise<string> {
    await call('ForgotPassword', { Username: RUTH.email })
    return server.codeFor(RUTH.email)
  }

  const confirmReset = (ConfirmationCode: string) =>
    call('ConfirmForgotPassword', { Username: RUTH.email, ConfirmationCode, Password: NEW_PASSWORD })

  test('signs nobody in with a password that was replaced while the last step ran', async () => {
    expect((await signInWhile(async () => undefined)).AuthenticationResult).toBeDefined()
    const late = await signInWhile(() => server.users.setPassword(RUTH.email, { password: NEW_PASSWORD }))
    expect(errorOf(late)).toBe(INVALID)
  })

  test('signs nobody in whose password an administrator reset while the last step ran', async () => {
    const ruth = { UserPoolId: server.ids.userPoolId, Username: RUTH.email }
    const late = await signInWhile(() => operatorClient(server).adminResetUserPassword(ruth))
    expect(errorOf(late)).toBe(INVALID)
  })

  test('leaves no sign-in behind of somebody who was disabled while the last step ran', async () => {
    const late = await signInWhile(() => server.users.setEnabled(RUTH.email, false))
    expect(errorOf(late)).toBe(INVALID)
    const left = await server.database.sql.selectFrom('identity_session').selectAll().execute()
    expect(left).toEqual([])
  })

  /** Ruth's new passkey, up to the call that keeps it. */
  async function newPasskey(AccessToken: string, authenticator = makeAuthenticator('http://localhost:8080')) {
    server.settings.rules.firstFactors = ['password', 'passkey']
    const { body } = await server.send('StartWebAuthnRegistration', { AccessToken })
    const { CredentialCreationOptions: options } = body as { CredentialCreationOptions: CreationOptions }
    const Credential = authenticator.create(options)
    return () => call('CompleteWebAuthnRegistration', { AccessToken, Credential })
  }

  const passkeysLeft = () => server.database.sql.selectFrom('identity_passkey').selectAll().execute()

  test.each<[string, (AccessToken: string) => Promise<unknown>]>([
    ['was reset', () => server.users.setPassword(RUTH.email, { password: NEW_PASSWORD })],
    ['was disabled', () => server.users.setEnabled(RUTH.email, false)],
    ['was signed out', (AccessToken) => call('GlobalSignOut', { AccessToken })],
  ])('keeps no passkey of an account that %s while it was looked at', async (_what, happens) => {
    const { AccessToken } = await server.signedIn()
    const complete = await newPasskey(AccessToken)
    server.beforeNextWrite(() => happens(AccessToken))
    expect(errorOf(await complete())).toMatch(/^WebAuthnChallengeNotFoundException/)
    expect(await passkeysLeft()).toEqual([])
  })

  test('keeps no twenty-first passkey, however many come at the same moment', async () => {
    const { AccessToken } = await server.signedIn()
    for (let count = 0; count < 19; count += 1) {
      await (await newPasskey(AccessToken))()
    }
    const [one, other] = [await newPasskey(AccessToken), await newPasskey(AccessToken)]
    server.beforeNextWrite(one)
    expect(errorOf(await other())).toMatch(/^LimitExceededException/)
    expect(await passkeysLeft()).toHaveLength(20)
  })

  test('refuses a passkey that was registered while it was looked at', async () => {
    const { AccessToken } = await server.signedIn()
    const authenticator = makeAuthenticator('http://localhost:8080')
    const one = await newPasskey(AccessToken, authenticator)
    const other = await newPasskey((await server.signedIn()).AccessToken, authenticator)
    server.beforeNextWrite(one)
    expect(errorOf(await other())).toMatch(/^WebAuthnCredentialNotSupportedException/)
  })

  test('takes no code that went out before the password became another, or its owner was disabled', async () => {
    const { AccessToken } = await server.signedIn()
    const beforeChange = await resetCode()
    await call('ChangePassword', {
      AccessToken,
      PreviousPassword: RUTH.password,
      ProposedPassword: NEW_PASSWORD,
    })
    expect(errorOf(await confirmReset(beforeChange))).toMatch(/^ExpiredCodeException/)

    server.wait(DAY)
    const beforeStaff = await resetCode()
    await server.users.setPassword(RUTH.email, { password: RUTH.password, permanent: true })
    expect(errorOf(await confirmReset(beforeStaff))).toMatch(/^ExpiredCodeException/)

    server.wait(DAY)
    const beforeEnd = await resetCode()
    await server.users.setEnabled(RUTH.email, false)
    expect(errorOf(await confirmReset(beforeEnd))).toMatch(/^ExpiredCodeException/)
  })

  test('writes down that a temporary password was replaced', async () => {
    await server.users.setPassword(RUTH.email, { password: 'Wheat-Harvest-At-Noon-9' })
    const asked = await server.signIn(RUTH.email, 'Wheat-Harvest-At-Noon-9')
    const answer = await call('RespondToAuthChallenge', {
      ChallengeName: asked.ChallengeName,
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: RUTH.email,
        NEW_PASSWORD,
        'userAttributes.name': 'Ruth',
      },
    })
    expect(answer.AuthenticationResult).toBeDefined()
    const entry = await server.database.sql
      .selectFrom('audit_event')
      .selectAll()
      .where('kind', '=', 'password_changed')
      .where('at', '=', server.clock.now())
      .executeTakeFirst()
    expect(entry).toMatchObject({ actor_name: RUTH.email, subject_name: RUTH.email, address: '127.0.0.1' })
  })

  test('answers a refresh at once with the end of its sign-in by tokens or by a refusal, never by a failure', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { AccessToken, IdToken, RefreshToken } = await server.signedIn()
      const refresh = () => call('GetTokensFromRefreshToken', { RefreshToken })
      const end = () =>
        round % 2 === 0
          ? call('RevokeToken', { Token: RefreshToken })
          : call('GlobalSignOut', { AccessToken })
      const answers = await Promise.all([...[1, 2, 3].map(refresh), end(), refresh()])
      expect(answers.splice(3, 1)).toEqual([{}])
      for (const refused of answers.filter(({ AuthenticationResult }) => !AuthenticationResult)) {
        expect(errorOf(refused)).toMatch(/^NotAuthorizedException: /)
      }
      expect(errorOf(await refresh())).toBe('NotAuthorizedException: Invalid Refresh Token.')
      expect(await server.verifyIdToken(IdToken)).toBeUndefined()
      server.wait(MINUTE)
    }
  })

  test('loses none of several changes of one account at once', async () => {
    const { AccessToken } = await server.signedIn()
    const names = ['given_name', 'family_name', 'middle_name', 'nickname', 'gender', 'zoneinfo', 'address']
    const answers = await Promise.all(
      names.map((Name) =>
        call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value: 'Moab' }] }),
      ),
    )
    const { body } = await server.send('GetUser', { AccessToken })
    const { UserAttributes } = body as { UserAttributes?: { Name: string }[] }
    const kept = UserAttributes?.map(({ Name }) => Name)
    const done = names.filter((_, index) => answers[index]?.__type === undefined)
    expect(done.length).toBeGreaterThan(0)
    expect(kept).toEqual(expect.arrayContaining(done))
  })
})
