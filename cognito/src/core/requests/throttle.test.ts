import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ProofChallenge, startSrp, timestampOf } from '../../testing/srp-client.ts'
import { DAY, errorOf, RUTH, startCognito, type TestCognito } from '../../testing/start-cognito.ts'
import { eachDatabase } from '../../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  const wrong = async (username = RUTH.email) => (await server.signIn(username, 'Wrong-Password-1')).message

  test.each([RUTH.email, 'orpah@example.org'])(
    'five wrong passwords make sign-in pause, for %s as for anybody',
    async (username) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await wrong(username)).toBe('Incorrect username or password.')
      }
      expect(await wrong(username)).toBe('Password attempts exceeded')
    },
  )

  test('the right password is refused during the pause and accepted after it', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    expect((await server.signIn()).message).toBe('Password attempts exceeded')
    server.wait(1000)
    expect((await server.signIn()).AuthenticationResult).toBeDefined()
    expect(await wrong()).toBe('Incorrect username or password.')
  })

  test('a proof of the right password is refused during the pause as the password is', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    const { userPoolClientId: ClientId, userPoolId } = server.ids
    const { srpA, prove } = startSrp()
    const AuthParameters = { USERNAME: RUTH.email, SRP_A: srpA }
    const begun = await server.send('InitiateAuth', { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters })
    const asked = begun.body.ChallengeParameters as ProofChallenge
    const proof = prove(asked, userPoolId.split('_')[1] ?? '', RUTH.password, timestampOf(server.clock.now()))
    const answer = () =>
      server.send('RespondToAuthChallenge', {
        ClientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: proof,
      })
    expect((await answer()).body.message).toBe('Password attempts exceeded')
  })

  test('every further wrong password doubles the pause, up to a quarter of an hour', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      server.wait(seconds * 1000 - 1)
      expect(await wrong()).toBe('Password attempts exceeded')
      server.wait(1)
      expect(await wrong()).toBe('Incorrect username or password.')
    }
  })

  test('a day of peace lets all be forgotten', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await wrong()
    }
    server.wait(DAY)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await wrong()).toBe('Incorrect username or password.')
    }
  })

  test('many names tried from one address make the address pause, for every name', async () => {
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      expect(await wrong(`name-${attempt}@example.org`)).toBe('Incorrect username or password.')
    }
    expect(await wrong('another@example.org')).toBe('Password attempts exceeded')
    expect((await server.signIn()).message).toBe('Password attempts exceeded')
  })

  test('attempts made at the same moment are all counted', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()))
    expect(answers.filter((message) => message === 'Incorrect username or password.')).toHaveLength(5)
  })

  const begin = async (Username = RUTH.email) =>
    (
      await server.send('InitiateAuth', {
        ClientId: server.ids.userPoolClientId,
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: Username },
      })
    ).body

  test('one address begins 600 sign-ins at once and then one every two seconds, and signs nobody out', async () => {
    const { RefreshToken } = await server.signedIn()
    server.callFrom('2001:db8::1')
    const answers: Awaited<ReturnType<typeof begin>>[] = []
    while (answers.length < 620) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => begin('orpah@example.org')))))
    }
    expect(answers.filter(({ Session }) => Session !== undefined)).toHaveLength(600)
    server.callFrom('2001:db8::ffff:1')
    expect(errorOf(await begin())).toBe(
      'TooManyRequestsException: Attempt limit exceeded, please try after some time.',
    )
    expect(errorOf(await server.signIn())).toMatch(/^TooManyRequestsException/)
    const refreshed = await server.send('GetTokensFromRefreshToken', {
      ClientId: server.ids.userPoolClientId,
      RefreshToken,
    })
    expect(refreshed.status).toBe(200)
    server.wait(2000)
    expect((await begin()).Session).toBeDefined()
    expect(errorOf(await begin())).toMatch(/^TooManyRequestsException/)
    server.callFrom('2001:db8:0:1::1')
    expect((await begin()).Session).toBeDefined()
    server.callFrom(undefined)
  })

  test('who has signed in at an address before can begin there while it is paused for others', async () => {
    await server.signedIn()
    while ((await wrong(`${crypto.randomUUID()}@example.org`)) !== 'Password attempts exceeded') {
      // Somebody guesses at names that nobody has.
    }
    expect((await begin()).AvailableChallenges).toContain('PASSWORD')
    expect((await begin('orpah@example.org')).message).toBe('Password attempts exceeded')
  })
})
