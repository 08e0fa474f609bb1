import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from './core/users/users-sql.ts'
import { appCode } from './testing/authenticator.ts'
import { startSrp, timestampOf } from './testing/srp-client.ts'
import { type Answer, MINUTE, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { eachDatabase } from './testing/test-database.ts'

/*
 * Sign-ins of four users at once, each step repeated, skipped, reordered, sent late, sent for somebody else, with right
 * and wrong answers. After each step, a model says what may come back; it knows nothing about how the service works.
 */

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database)
  })
  afterAll(async () => server.close())

  const NAMES = ['ann', 'ben', 'cid', 'dan'] as const
  type Name = (typeof NAMES)[number]
  const STEPS = ['PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] as const
  type Step = (typeof STEPS)[number]

  /**
   * Ann needs her password alone, Ben must replace a temporary one, Cid gets a code by email, Dan has an app that shows
   * another code every half minute, none of which is taken twice.
   */
  type Known = {
    sub: string
    password: string
    temporary: boolean
    passwords: number
    appSecret?: string
    usedStep: number
  }

  type Session = {
    owner: Name
    step: Step
    handle: string
    /** The owner's passwords when it began: a new one ends it. */
    passwords: number
    until: number
    wrongs: number
    /** Whether a password other than the owner's is proved. */
    mistyped: boolean
    /** What a right answer to it has. */
    right(): Record<string, string>
    /** The first answer that ended it. */
    completed?: { request: object; at: number; body: Answer }
  }

  type Command =
    | { kind: 'begin'; who: Name; bySrp: boolean; right: boolean }
    | { kind: 'answer'; pick: number; step: Step | 'its own'; right: boolean; as: 'owner' | 'somebody else' }
    | { kind: 'repeat'; pick: number }
    | { kind: 'wait'; milliseconds: number }

  const command: fc.Arbitrary<Command> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('begin' as const),
        who: fc.constantFrom(...NAMES),
        bySrp: fc.oneof(
          { weight: 3, arbitrary: fc.constant(false) },
          { weight: 1, arbitrary: fc.constant(true) },
        ),
        right: fc.oneof(
          { weight: 4, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.constant(false) },
        ),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        pick: fc.nat(3),
        step: fc.oneof(
          { weight: 4, arbitrary: fc.constant('its own' as const) },
          { weight: 1, arbitrary: fc.constantFrom(...STEPS) },
        ),
        right: fc.oneof(
          { weight: 3, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.constant(false) },
        ),
        as: fc.oneof(
          { weight: 5, arbitrary: fc.constant('owner' as const) },
          { weight: 1, arbitrary: fc.constant('somebody else' as const) },
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), pick: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        milliseconds: fc.constantFrom(5_000, 31_000, 4 * MINUTE, 16 * MINUTE),
      }),
    },
  )

  async function openChurch() {
    server.wait(60 * MINUTE)
    for (const { email } of await server.users.list()) {
      await server.users.remove(email)
    }
    const known = {} as Record<Name, Known>
    for (const name of NAMES) {
      const password = `Mustard-seed-7-${name}!`
      const { sub } = await server.users.create({
        email: emailOf(name),
        password,
        permanent: name !== 'ben',
        attributes: { name, email_verified: 'true' },
      })
      known[name] = { sub, password, temporary: name === 'ben', passwords: 0, usedStep: 0 }
    }
    await changeUser(server.database.sql, known.cid.sub, { secondFactors: ['EMAIL_OTP'] }, server.clock.now())
    await giveApp(known.dan)
    return { known, sessions: [] as Session[], refreshTokens: new Map<string, Session | 'begin'>() }
  }

  async function giveApp(user: Known): Promise<void> {
    const { AuthenticationResult } = await server.signIn(emailOf('dan'), user.password)
    const AccessToken = AuthenticationResult?.AccessToken
    const { SecretCode = '' } = (await server.send('AssociateSoftwareToken', { AccessToken })).body
    const UserCode = appCode(SecretCode, server.clock.now())
    await server.send('VerifySoftwareToken', { AccessToken, UserCode })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    expect(
      (await server.send('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })).body,
    ).toEqual({})
    Object.assign(user, { appSecret: SecretCode, usedStep: appStep() })
    server.wait(MINUTE)
  }

  /** Which code an app shows now. */
  const appStep = () => Math.floor(server.clock.now() / 30_000)

  type Church = Awaited<ReturnType<typeof openChurch>>

  async function obey(church: Church, asked: Command): Promise<void> {
    // Another test shows how often somebody may try.
    await server.database.sql.deleteFrom('identity_throttle').execute()
    if (asked.kind === 'wait') {
      server.wait(asked.milliseconds)
    } else if (asked.kind === 'begin') {
      await begin(church, asked)
    } else {
      const session = church.sessions.at(-1 - (asked.pick % Math.max(church.sessions.length, 1)))
      if (session) {
        await (asked.kind === 'repeat' ? repeat(session) : answer(church, session, asked))
      }
    }
  }

  async function begin(church: Church, { who, bySrp, right }: Command & { kind: 'begin' }): Promise<void> {
    const user = church.known[who]
    const typed = right ? user.password : 'Tares-among-wheat-1!'
    if (bySrp) {
      const client = startSrp()
      const body = await initiate('USER_SRP_AUTH', { USERNAME: emailOf(who), SRP_A: client.srpA })
      expect(body.ChallengeName).toBe('PASSWORD_VERIFIER')
      const challenge = body.ChallengeParameters as Parameters<typeof client.prove>[0]
      const poolName = server.ids.userPoolId.split('_')[1] ?? ''
      const password = right ? () => user.password : () => typed
      const prove = () => client.prove(challenge, poolName, password(), timestampOf(server.clock.now()))
      open(church, who, body, prove, !right)
      return
    }
    const body = await initiate('USER_PASSWORD_AUTH', { USERNAME: emailOf(who), PASSWORD: typed })
    if (!right) {
      expect(body).toMatchObject({
        __type: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      })
      return
    }
    follow(church, who, body, 'begin')
  }

  /** What comes after the password was right: tokens for Ann, a step for the others. */
  function follow(church: Church, who: Name, body: Answer, from: Session | 'begin'): void {
    const user = church.known[who]
    if (user.temporary) {
      expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
      open(church, who, body, () => ({ NEW_PASSWORD: `Fresh-start-${user.passwords + 1}-of-${who}!` }))
    } else if (who === 'cid' && !(from !== 'begin' && from.step === 'EMAIL_OTP')) {
      expect(body.ChallengeName).toBe('EMAIL_OTP')
      // Emails about what others have done may come in between.
      const [code = ''] = server.emails
        .filter(({ to }) => to === emailOf(who))
        .flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
        .slice(-1)
      open(church, who, body, () => ({ EMAIL_OTP_CODE: code }))
    } else if (who === 'dan' && !(from !== 'begin' && from.step === 'SOFTWARE_TOKEN_MFA')) {
      expect(body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
      open(church, who, body, () => ({
        SOFTWARE_TOKEN_MFA_CODE: appCode(user.appSecret ?? '', server.clock.now()),
      }))
    } else {
      const { AccessToken = '', RefreshToken = '' } = body.AuthenticationResult ?? {}
      expect(subOf(AccessToken)).toBe(user.sub)
      expect(church.refreshTokens.has(RefreshToken)).toBe(false)
      church.refreshTokens.set(RefreshToken, from)
    }
  }

  function open(church: Church, owner: Name, body: Answer, right: Session['right'], mistyped = false): void {
    church.sessions.push({
      ...{ owner, right, mistyped },
      step: body.ChallengeName as Step,
      handle: body.Session ?? '',
      passwords: church.known[owner].passwords,
      until: server.clock.now() + (body.ChallengeName === 'NEW_PASSWORD_REQUIRED' ? 15 : 3) * MINUTE,
      wrongs: 0,
    })
  }

  async function answer(
    church: Church,
    session: Session,
    asked: Command & { kind: 'answer' },
  ): Promise<void> {
    const user = church.known[session.owner]
    const other = church.known[session.owner === 'ann' ? 'ben' : 'ann']
    const step = asked.step === 'its own' ? session.step : asked.step
    const responses: Record<string, string> = {
      ...(asked.right ? session.right() : wrongFor(session)),
      USERNAME: asked.as === 'owner' ? user.sub : other.sub,
    }
    const request = {
      ClientId: server.ids.userPoolClientId,
      ChallengeName: step,
      Session: session.handle,
      ChallengeResponses: responses,
    }
    const { body } = await server.send('RespondToAuthChallenge', request)
    const mayGoOn =
      session.completed === undefined &&
      step === session.step &&
      asked.as === 'owner' &&
      asked.right &&
      !session.mistyped &&
      !(step === 'SOFTWARE_TOKEN_MFA' && appStep() <= user.usedStep) &&
      session.passwords === user.passwords &&
      server.clock.now() < session.until &&
      session.wrongs < MAX_ATTEMPTS
    if (!mayGoOn) {
      const isRepeat = JSON.stringify(session.completed?.request) === JSON.stringify(request)
      if (!(isRepeat && server.clock.now() - (session.completed?.at ?? 0) <= 30_000)) {
        expect(body.AuthenticationResult).toBeUndefined()
        expect(body.ChallengeName).toBeUndefined()
        expect(body.__type).toBeDefined()
      }
      if (session.completed === undefined && step === session.step) {
        session.wrongs += 1
      }
      const isOver = session.step === 'PASSWORD_VERIFIER' || session.passwords !== user.passwords
      if (isOver && step === session.step && asked.as === 'owner') {
        session.completed ??= { request, at: server.clock.now(), body }
      }
      return
    }
    session.completed = { request, at: server.clock.now(), body }
    if (session.step === 'NEW_PASSWORD_REQUIRED') {
      user.password = responses.NEW_PASSWORD ?? ''
      user.temporary = false
      user.passwords += 1
    }
    if (session.step === 'SOFTWARE_TOKEN_MFA') {
      user.usedStep = appStep()
    }
    follow(church, session.owner, body, session)
  }

  /** The same request again gets the same answer for half a minute, and afterwards nothing. */
  async function repeat({ completed }: Session): Promise<void> {
    if (completed) {
      const { body } = await server.send('RespondToAuthChallenge', completed.request)
      if (server.clock.now() - completed.at <= 30_000) {
        expect(body).toEqual(completed.body)
      } else {
        expect(body.AuthenticationResult).toBeUndefined()
        expect(body.ChallengeName).toBeUndefined()
      }
    }
  }

  function wrongFor(session: Session): Record<string, string> {
    if (session.step === 'PASSWORD_VERIFIER') {
      return { ...session.right(), PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32, 7).toString('base64') }
    }
    if (session.step === 'NEW_PASSWORD_REQUIRED') {
      return { NEW_PASSWORD: 'short' }
    }
    const [[name = '', code = ''] = []] = Object.entries(session.right())
    return { [name]: code === '000000' ? '111111' : '000000' }
  }

  async function initiate(AuthFlow: string, AuthParameters: Record<string, string>): Promise<Answer> {
    const ClientId = server.ids.userPoolClientId
    return (await server.send('InitiateAuth', { ClientId, AuthFlow, AuthParameters })).body
  }

  const emailOf = (name: Name) => `${name}@example.org`
  function subOf(token: string): string {
    const [, claims = ''] = token.split('.')
    return (JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub: string }).sub
  }

  /** How often one session may be answered; an answer with another step's name is not looked up, and doesn't count. */
  const MAX_ATTEMPTS = 10

  const answerAs = (right: boolean, as: 'owner' | 'somebody else'): Command & { kind: 'answer' } => ({
    kind: 'answer',
    pick: 0,
    step: 'its own',
    right,
    as,
  })

  /** After nine errors the tenth try is let in, but after ten the eleventh isn't. */
  const errTimes = (times: number): Command[] => [
    { kind: 'begin', who: 'ben', bySrp: false, right: true },
    ...Array.from({ length: times }, (_, at) =>
      answerAs(at % 2 === 0, at % 2 === 0 ? 'somebody else' : 'owner'),
    ),
    answerAs(true, 'owner'),
  ]

  /** Two browsers replace the same temporary password; the second is too late. */
  const TWO_NEW_PASSWORDS: Command[] = [
    { kind: 'begin', who: 'ben', bySrp: false, right: true },
    { kind: 'begin', who: 'ben', bySrp: false, right: true },
    { kind: 'answer', pick: 0, step: 'its own', right: true, as: 'owner' },
    { kind: 'answer', pick: 1, step: 'its own', right: true, as: 'owner' },
  ]

  /** A sign-in that a new password has ended: an answer for somebody else is refused, and the owner's ends it. */
  const ENDED_BY_ITS_OWNER: Command[] = [
    { kind: 'begin', who: 'ben', bySrp: false, right: true },
    { kind: 'begin', who: 'ben', bySrp: false, right: true },
    answerAs(true, 'owner'),
    { ...answerAs(true, 'somebody else'), pick: 1 },
    { ...answerAs(false, 'owner'), pick: 1 },
    { kind: 'repeat', pick: 1 },
  ]

  /** A code of an app is accepted once, and not for a second sign-in in the same half minute. */
  const ONE_CODE_TWICE: Command[] = [
    { kind: 'begin', who: 'dan', bySrp: true, right: true },
    answerAs(true, 'owner'),
    answerAs(false, 'owner'),
    answerAs(true, 'somebody else'),
    answerAs(true, 'owner'),
    { kind: 'begin', who: 'dan', bySrp: false, right: true },
    answerAs(true, 'owner'),
    { kind: 'wait', milliseconds: 31_000 },
    answerAs(true, 'owner'),
    { kind: 'repeat', pick: 0 },
  ]

  /** A proof of another password, one that is no proof, and a right one after it. */
  const WRONG_PROOFS: Command[] = [
    { kind: 'begin', who: 'ann', bySrp: true, right: false },
    answerAs(true, 'owner'),
    { kind: 'repeat', pick: 0 },
    { kind: 'begin', who: 'ann', bySrp: true, right: true },
    answerAs(false, 'owner'),
    answerAs(true, 'owner'),
    { kind: 'begin', who: 'ann', bySrp: true, right: true },
    answerAs(true, 'owner'),
  ]

  const EXAMPLES = [
    TWO_NEW_PASSWORDS,
    ENDED_BY_ITS_OWNER,
    errTimes(9),
    errTimes(10),
    ONE_CODE_TWICE,
    WRONG_PROOFS,
  ]

  test('whatever is repeated, skipped, reordered, late or sent for another, tokens come to their owner alone, and once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 16, maxLength: 24, size: 'max' }), async (commands) => {
        const church = await openChurch()
        for (const asked of commands) {
          await obey(church, asked)
        }
      }),
      { numRuns: 15, examples: EXAMPLES.map((story) => [story]) },
    )
  })
})
