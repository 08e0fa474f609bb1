import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appCode } from '../testing/authenticator.ts'
import { otherThan, secondFactorCalls } from '../testing/second-factor-calls.ts'
import {
  type Answer,
  DAY,
  errorOf,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'
import { startWithVerifiedRuth } from '../testing/verified-ruth.ts'

const TOO_MANY = 'LimitExceededException: Attempt limit exceeded, please try after some time.'

eachDatabase((database) => {
  let server: TestCognito
  let calls: ReturnType<typeof secondFactorCalls>

  beforeAll(async () => {
    server = await startCognito(database, {
      secondFactors: ['totp', 'email'],
      firstFactors: ['password', 'email'],
    })
    calls = secondFactorCalls(server)
  })
  beforeEach(async () => {
    server.wait(DAY)
    await startWithVerifiedRuth(server)
  })
  afterAll(() => server.close())

  /** One call from another address than all others of these tests come from. */
  const fromElsewhere = (action: string, body: object) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      }
      const url = `${server.origin}/cognito-idp/`
      const sent = request(url, { method: 'POST', headers, localAddress: '127.0.0.9' }, (answer) => {
        answer.setEncoding('utf8')
        let text = ''
        answer.on('data', (piece: string) => {
          text += piece
        })
        answer.on('end', () => resolve(JSON.parse(text) as Answer))
      })
      sent.on('error', reject)
      sent.end(JSON.stringify({ ClientId: server.ids.userPoolClientId, ...body }))
    })

  const byPassword = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
  }
  const byEmailCode = {
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: RUTH.email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  }
  const atHome = (body: object) =>
    calls.call('InitiateAuth', { ClientId: server.ids.userPoolClientId, ...body })

  /** Ruth signs in at home, and asks for a code of her app, or for emails, from then on. */
  async function configureAtHome(settings: object): Promise<string> {
    const { AccessToken } = await server.signedIn()
    const secret = await calls.addApp(AccessToken)
    const changed = await calls.prefer(AccessToken, settings)
    expect(changed).toEqual({})
    server.wait(MINUTE)
    return secret
  }

  describe('whoever has the password of somebody with a second factor', () => {
    test('uses up the attempts from unknown locations, and not those of the owner at home', async () => {
      const secret = await configureAtHome({ SoftwareTokenMfaSettings: { Enabled: true } })
      const code = () => appCode(secret, server.clock.now())
      const answer = async (tried: string) => {
        const { Session } = await fromElsewhere('InitiateAuth', byPassword)
        return fromElsewhere('RespondToAuthChallenge', {
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session,
          ChallengeResponses: { USERNAME: RUTH.email, SOFTWARE_TOKEN_MFA_CODE: tried },
        })
      }
      for (let attempts = 0; attempts < 5; attempts += 1) {
        expect((await answer(otherThan(code()))).__type).toBe('CodeMismatchException')
      }
      expect(errorOf(await answer(code()))).toBe(TOO_MANY)
      const own = await calls.answer(await server.signIn(), { SOFTWARE_TOKEN_MFA_CODE: code() })
      expect(own.AuthenticationResult).toBeDefined()
      expect(errorOf(await answer(code()))).toBe(TOO_MANY)
    })

    test('uses up the emails for unknown locations, and not those for the owner at home', async () => {
      await configureAtHome({ EmailMfaSettings: { Enabled: true } })
      for (let emails = 0; emails < 10; emails += 1) {
        expect((await fromElsewhere('InitiateAuth', byPassword)).ChallengeName).toBe('EMAIL_OTP')
      }
      expect(errorOf(await fromElsewhere('InitiateAuth', byPassword))).toBe(TOO_MANY)
      server.emails.length = 0
      const asked = await server.signIn()
      const own = await calls.answer(asked, { EMAIL_OTP_CODE: await server.codeFor(RUTH.email) })
      expect(own.AuthenticationResult).toBeDefined()
    })
  })

  test('whoever knows no more than a name does not keep its owner from codes by email', async () => {
    await server.signedIn()
    for (let emails = 0; emails < 5; emails += 1) {
      expect((await fromElsewhere('InitiateAuth', byEmailCode)).ChallengeName).toBe('EMAIL_OTP')
    }
    expect(errorOf(await fromElsewhere('InitiateAuth', byEmailCode))).toBe(TOO_MANY)
    expect((await atHome(byEmailCode)).ChallengeName).toBe('EMAIL_OTP')
  })

  test('a name that nobody has must wait like any other', async () => {
    const of = (USERNAME: string) => ({
      ...byEmailCode,
      AuthParameters: { ...byEmailCode.AuthParameters, USERNAME },
    })
    // Some of the names that nobody has seem to have a proved address, and always the same ones.
    for (let number = 0; number < 20; number += 1) {
      const name = `orpah-${number}@example.org`
      if ((await fromElsewhere('InitiateAuth', of(name))).ChallengeName === 'EMAIL_OTP') {
        for (let emails = 1; emails < 5; emails += 1) {
          expect((await fromElsewhere('InitiateAuth', of(name))).ChallengeName).toBe('EMAIL_OTP')
        }
        expect(errorOf(await fromElsewhere('InitiateAuth', of(name)))).toBe(TOO_MANY)
        return
      }
    }
    expect.fail('Nobody seems to have an address.')
  })
})
