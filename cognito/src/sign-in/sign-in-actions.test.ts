import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ProofChallenge, startSrp, timestampOf } from '../testing/srp-client.ts'
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

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database)
    await server.addRuth()
    await server.users.create({ email: 'boaz@example.org', password: 'Threshing-Floor-3', permanent: true })
  })
  beforeEach(() => {
    server.wait(2 * 60 * MINUTE)
  })
  afterAll(async () => {
    await server.close()
  })

  const poolName = () => server.ids.userPoolId.split('_')[1] ?? ''

  async function askForChallenge(username: string, srpA: string) {
    const { status, body } = await server.send('InitiateAuth', {
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: username, SRP_A: srpA },
    })
    return { status, body, challenge: body.ChallengeParameters as unknown as ProofChallenge }
  }

  async function respond(session: string | undefined, responses: object, name = 'PASSWORD_VERIFIER') {
    const { body } = await server.send('RespondToAuthChallenge', {
      ClientId: server.ids.userPoolClientId,
      ChallengeName: name,
      Session: session,
      ChallengeResponses: responses,
    })
    return body
  }

  async function startWith(username = RUTH.email, password = RUTH.password, time = server.clock.now()) {
    const srp = startSrp()
    const { body, challenge } = await askForChallenge(username, srp.srpA)
    return { session: body.Session, proof: srp.prove(challenge, poolName(), password, timestampOf(time)) }
  }

  const WRONG = 'NotAuthorizedException: Incorrect username or password.'

  describe('the proof of a password', () => {
    test('signs in, with the session or without it', async () => {
      const one = await startWith()
      expect((await respond(one.session, one.proof)).AuthenticationResult?.ExpiresIn).toBe(3600)
      const other = await startWith('Ruth@Example.ORG')
      expect((await respond(undefined, other.proof)).AuthenticationResult?.IdToken).toBeDefined()
    })

    test('is refused when the password is wrong', async () => {
      const { session, proof } = await startWith(RUTH.email, 'Gleaner-in-Moab-8')
      expect(errorOf(await respond(session, proof))).toBe(WRONG)
    })

    test('gives an unknown user the same answers as a known one', async () => {
      const unknown = await askForChallenge('orpah@example.org', startSrp().srpA)
      const known = await askForChallenge(RUTH.email, startSrp().srpA)
      expect(unknown.status).toBe(known.status)
      expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
      expect(Object.keys(unknown.challenge)).toEqual(Object.keys(known.challenge))
      expect(unknown.challenge.USER_ID_FOR_SRP).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      const again = await askForChallenge('Orpah@example.org', startSrp().srpA)
      expect(again.challenge.SALT).toBe(unknown.challenge.SALT)
      expect(again.challenge.USER_ID_FOR_SRP).toBe(unknown.challenge.USER_ID_FOR_SRP)
      const { session, proof } = await startWith('orpah@example.org', 'Any-Password-1')
      expect(errorOf(await respond(session, proof))).toBe(WRONG)
    })

    test.each(['orpah@example.org', RUTH.email])(
      'that names %s by e-mail address gets the one answer',
      async (email) => {
        const { session, proof } = await startWith(email, 'Any-Password-1')
        expect(errorOf(await respond(session, { ...proof, USERNAME: email }))).toBe(WRONG)
      },
    )

    test('repeated at once gets the very same answer, and later none', async () => {
      const { session, proof } = await startWith()
      const first = await respond(session, proof)
      expect(await respond(session, proof)).toEqual(first)
      server.wait(MINUTE)
      expect(errorOf(await respond(session, proof))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
    })

    test('that was wrong can not be followed by another one in the same session', async () => {
      const srp = startSrp()
      const { body, challenge } = await askForChallenge(RUTH.email, srp.srpA)
      const prove = (password: string) =>
        srp.prove(challenge, poolName(), password, timestampOf(server.clock.now()))
      expect(errorOf(await respond(body.Session, prove('Wrong-Password-1')))).toBe(WRONG)
      expect(errorOf(await respond(body.Session, prove(RUTH.password)))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
    })

    test('is refused with a secret block that we never gave', async () => {
      const { proof } = await startWith()
      const foreign = { ...proof, PASSWORD_CLAIM_SECRET_BLOCK: Buffer.alloc(48, 1).toString('base64') }
      expect(errorOf(await respond(undefined, foreign))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })

    test('is refused with the session of another sign-in, and for another user', async () => {
      const one = await startWith()
      const other = await startWith('boaz@example.org', 'Threshing-Floor-3')
      const invalid = 'NotAuthorizedException: Invalid session for the user.'
      expect(errorOf(await respond(other.session, one.proof))).toBe(invalid)
      expect(errorOf(await respond(one.session, { ...one.proof, USERNAME: 'boaz@example.org' }))).toBe(
        invalid,
      )
    })

    test('is refused for another challenge than the one that was asked', async () => {
      const { session } = await startWith()
      const answers = { USERNAME: RUTH.email, NEW_PASSWORD: 'Taken-Over-Now-1' }
      expect(errorOf(await respond(session, answers, 'NEW_PASSWORD_REQUIRED'))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })

    test('is refused after three minutes', async () => {
      const { session, proof } = await startWith()
      server.wait(3 * MINUTE)
      expect(errorOf(await respond(session, proof))).toBe(
        'NotAuthorizedException: Invalid session for the user, session is expired.',
      )
    })

    test('is refused with a stale timestamp', async () => {
      const { session, proof } = await startWith(RUTH.email, RUTH.password, server.clock.now() - 11 * MINUTE)
      expect(errorOf(await respond(session, proof))).toBe(
        'NotAuthorizedException: The clock of this device is too far off to sign in.',
      )
    })

    test.each([
      ['zero', 0n],
      ['the prime', 1n],
      ['twice the prime', 2n],
    ])('is not even asked for when A is %s', async (_name, times) => {
      const { N } = await import('../core/passwords/srp-group.ts')
      const { status, body } = await askForChallenge(RUTH.email, (N * times).toString(16))
      expect(status).toBe(400)
      expect(errorOf(body)).toBe('InvalidParameterException: SRP_A is not a valid public value.')
    })
  })

  describe('the password itself', () => {
    test('signs in, and an unknown user is answered as a wrong password is', async () => {
      expect((await server.signIn()).AuthenticationResult?.AccessToken).toBeDefined()
      expect(errorOf(await server.signIn(RUTH.email, 'Wrong-Password-1'))).toBe(WRONG)
      expect(errorOf(await server.signIn('orpah@example.org', 'Wrong-Password-1'))).toBe(WRONG)
    })

    test('is refused for a disabled user, who learns the reason only with the right one', async () => {
      await server.users.setEnabled('boaz@example.org', false)
      expect(errorOf(await server.signIn('boaz@example.org', 'Wrong-Password-1'))).toBe(WRONG)
      expect(errorOf(await server.signIn('boaz@example.org', 'Threshing-Floor-3'))).toBe(
        'NotAuthorizedException: User is disabled.',
      )
    })
  })

  describe('a temporary password', () => {
    const invite = (email: string) => server.users.create({ email })

    test('asks for a new one, which may not be the old one', async () => {
      const { temporaryPassword = '' } = await invite('naomi@example.org')
      const asked = await server.signIn('naomi@example.org', temporaryPassword)
      expect(asked.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
      expect(asked.AuthenticationResult).toBeUndefined()
      const choose = (password: string, more = {}) =>
        respond(
          asked.Session,
          { USERNAME: 'naomi@example.org', NEW_PASSWORD: password, ...more },
          'NEW_PASSWORD_REQUIRED',
        )
      expect(errorOf(await choose(temporaryPassword))).toBe(
        'PasswordHistoryPolicyViolationException: Password has previously been used.',
      )
      expect(errorOf(await choose('Bethlehem-9', { 'userAttributes.email': 'x@example.org' }))).toBe(
        'InvalidParameterException: user.email: Attribute cannot be updated.',
      )
      const done = await choose('Bethlehem-9', { 'userAttributes.name': 'Naomi' })
      expect(await server.verifyIdToken(done.AuthenticationResult?.IdToken ?? '')).toMatchObject({
        name: 'Naomi',
        groups: [],
      })
      expect(errorOf(await server.signIn('naomi@example.org', temporaryPassword))).toBe(WRONG)
    })

    test('is valid for seven days', async () => {
      const { temporaryPassword = '' } = await invite('obed@example.org')
      server.wait(7 * DAY)
      expect(errorOf(await server.signIn('obed@example.org', temporaryPassword))).toBe(
        'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
      )
    })

    test('leaves a quarter of an hour to choose a new one', async () => {
      const { temporaryPassword = '' } = await invite('orpah@example.org')
      const choose = ({ Session }: Answer) =>
        respond(
          Session,
          { USERNAME: 'orpah@example.org', NEW_PASSWORD: 'Bethlehem-9', 'userAttributes.name': 'Orpah' },
          'NEW_PASSWORD_REQUIRED',
        )
      const late = await server.signIn('orpah@example.org', temporaryPassword)
      server.wait(MINUTE)
      const asked = await server.signIn('orpah@example.org', temporaryPassword)
      server.wait(14 * MINUTE)
      expect(errorOf(await choose(late))).toBe(
        'NotAuthorizedException: Invalid session for the user, session is expired.',
      )
      expect((await choose(asked)).AuthenticationResult).toBeDefined()
    })

    test('that was replaced meanwhile ends the session that it opened', async () => {
      const { temporaryPassword = '' } = await invite('jesse@example.org')
      const asked = await server.signIn('jesse@example.org', temporaryPassword)
      await server.users.setPassword('jesse@example.org', {})
      const answers = { USERNAME: 'jesse@example.org', NEW_PASSWORD: 'Root-of-Jesse-1' }
      expect(errorOf(await respond(asked.Session, answers, 'NEW_PASSWORD_REQUIRED'))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })

    test('does not make a made-up session valid', async () => {
      await invite('david@example.org')
      const answers = { USERNAME: 'david@example.org', NEW_PASSWORD: 'Taken-Over-Now-1' }
      expect(errorOf(await respond('made-up-session', answers, 'NEW_PASSWORD_REQUIRED'))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
    })
  })
})
