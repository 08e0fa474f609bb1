import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, DAY, errorOf, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'
import { startWithVerifiedRuth } from './testing/verified-ruth.ts'

const WIFI = '192.0.2.50'
const BOAZ = { email: 'boaz@example.org', password: 'Threshing-Floor-3' }
const TOO_MANY = /^TooManyRequestsException/

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    const firstFactors = ['password', 'passkey', 'email'] as const
    server = await startCognito(database, { firstFactors: [...firstFactors] })
  })
  /** Ruth and Boaz have signed in on the church's network before. */
  beforeEach(async () => {
    server.callFrom(WIFI)
    server.wait(DAY)
    await startWithVerifiedRuth(server)
    await server.users.create({ ...BOAZ, permanent: true })
    for (const { email, password } of [RUTH, BOAZ]) {
      expect(await server.signIn(email, password)).toHaveProperty('AuthenticationResult')
    }
  })
  afterAll(() => server.close())

  const call = async (action: string, body: object) =>
    (await server.send(action, { ClientId: server.ids.userPoolClientId, ...body })).body
  const begin = (USERNAME: string, AuthFlow = 'USER_AUTH', more: object = {}) =>
    call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...more } })
  const respond = ({ Session }: Answer, ChallengeName: string, more: object) =>
    call('RespondToAuthChallenge', {
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: RUTH.email, ...more },
    })

  /** Does it so many times, twenty at once, as one telephone could, each time with a name that nobody has. */
  async function flood(times: number, attack: (name: string) => Promise<Answer>): Promise<Answer[]> {
    const answers: Answer[] = []
    while (answers.length < times) {
      const names = Array.from({ length: 20 }, (_, at) => `name-${answers.length + at}@example.org`)
      answers.push(...(await Promise.all(names.map(attack))))
    }
    return answers
  }

  /** Uses up everything allowed to the address, in every way there is. */
  async function attack() {
    const flaws = async (times: number, how: (name: string) => Promise<Answer>) =>
      (await flood(times, how)).map(errorOf).join()
    expect(await flaws(60, (name) => call('ForgotPassword', { Username: name }))).toMatch(/LimitExceeded/)
    const code = { PREFERRED_CHALLENGE: 'EMAIL_OTP' }
    expect(await flaws(200, (name) => begin(name, 'USER_AUTH', code))).toMatch(/LimitExceeded/)
    const wrong = { PASSWORD: 'Wrong-Password-1' }
    expect(await flaws(60, (name) => begin(name, 'USER_PASSWORD_AUTH', wrong))).toMatch(/attempts exceeded/)
    const srp = { SRP_A: 'abcdef' }
    expect(await flaws(600, (name) => begin(name, 'USER_SRP_AUTH', srp))).toMatch(/TooManyRequests/)
  }

  describe('one telephone on the church’s network', () => {
    test('keeps nobody from signing in or choosing a new password there who has signed in there before', async () => {
      await attack()
      expect(errorOf(await begin('orpah@example.org'))).toMatch(TOO_MANY)

      expect((await server.signIn()).AuthenticationResult).toBeDefined()
      const srp = await begin(RUTH.email, 'USER_SRP_AUTH', { SRP_A: 'abcdef' })
      expect(srp.ChallengeName).toBe('PASSWORD_VERIFIER')
      const chosen = await respond(await begin(RUTH.email), 'SELECT_CHALLENGE', {
        ANSWER: 'PASSWORD',
        PASSWORD: RUTH.password,
      })
      expect(chosen.AuthenticationResult).toBeDefined()
      const key = await begin(RUTH.email, 'USER_AUTH', { PREFERRED_CHALLENGE: 'WEB_AUTHN' })
      expect(key.ChallengeName).toBe('WEB_AUTHN')
      server.emails.length = 0
      const asked = await begin(RUTH.email, 'USER_AUTH', { PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      const EMAIL_OTP_CODE = await server.codeFor(RUTH.email)
      expect((await respond(asked, 'EMAIL_OTP', { EMAIL_OTP_CODE })).AuthenticationResult).toBeDefined()

      server.emails.length = 0
      expect(await call('ForgotPassword', { Username: RUTH.email })).toHaveProperty('CodeDeliveryDetails')
      const reset = {
        Username: RUTH.email,
        ConfirmationCode: await server.codeFor(RUTH.email),
        Password: 'Kinsman-Redeemer-4',
      }
      expect(await call('ConfirmForgotPassword', reset)).toEqual({})
      expect((await server.signIn(RUTH.email, reset.Password)).AuthenticationResult).toBeDefined()
    })

    test('that goes on in one user’s name keeps nobody else out', async () => {
      await attack()
      const inRuthsName = await flood(40, () => begin(RUTH.email))
      expect(inRuthsName.filter(({ Session }) => Session !== undefined)).toHaveLength(20)
      expect((await server.signIn(BOAZ.email, BOAZ.password)).AuthenticationResult).toBeDefined()
      server.wait(30_000)
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })
  })
})
