import { confirmSignIn, signIn, signOut } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appCode } from '../testing/authenticator.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { startSrp } from '../testing/srp-client.ts'
import { type Answer, errorOf, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'
import { PHONE, startWithVerifiedRuth } from '../testing/verified-ruth.ts'
import type { CustomChallenge } from './custom-challenge.ts'

const WRONG = 'NotAuthorizedException: Incorrect username or password.'

/** Asks for the answer to a riddle, three times at most, after the password if the client begins with it. */
const RIDDLE: CustomChallenge = {
  define(rounds) {
    const latest = rounds.at(-1)
    if (latest?.challenge === 'SRP_A') {
      return 'PASSWORD_VERIFIER'
    }
    if (latest?.challenge === 'CUSTOM_CHALLENGE' && latest.passed) {
      return 'let in'
    }
    return rounds.filter(({ challenge }) => challenge === 'CUSTOM_CHALLENGE').length < 3
      ? 'CUSTOM_CHALLENGE'
      : 'refuse'
  },
  create: async (rounds) => ({
    shown: { riddle: 'Out of the eater came something to eat', round: String(rounds.length) },
    kept: { answer: 'lion' },
  }),
  verify: async (answer, kept) => answer === kept.answer,
}

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database, { secondFactors: ['totp'] }, RIDDLE)
  })
  beforeEach(async () => {
    server.settings.rules.mfa = 'optional'
    server.settings.rules.firstFactors = ['password', 'passkey', 'email', 'sms']
    await startWithVerifiedRuth(server)
  })
  afterAll(async () => {
    await server.close()
  })

  async function begin(parameters: Record<string, string>, AuthFlow = 'USER_AUTH'): Promise<Answer> {
    const ClientId = server.ids.userPoolClientId
    const AuthParameters = { USERNAME: RUTH.email, ...parameters }
    return (await server.send('InitiateAuth', { ClientId, AuthFlow, AuthParameters })).body
  }

  async function respond(
    ChallengeName: string,
    Session: string | undefined,
    responses: object,
  ): Promise<Answer> {
    const ClientId = server.ids.userPoolClientId
    const ChallengeResponses = { USERNAME: RUTH.email, ...responses }
    return (
      await server.send('RespondToAuthChallenge', { ClientId, ChallengeName, Session, ChallengeResponses })
    ).body
  }

  describe('the choice of the first factor', () => {
    test('is offered without a preference, and with one that is not available', async () => {
      const body = await begin({})
      expect(body.ChallengeName).toBe('SELECT_CHALLENGE')
      expect(body.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'])
      server.settings.rules.firstFactors = ['password', 'email']
      for (const PREFERRED_CHALLENGE of ['SMS_OTP', 'WEB_AUTHN', 'constructor']) {
        const { ChallengeName, AvailableChallenges } = await begin({ PREFERRED_CHALLENGE })
        expect(ChallengeName).toBe('SELECT_CHALLENGE')
        expect(AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'])
      }
    })

    test('is not there where there is nothing to choose', async () => {
      server.settings.rules.firstFactors = ['password']
      expect(errorOf(await begin({}))).toBe(
        'InvalidParameterException: USER_AUTH flow not enabled for this client',
      )
    })

    test('leads on with what was preferred', async () => {
      const password = { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: RUTH.password }
      expect((await begin(password)).AuthenticationResult).toBeDefined()
      expect(errorOf(await begin({ ...password, PASSWORD: 'Gleaner-in-Moab-8' }))).toBe(WRONG)
      expect(errorOf(await begin({ PREFERRED_CHALLENGE: 'PASSWORD' }))).toBe(
        'InvalidParameterException: Missing required parameter PASSWORD',
      )
      const proof = await begin({ PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A: startSrp().srpA })
      expect(proof.ChallengeName).toBe('PASSWORD_VERIFIER')
      const code = await begin({ PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      expect(code.ChallengeName).toBe('EMAIL_OTP')
      const EMAIL_OTP_CODE = await server.codeFor(RUTH.email)
      const done = await respond('EMAIL_OTP', code.Session, { EMAIL_OTP_CODE })
      expect(done.AuthenticationResult?.AccessToken).toBeDefined()
    })

    test('takes an answer that is available, and no other', async () => {
      const { Session } = await begin({})
      expect(errorOf(await respond('SELECT_CHALLENGE', Session, { ANSWER: 'WEB_AUTHN_2' }))).toBe(
        'InvalidParameterException: WEB_AUTHN_2 is not one of the available challenges.',
      )
      const foreign = { USERNAME: 'boaz@example.org', ANSWER: 'SMS_OTP' }
      expect(errorOf(await respond('SELECT_CHALLENGE', Session, foreign))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
      const sms = await respond('SELECT_CHALLENGE', Session, { ANSWER: 'SMS_OTP' })
      expect(sms.ChallengeParameters?.CODE_DELIVERY_DELIVERY_MEDIUM).toBe('SMS')
      await expect.poll(() => server.texts.at(-1)?.to).toBe(PHONE)
      expect(errorOf(await respond('SELECT_CHALLENGE', Session, { ANSWER: 'EMAIL_OTP' }))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
      expect(errorOf(await respond('WEB_AUTHN', Session, { CREDENTIAL: '{}' }))).toBe(
        'InvalidParameterException: CREDENTIAL is not valid.',
      )
    })

    test('has no code alone for somebody with a second factor, without a proved address, or where two are needed', async () => {
      server.settings.rules.mfa = 'required'
      expect((await begin({})).AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])
      server.settings.rules.mfa = 'optional'
      await server.users.create({ email: 'boaz@example.org', password: 'Threshing-Floor-3', permanent: true })
      const boaz = await begin({ USERNAME: 'boaz@example.org', PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      expect(boaz.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])

      const { AccessToken } = await server.signedIn()
      const { body } = await server.send('AssociateSoftwareToken', { AccessToken })
      const secret = (body as { SecretCode?: string }).SecretCode ?? ''
      const UserCode = appCode(secret, server.clock.now())
      await server.send('VerifySoftwareToken', { AccessToken, UserCode })
      const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
      await server.send('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
      const ruth = await begin({ PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      expect(ruth.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])
      const password = await begin({ PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: RUTH.password })
      expect(password.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    })

    test('looks for a name that nobody has like that of somebody, and always the same', async () => {
      const seen = new Set<string>()
      for (let count = 0; count < 24; count += 1) {
        const USERNAME = `orpah-${count}@example.org`
        const one = await begin({ USERNAME })
        const again = await begin({ USERNAME: USERNAME.toUpperCase() })
        expect(Object.keys(one)).toEqual(Object.keys(await begin({})))
        expect(again.AvailableChallenges).toEqual(one.AvailableChallenges)
        expect(one.AvailableChallenges?.slice(0, 2)).toEqual(['PASSWORD', 'PASSWORD_SRP'])
        for (const factor of one.AvailableChallenges ?? []) {
          seen.add(factor)
        }
        const password = { USERNAME, PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'Gleaner-in-Moab-8' }
        expect(errorOf(await begin(password))).toBe(WRONG)
        const code = await respond('SELECT_CHALLENGE', one.Session, {
          USERNAME,
          ANSWER: 'PASSWORD_SRP',
          SRP_A: '5',
        })
        expect(code.ChallengeName).toBe('PASSWORD_VERIFIER')
      }
      expect([...seen].sort()).toEqual(['EMAIL_OTP', 'PASSWORD', 'PASSWORD_SRP', 'SMS_OTP', 'WEB_AUTHN'])
    })
  })

  describe('the Amplify client', () => {
    beforeAll(() => {
      connectAmplify(server)
    })
    const chosen = (preferredChallenge?: 'PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP') =>
      signIn({
        username: RUTH.email,
        ...(preferredChallenge?.startsWith('PASSWORD') && { password: RUTH.password }),
        options: { authFlowType: 'USER_AUTH', ...(preferredChallenge && { preferredChallenge }) },
      })

    test('chooses each kind of password, and a code by email', async () => {
      for (const factor of ['PASSWORD', 'PASSWORD_SRP'] as const) {
        expect((await chosen(factor)).isSignedIn).toBe(true)
        await signOut()
        const begun = await chosen()
        expect(begun.nextStep).toMatchObject({
          signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
          availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'],
        })
        const asked = await confirmSignIn({ challengeResponse: factor })
        expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_PASSWORD')
        expect((await confirmSignIn({ challengeResponse: RUTH.password })).isSignedIn).toBe(true)
        await signOut()
      }
      const asked = await chosen('EMAIL_OTP')
      expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
      const challengeResponse = await server.codeFor(RUTH.email)
      expect((await confirmSignIn({ challengeResponse })).isSignedIn).toBe(true)
      await signOut()
    })

    test('answers challenges of ones own, with the password before them or without it', async () => {
      const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' as const }
      const asked = await signIn({ username: RUTH.email, options })
      expect(asked.nextStep).toMatchObject({
        signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
        additionalInfo: { riddle: 'Out of the eater came something to eat', round: '0' },
      })
      const again = await confirmSignIn({ challengeResponse: 'bear' })
      expect(again.nextStep).toMatchObject({ additionalInfo: { round: '1' } })
      expect((await confirmSignIn({ challengeResponse: 'lion' })).isSignedIn).toBe(true)
      await signOut()
      const withPassword = await signIn({
        username: RUTH.email,
        password: RUTH.password,
        options: { authFlowType: 'CUSTOM_WITH_SRP' },
      })
      expect(withPassword.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')
      expect((await confirmSignIn({ challengeResponse: 'lion' })).isSignedIn).toBe(true)
      await signOut()
    })
  })

  describe('challenges of ones own', () => {
    const ask = (parameters: Record<string, string> = {}) => begin(parameters, 'CUSTOM_AUTH')
    const answer = (Session: string | undefined, ANSWER: string, USERNAME = RUTH.email) =>
      respond('CUSTOM_CHALLENGE', Session, { USERNAME, ANSWER })

    test('end when the hook says so', async () => {
      const first = await ask()
      const second = await answer(first.Session, 'bear')
      const third = await answer(second.Session, 'wolf')
      expect(errorOf(await answer(third.Session, 'fox'))).toBe(WRONG)
      expect(errorOf(await answer(first.Session, 'lion'))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
    })

    test('never let in a name that nobody has, not even with the right answer', async () => {
      const asked = await ask({ USERNAME: 'orpah@example.org' })
      expect(Object.keys(asked)).toEqual(Object.keys(await ask()))
      const again = await answer(asked.Session, 'lion', 'orpah@example.org')
      expect(again.ChallengeName).toBe('CUSTOM_CHALLENGE')
    })

    test('ask for the password first only of whoever begins with its proof', async () => {
      const begun = await ask({ CHALLENGE_NAME: 'SRP_A', SRP_A: startSrp().srpA })
      expect(begun.ChallengeName).toBe('PASSWORD_VERIFIER')
      expect(errorOf(await ask({ CHALLENGE_NAME: 'SRP_A' }))).toBe(
        'InvalidParameterException: Missing required parameter SRP_A',
      )
    })

    test('are not there where no hook asks them', async () => {
      const plain = await startCognito()
      await plain.addRuth()
      const { body } = await plain.send('InitiateAuth', {
        ClientId: plain.ids.userPoolClientId,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: RUTH.email },
      })
      expect(errorOf(body)).toBe('InvalidParameterException: CUSTOM_AUTH flow not enabled for this client')
      await plain.close()
    })
  })
})
