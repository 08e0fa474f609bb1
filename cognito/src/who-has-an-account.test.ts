import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operatorClient } from './testing/operator-client.ts'
import { type Answer, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'

const BOAZ = 'boaz@example.org'

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    const firstFactors = ['password', 'passkey', 'email', 'sms'] as const
    server = await startCognito(database, { signUp: true, firstFactors: [...firstFactors] })
  })
  /** Ruth can do everything; Boaz is locked out. */
  beforeEach(async () => {
    await server.reset()
    await server.users.create({ email: BOAZ, password: 'Threshing-Floor-3', permanent: true })
    for (const Username of [RUTH.email, BOAZ]) {
      await operatorClient(server).adminUpdateUserAttributes({
        UserPoolId: server.ids.userPoolId,
        Username,
        UserAttributes: [
          { Name: 'name', Value: 'Somebody' },
          { Name: 'email_verified', Value: 'true' },
        ],
      })
    }
    await server.users.setEnabled(BOAZ, false)
    server.callFrom('198.51.100.7')
  })
  afterAll(() => server.close())

  const call = async (action: string, body: object) =>
    (await server.send(action, { ClientId: server.ids.userPoolClientId, ...body })).body
  const begin = (AuthFlow: string, USERNAME: string, more: object = {}) =>
    call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...more } })
  const respond = (asked: Answer, USERNAME: string, more: object, ChallengeName = asked.ChallengeName) =>
    call('RespondToAuthChallenge', {
      ChallengeName,
      Session: asked.Session,
      ChallengeResponses: { USERNAME, ...more },
    })
  const proof = async (username: string) =>
    (await begin('USER_SRP_AUTH', username, { SRP_A: 'abcdef' })).ChallengeParameters ?? {}

  /** A name that nobody has, and that seems to be reached by e-mail like most. */
  async function nobodysName(): Promise<string> {
    for (let number = 0; ; number += 1) {
      const name = `orpah-${number}@example.org`
      if ((await begin('USER_AUTH', name)).AvailableChallenges?.includes('EMAIL_OTP')) {
        return name
      }
    }
  }

  /** Everything that a person who knows a name sees when asking whether somebody has it, except what always differs. */
  async function seenBy(name: string) {
    const { USER_ID_FOR_SRP: id = '', SALT } = await proof(name)
    const seen: unknown[] = []
    const see = ({ __type, message, ChallengeName, CodeDeliveryDetails }: Answer) =>
      seen.push([
        __type,
        message,
        ChallengeName,
        CodeDeliveryDetails?.Destination.replace(/^.(\*+@\*+)$/, '#$1'),
      ])

    for (const asked of [id, id.toUpperCase()]) {
      const again = await proof(asked)
      seen.push([again.USER_ID_FOR_SRP === id, again.USERNAME === id, again.SALT === SALT])
    }
    const [byName, byId] = [await begin('USER_AUTH', name), await begin('USER_AUTH', id)]
    seen.push(JSON.stringify(byName.AvailableChallenges) === JSON.stringify(byId.AvailableChallenges))
    const passkeys = await Promise.all(
      [name, id].map(async (asked) => {
        const { ChallengeParameters: parameters } = await begin('USER_AUTH', asked, {
          PREFERRED_CHALLENGE: 'WEB_AUTHN',
        })
        const options = JSON.parse(parameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}')
        return JSON.stringify(options.allowCredentials)
      }),
    )
    seen.push(passkeys[0] === passkeys[1])

    const wrong = { ANSWER: 'PASSWORD', PASSWORD: 'Wrong-Password-1' }
    see(await respond(byId, name, wrong))
    see(await respond(byName, id, wrong))
    see(await respond(await begin('USER_AUTH', name), 'else@example.org', wrong))
    see(await begin('USER_PASSWORD_AUTH', id, { PASSWORD: 'Wrong-Password-1' }))
    for (const [asked, answered] of [
      [name, id],
      [id, name],
      [id, id],
    ] as const) {
      const code = await begin('USER_AUTH', asked, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      if (code.ChallengeName === 'EMAIL_OTP') {
        see(await respond(code, answered, { EMAIL_OTP_CODE: 'wrong' }))
      }
      const key = await begin('USER_AUTH', asked, { PREFERRED_CHALLENGE: 'WEB_AUTHN' })
      see(await respond(key, answered, { CREDENTIAL: JSON.stringify(CREDENTIAL) }))
    }

    for (const Username of [name, id]) {
      see(
        await call('ConfirmForgotPassword', {
          Username,
          ConfirmationCode: '1',
          Password: 'Gleaner-Barley-9',
        }),
      )
      see(await call('ConfirmSignUp', { Username, ConfirmationCode: '1' }))
      see(await call('ResendConfirmationCode', { Username }))
    }
    // Counted together, whichever of the two is named.
    for (const Username of [name, id, name, id, name, id]) {
      see(await call('ForgotPassword', { Username }))
    }
    return seen
  }

  const CREDENTIAL = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }

  test('an id reveals nothing: a user’s, a locked user’s and an unknown name’s are answered alike', async () => {
    const [own, locked, nobodys] = [
      await seenBy(RUTH.email),
      await seenBy(BOAZ),
      await seenBy(await nobodysName()),
    ]
    const withoutInitial = (seen: unknown[]) => JSON.stringify(seen).replace(/"[rbo]\*\*\*@/g, '"?***@')
    expect(withoutInitial(nobodys)).toBe(withoutInitial(own))
    expect(withoutInitial(locked)).toBe(withoutInitial(own))
  })

  test('an id that was never given out is echoed, as one is that somebody has', async () => {
    const never = randomUUID()
    expect((await proof(never)).USER_ID_FOR_SRP).toBe(never)
    const { USER_ID_FOR_SRP: real = '' } = await proof(RUTH.email)
    expect((await proof(real)).USER_ID_FOR_SRP).toBe(real)
  })

  test('that an account is confirmed is revealed only to whoever might just have signed up there', async () => {
    server.callFrom('192.0.2.9')
    await server.signedIn()
    const ask = () => call('ResendConfirmationCode', { Username: RUTH.email })
    expect((await ask()).message).toBe('User is already confirmed.')
    server.wait(8 * 24 * 60 * 60_000)
    expect(await ask()).toHaveProperty('CodeDeliveryDetails')
  })
})
