import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Authenticator,
  type CreationOptions,
  type Forgery,
  makeAuthenticator,
  type RequestOptions,
} from '../testing/software-authenticator.ts'
import {
  type Answer,
  errorOf,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const ORIGIN = 'http://localhost:8080'
const BOAZ = { email: 'boaz@example.org', password: 'Threshing-Floor-3' }
const WRONG = 'NotAuthorizedException: Incorrect username or password.'
const GONE = 'WebAuthnChallengeNotFoundException: The challenge was not found or has expired.'
const NOT_SUPPORTED =
  'WebAuthnCredentialNotSupportedException: The passkey is of a kind that is not supported.'

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database)
  })
  beforeEach(async () => {
    server.settings.rules.firstFactors = ['password', 'passkey']
    server.settings.rules.mfa = 'optional'
    await server.reset()
    await server.users.create({ ...BOAZ, permanent: true })
  })
  afterAll(async () => {
    await server.close()
  })

  async function call(action: string, body: object) {
    const answer = await server.send(action, body)
    return answer.body as Answer & { CredentialCreationOptions?: CreationOptions; NextToken?: string }
  }

  async function accessTokenOf({ email, password } = RUTH) {
    return (await server.signIn(email, password)).AuthenticationResult?.AccessToken ?? ''
  }

  async function startRegistration(AccessToken: string) {
    const { CredentialCreationOptions: options } = await call('StartWebAuthnRegistration', { AccessToken })
    if (!options) {
      throw new Error('No options came.')
    }
    return options
  }

  async function register(AccessToken: string, authenticator = makeAuthenticator(ORIGIN), lie: Forgery = {}) {
    const options = await startRegistration(AccessToken)
    const Credential = authenticator.create(options, lie)
    return {
      authenticator,
      Credential,
      body: await call('CompleteWebAuthnRegistration', { AccessToken, Credential }),
    }
  }

  async function ask(username = RUTH.email) {
    const body = await call('InitiateAuth', {
      ClientId: server.ids.userPoolClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    })
    const text = body.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'
    return { body, session: body.Session, options: JSON.parse(text) as RequestOptions }
  }

  const answer = (session: string | undefined, credential: object, username = RUTH.email) =>
    call('RespondToAuthChallenge', {
      ClientId: server.ids.userPoolClientId,
      ChallengeName: 'WEB_AUTHN',
      Session: session,
      ChallengeResponses: { USERNAME: username, CREDENTIAL: JSON.stringify(credential) },
    })

  async function signInWith(authenticator: Authenticator, lie: Forgery = {}) {
    const { session, options } = await ask()
    return answer(session, authenticator.get(options, lie))
  }

  const auditKinds = async () =>
    (await server.database.sql.selectFrom('audit_event').select('kind').orderBy('id').execute()).map(
      ({ kind }) => kind,
    )

  describe('a passkey', () => {
    test('signs nobody in once the staff have reset the second factor: the telephone may be lost', async () => {
      const { authenticator } = await register(await accessTokenOf())
      expect((await signInWith(authenticator)).AuthenticationResult).toBeDefined()
      const { session, options } = await ask()
      await server.users.resetSecondFactor(RUTH.email)
      expect(errorOf(await answer(session, authenticator.get(options)))).toBe(WRONG)
      expect((await auditKinds()).slice(-2)).toEqual(['passkey_removed', 'sign_in_failed'])
      expect((await server.signIn()).AuthenticationResult).toBeDefined()
    })

    test('signs nobody in that is deleted while it is looked at', async () => {
      const AccessToken = await accessTokenOf()
      const { authenticator, Credential } = await register(AccessToken)
      const { session, options } = await ask()
      server.beforeNextWrite(() =>
        call('DeleteWebAuthnCredential', { AccessToken, CredentialId: Credential.id }),
      )
      expect(errorOf(await answer(session, authenticator.get(options)))).toBe(
        'NotAuthorizedException: Invalid session for the user.',
      )
      expect((await auditKinds()).at(-1)).toBe('passkey_removed')
    })

    test('is created by its owner, who is notified, and signs in without anything else', async () => {
      const AccessToken = await accessTokenOf()
      const options = await startRegistration(AccessToken)
      expect(options).toMatchObject({
        rp: { id: 'localhost', name: 'Vestry' },
        user: { name: 'ruth@example.org' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })
      const { authenticator, body } = await register(AccessToken)
      expect(body).toEqual({})
      expect((await server.emailTo(RUTH.email)).topic).toBe('passkey-added')
      const { body: asked } = await ask()
      expect(asked.ChallengeName).toBe('WEB_AUTHN')
      expect(JSON.parse(asked.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '')).toMatchObject({
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
      })
      const done = await signInWith(authenticator)
      expect(done.AuthenticationResult?.IdToken).toBeDefined()
      expect((await auditKinds()).slice(-2)).toEqual(['passkey_added', 'sign_in'])
    })

    test('is enough where everybody needs a second factor', async () => {
      const { authenticator } = await register(await accessTokenOf())
      server.settings.rules.mfa = 'required'
      expect((await signInWith(authenticator)).AuthenticationResult).toBeDefined()
    })

    test('that vouches for itself is taken', async () => {
      const { authenticator, body } = await register(await accessTokenOf(), undefined, { format: 'packed' })
      expect(body).toEqual({})
      expect((await signInWith(authenticator)).AuthenticationResult).toBeDefined()
    })

    test('is listed in pages, and removed by its owner only', async () => {
      const AccessToken = await accessTokenOf()
      const { authenticator } = await register(AccessToken)
      server.wait(MINUTE)
      await register(AccessToken)
      const first = await call('ListWebAuthnCredentials', { AccessToken, MaxResults: 1 })
      expect(first.Credentials).toEqual([
        {
          CredentialId: authenticator.id,
          FriendlyCredentialName: 'Passkey',
          RelyingPartyId: 'localhost',
          AuthenticatorAttachment: 'platform',
          AuthenticatorTransports: ['internal', 'hybrid'],
          CreatedAt: expect.any(Number),
        },
      ])
      const { NextToken } = first
      const second = await call('ListWebAuthnCredentials', { AccessToken, MaxResults: 1, NextToken })
      expect(second.Credentials).toHaveLength(1)
      expect(second.NextToken).toBeUndefined()

      const CredentialId = authenticator.id
      const boaz = await accessTokenOf(BOAZ)
      const none = 'ResourceNotFoundException: The passkey does not exist.'
      expect(errorOf(await call('DeleteWebAuthnCredential', { AccessToken: boaz, CredentialId }))).toBe(none)
      expect(await call('DeleteWebAuthnCredential', { AccessToken, CredentialId })).toEqual({})
      const told = 'passkey-removed'
      await expect.poll(() => server.emails.at(-1)?.topic).toBe(told)
      expect(errorOf(await call('DeleteWebAuthnCredential', { AccessToken, CredentialId }))).toBe(none)
      expect(errorOf(await signInWith(authenticator))).toBe(WRONG)
      expect((await auditKinds()).slice(-2)).toEqual(['passkey_removed', 'sign_in_failed'])
    })

    test('can be left for another first factor while it is asked for', async () => {
      await register(await accessTokenOf())
      const { session } = await ask()
      const done = await call('RespondToAuthChallenge', {
        ClientId: server.ids.userPoolClientId,
        ChallengeName: 'SELECT_CHALLENGE',
        Session: session,
        ChallengeResponses: { USERNAME: RUTH.email, ANSWER: 'PASSWORD', PASSWORD: RUTH.password },
      })
      expect(done.AuthenticationResult?.AccessToken).toBeDefined()
    })

    test('signs in while passwords of its owner are paused', async () => {
      const { authenticator } = await register(await accessTokenOf())
      for (let attempts = 0; attempts < 6; attempts += 1) {
        await server.signIn(RUTH.email, 'Gleaner-in-Moab-8')
      }
      expect(errorOf(await server.signIn())).toBe('NotAuthorizedException: Password attempts exceeded')
      expect((await signInWith(authenticator)).AuthenticationResult).toBeDefined()
    })

    test('is refused where passkeys are off', async () => {
      const AccessToken = await accessTokenOf()
      server.settings.rules.firstFactors = ['password']
      for (const action of ['StartWebAuthnRegistration', 'ListWebAuthnCredentials']) {
        expect(errorOf(await call(action, { AccessToken }))).toBe(
          'WebAuthnNotEnabledException: Passkeys are not enabled for this user pool.',
        )
      }
    })

    test('is one of twenty at most', async () => {
      const AccessToken = await accessTokenOf()
      for (let count = 0; count < 20; count += 1) {
        await register(AccessToken)
      }
      expect(errorOf(await call('StartWebAuthnRegistration', { AccessToken }))).toBe(
        'LimitExceededException: Nobody can have more than 20 passkeys.',
      )
    })
  })

  describe('a new passkey is refused', () => {
    const ELSEWHERE = 'WebAuthnOriginNotAllowedException: The passkey was made on another site.'
    const LIES: [string, Forgery, string][] = [
      ['that was made on another site', { origin: 'https://localhost:8080' }, ELSEWHERE],
      ['that was made inside another page', { crossOrigin: true }, ELSEWHERE],
      [
        'for another site',
        { rpId: 'example.org' },
        'WebAuthnRelyingPartyMismatchException: The passkey was made for another site.',
      ],
      ['without the user being verified', { unverified: true }, NOT_SUPPORTED],
      ['that a certificate vouches for', { format: 'certified' }, NOT_SUPPORTED],
      ['of another kind of key', { algorithm: -36 }, NOT_SUPPORTED],
      ['that is the answer to another question', { type: 'webauthn.get' }, NOT_SUPPORTED],
      ['under another name than its own', { id: Buffer.alloc(32, 7).toString('base64url') }, NOT_SUPPORTED],
      ['for a challenge that nobody made', { challenge: Buffer.alloc(48, 7).toString('base64url') }, GONE],
    ]
    test.each(LIES)('%s', async (_name, lie, flaw) => {
      const AccessToken = await accessTokenOf()
      const { body } = await register(AccessToken, undefined, lie)
      expect(errorOf(body)).toBe(flaw)
      expect((await call('ListWebAuthnCredentials', { AccessToken })).Credentials).toEqual([])
    })

    test('whose challenge was made for somebody else, was used, or is too old', async () => {
      const AccessToken = await accessTokenOf()
      const boaz = await accessTokenOf(BOAZ)
      const Credential = makeAuthenticator(ORIGIN).create(await startRegistration(AccessToken))
      const complete = (body: object) => call('CompleteWebAuthnRegistration', body)
      expect(errorOf(await complete({ AccessToken: boaz, Credential }))).toBe(GONE)
      expect(await complete({ AccessToken, Credential })).toEqual({})
      const options = await startRegistration(AccessToken)
      const again = makeAuthenticator(ORIGIN).create(options)
      expect(await complete({ AccessToken, Credential: again })).toEqual({})
      const other = makeAuthenticator(ORIGIN).create(options)
      expect(errorOf(await complete({ AccessToken, Credential: other }))).toBe(GONE)
      const late = makeAuthenticator(ORIGIN).create(await startRegistration(AccessToken))
      server.wait(4 * MINUTE)
      expect(errorOf(await complete({ AccessToken, Credential: late }))).toBe(GONE)
    })

    test('that somebody has already', async () => {
      const { authenticator } = await register(await accessTokenOf())
      const { body } = await register(await accessTokenOf(BOAZ), authenticator)
      expect(errorOf(body)).toBe(
        'WebAuthnCredentialNotSupportedException: The passkey is registered already.',
      )
      expect(() =>
        authenticator.create({ ...EMPTY, excludeCredentials: [{ id: authenticator.id }] }),
      ).toThrow()
    })

    test('that is no passkey at all', async () => {
      const AccessToken = await accessTokenOf()
      const good = makeAuthenticator(ORIGIN).create(await startRegistration(AccessToken))
      for (const attestationObject of ['AAAA', 'oA', Buffer.alloc(400, 0xff).toString('base64url')]) {
        const Credential = { ...good, response: { ...good.response, attestationObject } }
        const { status, body } = await server.send('CompleteWebAuthnRegistration', {
          AccessToken,
          Credential,
        })
        expect(status).toBe(400)
        expect(errorOf(body)).toBe(NOT_SUPPORTED)
      }
    })
  })

  describe('a sign-in by passkey is refused', () => {
    const LIES: [string, Forgery][] = [
      ['from another site', { origin: 'http://localhost:8081' }],
      ['from inside another page', { crossOrigin: true }],
      ['for another site', { rpId: 'example.org' }],
      ['without the user being verified', { unverified: true }],
      ['with a signature that was tampered with', { tampered: true }],
      ['with a counter that goes back', { counter: 1 }],
      ['for another challenge', { challenge: Buffer.alloc(48, 7).toString('base64url') }],
      ['with the answer to another question', { type: 'webauthn.create' }],
      ['in the name of somebody else', { userHandle: Buffer.from('boaz').toString('base64url') }],
      ['with a passkey that nobody has', { id: Buffer.alloc(32, 7).toString('base64url') }],
    ]
    test.each(LIES)('%s', async (_name, lie) => {
      const { authenticator } = await register(await accessTokenOf())
      expect((await signInWith(authenticator)).AuthenticationResult).toBeDefined()
      expect(errorOf(await signInWith(authenticator, lie))).toBe(WRONG)
      expect((await signInWith(authenticator, { counter: 9 })).AuthenticationResult).toBeDefined()
    })

    test("with somebody else's passkey", async () => {
      await register(await accessTokenOf())
      const { authenticator } = await register(await accessTokenOf(BOAZ))
      expect(errorOf(await signInWith(authenticator))).toBe(WRONG)
    })

    test('when an answer is used for a second session', async () => {
      const { authenticator } = await register(await accessTokenOf())
      const { session, options } = await ask()
      const credential = authenticator.get(options)
      expect((await answer(session, credential)).AuthenticationResult).toBeDefined()
      expect(errorOf(await answer((await ask()).session, credential))).toBe(WRONG)
      expect(errorOf(await answer(session, authenticator.get(options)))).toBe(
        'NotAuthorizedException: Invalid session for the user, session can only be used once.',
      )
    })

    test('of somebody who is disabled, and from an address that has failed too often', async () => {
      const { authenticator } = await register(await accessTokenOf())
      await server.users.setEnabled(RUTH.email, false)
      expect(errorOf(await signInWith(authenticator))).toBe('NotAuthorizedException: User is disabled.')
      await server.users.setEnabled(RUTH.email, true)
      server.callFrom('203.0.113.5')
      for (let attempts = 0; attempts < 50; attempts += 1) {
        await signInWith(authenticator, { tampered: true })
      }
      expect(errorOf((await ask()).body)).toBe('NotAuthorizedException: Password attempts exceeded')
      server.callFrom(undefined)
      expect((await ask()).body.Session).toBeDefined()
    })

    test('of nobody in the same way as of somebody without one', async () => {
      const [ruth, orpah] = [await ask(), await ask('orpah@example.org')]
      const shape = ({ body, options }: typeof ruth) => [Object.keys(body), Object.keys(options)]
      expect(shape(orpah)).toEqual(shape(ruth))
      for (const asked of [ruth, orpah]) {
        const [seeming] = asked.options.allowCredentials
        expect(seeming).toEqual({
          id: expect.stringMatching(/^[\w-]{22,43}$/),
          type: 'public-key',
          transports: expect.arrayContaining(['internal']),
        })
      }
      expect((await ask('Orpah@example.org')).options.allowCredentials).toEqual(
        orpah.options.allowCredentials,
      )
      const attacker = makeAuthenticator(ORIGIN)
      const id = orpah.options.allowCredentials[0]?.id ?? ''
      const body = await answer(orpah.session, attacker.get(orpah.options, { id }), 'orpah@example.org')
      expect(errorOf(body)).toBe(WRONG)
    })
  })
})

const EMPTY: CreationOptions = {
  challenge: '',
  rp: { id: 'localhost' },
  user: { id: '' },
  excludeCredentials: [],
}
