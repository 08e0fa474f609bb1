import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql as query } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, MINUTE, startCognito, type TestCognito } from '../../testing/start-cognito.ts'
import { eachDatabase } from '../../testing/test-database.ts'

/*
 * The refresh tokens of several sign-ins of two users, each used again, too late, under another's sign-in, after a
 * sign-out. After each use, a model says what may come back; it knows nothing about how the service works.
 */

eachDatabase((database) => {
  let server: TestCognito
  beforeAll(async () => {
    server = await startCognito(database)
    if (database.name === 'SQLite') {
      // No machine crashes here, and waiting for the disk is most of the work.
      await query`pragma synchronous = off`.execute(server.database.sql)
    }
  })
  afterAll(async () => server.close())

  const NAMES = ['ann', 'ben'] as const
  type Name = (typeof NAMES)[number]
  const GRACE = MINUTE
  const SESSION_LIFETIME = 30 * 24 * 60 * MINUTE
  const ACCESS_LIFETIME = 60 * MINUTE

  /** One sign-in: its refresh tokens in order, and when each was first exchanged. */
  type Session = {
    owner: Name
    chain: string[]
    exchanged: (number | undefined)[]
    accessToken: string
    accessUntil: number
    idToken: string
    until: number
    isOver: boolean
  }

  type Church = { sessions: Session[]; enabled: Record<Name, boolean>; given: Set<string>; reuses: number }

  type Command =
    | { kind: 'sign in'; who: Name }
    | { kind: 'refresh'; pick: number; back: number; times: 1 | 2 }
    | { kind: 'foreign'; how: 'made up' | 'cut' | 'access token' | 'digest'; pick: number }
    | { kind: 'revoke'; pick: number; back: number }
    | { kind: 'sign out everywhere'; pick: number }
    | { kind: 'disable' | 'enable'; who: Name }
    | { kind: 'wait'; milliseconds: number }

  const pick = fc.nat(5)
  /** How many steps before the latest token of its sign-in: mostly none. */
  const back = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
  )
  const who = fc.constantFrom(...NAMES)
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('sign in' as const), who }) },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('refresh' as const),
        pick,
        back,
        times: fc.constantFrom(1 as const, 2 as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('foreign' as const),
        how: fc.constantFrom('made up', 'cut', 'access token', 'digest'),
        pick,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), pick, back }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign out everywhere' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('enable' as const), who }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        milliseconds: fc.constantFrom(1000, GRACE, GRACE + 1, 20 * MINUTE, SESSION_LIFETIME / 2),
      }),
    },
  )

  const emailOf = (name: Name) => `${name}@example.org`
  const passwordOf = (name: Name) => `Mustard-seed-7-${name}!`

  async function openChurch(): Promise<Church> {
    for (const { email } of await server.users.list()) {
      await server.users.remove(email)
    }
    for (const name of NAMES) {
      await server.users.create({ email: emailOf(name), password: passwordOf(name), permanent: true })
    }
    await server.database.sql.deleteFrom('audit_event').execute()
    return { sessions: [], enabled: { ann: true, ben: true }, given: new Set(), reuses: 0 }
  }

  async function obey(church: Church, asked: Command): Promise<void> {
    const { sessions, enabled } = church
    const session =
      'pick' in asked ? sessions.at(-1 - (asked.pick % Math.max(sessions.length, 1))) : undefined
    if (asked.kind === 'wait') {
      server.wait(asked.milliseconds)
    } else if (asked.kind === 'disable' || asked.kind === 'enable') {
      const isEnabled = asked.kind === 'enable'
      await server.users.setEnabled(emailOf(asked.who), isEnabled)
      enabled[asked.who] = isEnabled
      if (!isEnabled) {
        endAll(church, asked.who)
      }
    } else if (asked.kind === 'sign in') {
      await signIn(church, asked.who)
    } else if (session && asked.kind === 'refresh') {
      await refresh(church, session, asked.back, asked.times)
    } else if (session && asked.kind === 'foreign') {
      await refreshWithForeign(session, asked.how)
    } else if (session && asked.kind === 'revoke') {
      const Token = session.chain.at(-1 - asked.back) ?? session.chain[0]
      expect(
        (await server.send('RevokeToken', { ClientId: server.ids.userPoolClientId, Token })).body,
      ).toEqual({})
      session.isOver = true
    } else if (session && asked.kind === 'sign out everywhere') {
      const { status } = await server.send('GlobalSignOut', { AccessToken: session.accessToken })
      const isGood = isAlive(session) && server.clock.now() < session.accessUntil
      expect(status).toBe(isGood ? 200 : 400)
      if (isGood) {
        endAll(church, session.owner)
      }
    }
  }

  async function signIn(church: Church, owner: Name): Promise<void> {
    const { AuthenticationResult: tokens } = await server.signIn(emailOf(owner), passwordOf(owner))
    expect(tokens !== undefined).toBe(church.enabled[owner])
    if (tokens) {
      expect(church.given.has(tokens.RefreshToken)).toBe(false)
      church.given.add(tokens.RefreshToken)
      church.sessions.push({
        owner,
        chain: [tokens.RefreshToken],
        exchanged: [undefined],
        accessToken: tokens.AccessToken,
        accessUntil: server.clock.now() + ACCESS_LIFETIME,
        idToken: tokens.IdToken,
        until: server.clock.now() + SESSION_LIFETIME,
        isOver: false,
      })
    }
  }

  const ask = async (RefreshToken: string) =>
    (await server.send('GetTokensFromRefreshToken', { ClientId: server.ids.userPoolClientId, RefreshToken }))
      .body

  async function refresh(church: Church, session: Session, steps: number, times: 1 | 2): Promise<void> {
    const at = Math.max(0, session.chain.length - 1 - steps)
    const token = session.chain[at] ?? ''
    const answers = await Promise.all(Array.from({ length: times }, () => ask(token)))
    const exchanged = session.exchanged[at]
    if (!isAlive(session)) {
      for (const answer of answers) {
        expect(errorOf(answer)).toMatch(
          /^NotAuthorizedException: (Invalid Refresh Token\.|Refresh Token has expired)$/,
        )
      }
    } else if (exchanged !== undefined && server.clock.now() - exchanged > GRACE) {
      expect(answers.every(({ AuthenticationResult }) => AuthenticationResult === undefined)).toBe(true)
      expect(answers.map(({ __type }) => __type)).toContain('RefreshTokenReuseException')
      session.isOver = true
      church.reuses += 1
    } else {
      // There is one successor, whoever asks and however often.
      const successors = new Set(
        answers.map(({ AuthenticationResult }) => AuthenticationResult?.RefreshToken ?? ''),
      )
      expect(successors.size).toBe(1)
      const [successor = ''] = successors
      if (exchanged === undefined) {
        expect(church.given.has(successor)).toBe(false)
        church.given.add(successor)
        session.exchanged[at] = server.clock.now()
        session.chain.push(successor)
        session.exchanged.push(undefined)
      }
      expect(successor).toBe(session.chain[at + 1])
      session.accessToken = answers[0]?.AuthenticationResult?.AccessToken ?? ''
      session.accessUntil = server.clock.now() + ACCESS_LIFETIME
      session.idToken = answers[0]?.AuthenticationResult?.IdToken ?? ''
      expect(await server.verifyIdToken(session.idToken)).toMatchObject({ email: emailOf(session.owner) })
    }
  }

  /** A text that was never given out as a refresh token gets nothing, and ends nothing. */
  async function refreshWithForeign(
    session: Session,
    how: (Command & { kind: 'foreign' })['how'],
  ): Promise<void> {
    const latest = session.chain.at(-1) ?? ''
    const token = {
      'made up': 'x'.repeat(64),
      cut: latest.slice(0, -1),
      'access token': session.accessToken,
      digest: createHash('sha256').update(latest).digest('base64'),
    }[how]
    expect(errorOf(await ask(token))).toBe('NotAuthorizedException: Invalid Refresh Token.')
  }

  const isAlive = ({ isOver, until }: Session) => !isOver && server.clock.now() < until

  function endAll({ sessions }: Church, owner: Name): void {
    for (const session of sessions.filter((one) => one.owner === owner)) {
      session.isOver = true
    }
  }

  /** At the end: a living sign-in has one token that nobody has used; an ended one has given its last. */
  async function lookBack({ sessions, reuses }: Church): Promise<void> {
    const { sql } = server.database
    await server.sweep()
    const living = sessions.filter(isAlive)
    expect(await sql.selectFrom('identity_session').selectAll().execute()).toHaveLength(living.length)
    const unused = await sql
      .selectFrom('identity_refresh_token')
      .selectAll()
      .where('rotated', 'is', null)
      .execute()
    expect(new Set(unused.map(({ origin_jti }) => origin_jti)).size).toBe(unused.length)
    expect(unused).toHaveLength(living.length)
    for (const session of sessions) {
      expect((await ask(session.chain.at(-1) ?? '')).AuthenticationResult !== undefined).toBe(
        isAlive(session),
      )
      if (!isAlive(session)) {
        expect(await server.verifyIdToken(session.idToken)).toBeUndefined()
      }
    }
    const told = await sql
      .selectFrom('audit_event')
      .where('kind', '=', 'refresh_token_reused')
      .selectAll()
      .execute()
    expect(told).toHaveLength(reuses)
  }

  const refreshOnce = { kind: 'refresh', pick: 0, back: 0, times: 1 } as const
  /** A stolen token is used after its owner has gone on; and the other way round. */
  const THEFT: Command[] = [
    { kind: 'sign in', who: 'ann' },
    { kind: 'sign in', who: 'ann' },
    refreshOnce,
    refreshOnce,
    { kind: 'wait', milliseconds: GRACE },
    { ...refreshOnce, back: 1 },
    { kind: 'wait', milliseconds: 1000 },
    { ...refreshOnce, back: 2, times: 2 },
    refreshOnce,
    { ...refreshOnce, pick: 1 },
  ]
  /** For two sign-ins; the second time with a token that is an hour old. */
  const SIGNED_OUT: Command[] = [
    { kind: 'sign in', who: 'ann' },
    { kind: 'sign in', who: 'ann' },
    { kind: 'sign out everywhere', pick: 1 },
    { ...refreshOnce, pick: 1 },
    { kind: 'sign in', who: 'ann' },
    ...[1, 2, 3].map(() => ({ kind: 'wait', milliseconds: 20 * MINUTE }) as const),
    { kind: 'sign out everywhere', pick: 0 },
    refreshOnce,
  ]

  test('whichever refresh token comes back, when, and how often, each sign-in has one living chain, and a copy ends it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 24, size: 'max' }), async (commands) => {
        const church = await openChurch()
        for (const asked of commands) {
          await obey(church, asked)
        }
        await lookBack(church)
      }),
      { numRuns: 12, examples: [[THEFT], [SIGNED_OUT]] },
    )
  })
})
