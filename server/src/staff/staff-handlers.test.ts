import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cognitoCall } from '../testing/cognito-call.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

eachDatabase((on) => {
  const DAY = 24 * 60 * 60_000
  const OWN = 'Gleaner-in-Moab-7'

  let server: TestServer
  let ada: string

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    const { results } = await server.ask('GET /staff')
    ada = results[0]?.sub ?? ''
  })
  afterAll(() => server.destroy())

  async function invite(name: string, groups: string[] = ['Teachers'], language = 'en') {
    const email = `${name.toLowerCase()}@vestry.test`
    return await server.ask('POST /staff', { body: { email, name, language, groups } })
  }

  /** The temporary password in the latest email to somebody. */
  async function temporaryPassword(email: string): Promise<string> {
    const text = (await server.emails()).findLast((sent) => sent.includes(`To: ${email}`)) ?? ''
    return (
      /(?:Temporary password|Contrase=C3=B1a temporal|Contraseña temporal): (\S+)/.exec(text)?.[1] ?? text
    )
  }

  /** The code in an email to somebody, once the email is there; no response waits for emails. */
  async function codeFor(email: string): Promise<string | undefined> {
    for (let attempts = 0; attempts < 3000; attempts += 1) {
      for (const text of await server.emails()) {
        const code = text.includes(`To: ${email}`) && /^ {4}(\d{6,8})\r?$/m.exec(text)?.[1]
        if (code) {
          return code
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return undefined
  }

  async function call(action: string, body: object) {
    const { http, identity } = server.app
    const sent = cognitoCall(action, { ClientId: identity.ids.userPoolClientId, ...body })
    return (await http.inject({ url: '/cognito-idp/', ...sent })).json()
  }

  const signIn = (USERNAME: string, PASSWORD: string) =>
    call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } })

  /** Somebody who was invited and has chosen a password, with their identity token. */
  async function comeIn(name: string, groups?: string[]) {
    const person = await invite(name, groups)
    const { Session } = await signIn(person.email, await temporaryPassword(person.email))
    const { AuthenticationResult } = await call('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: person.email, NEW_PASSWORD: OWN },
    })
    return { ...person, token: AuthenticationResult.IdToken as string }
  }

  const asks = async (token: string, path = 'GET /categories') =>
    (await server.tryCall(path, { token })).status
  const find = (sub: string) => server.ask('GET /staff/person', { query: { sub } })

  /** Makes a call while no email can be written. */
  async function withoutOutbox<Result>(work: () => Promise<Result>): Promise<Result> {
    const outbox = join(server.dataFolder, 'outbox')
    await mkdir(outbox, { recursive: true })
    await rename(outbox, `${outbox}-away`)
    await writeFile(outbox, '')
    try {
      return await work()
    } finally {
      await rm(outbox)
      await rename(`${outbox}-away`, outbox)
    }
  }

  /** Makes a call while nobody can be put into a group. */
  async function withoutJoining<Result>(work: () => Promise<Result>): Promise<Result> {
    const { http } = server.app
    const answer = http.inject.bind(http) as unknown as (given: never) => Promise<never>
    const inject = vi.spyOn(http, 'inject').mockImplementation((async (given: never) => {
      const { headers } = given as { headers?: Record<string, string> }
      if (headers?.['x-amz-target']?.endsWith('AdminAddUserToGroup')) {
        throw Object.assign(new Error('The line broke.'), { code: 'ECONNRESET' })
      }
      return await answer(given)
    }) as never)
    return await work().finally(() => inject.mockRestore())
  }

  test('whoever is invited gets an email with a password that is valid for seven days', async () => {
    const person = await invite('Boaz', ['Teachers'], 'es')
    expect(person).toMatchObject({
      email: 'boaz@vestry.test',
      name: 'Boaz',
      language: 'es',
      groups: ['Teachers'],
      enabled: true,
      status: 'invited',
      invited_until: server.clock.now() + 7 * DAY,
      second_factors: [],
    })
    const email = (await server.emails()).findLast((text) => text.includes('To: boaz@vestry.test')) ?? ''
    expect(email).toContain('Vestry')
    expect((await signIn(person.email, await temporaryPassword(person.email))).ChallengeName).toBe(
      'NEW_PASSWORD_REQUIRED',
    )
  })

  test('whoever invites sees a new temporary password each time where the server sends no emails', async () => {
    const person = await invite('Keturah')
    const { temporary_password: first } = person
    expect(first).toBe(await temporaryPassword(person.email))
    const again = await server.ask('POST /staff/invitation', { body: { sub: person.sub } })
    expect(again.message).toBe('There is a new temporary password.')
    expect(again.temporary_password).toBe(await temporaryPassword(person.email))
    expect(again.temporary_password).not.toBe(first)
    const answer = await signIn(person.email, again.temporary_password ?? '')
    expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  })

  test('an invitation greets by name, and says who invites and for which church', async () => {
    const settings = { VESTRY_CHURCH_NAME: 'St Mary & All Saints' }
    const other = await startTestServer({ settings })
    try {
      const body = { email: 'ruth@vestry.test', name: 'Ruth', groups: ['Teachers'] }
      await other.ask('POST /staff', { body: { ...body, language: 'en' } })
      const [email = ''] = await other.emails()
      expect(email).toContain('Subject: You are invited to Vestry at St Mary & All Saints')
      expect(email).toContain('Hello Ruth,')
      const text = email.replaceAll(/=\r?\n/g, '')
      expect(text).toContain('ada@vestry.test has created an account for you in Vestry')
      expect(text).toContain('St Mary & All Saints publishes its sermons')
    } finally {
      await other.destroy()
    }
  })

  test('an invitation whose email can not be sent leaves the user with their groups, and an entry in the audit trail', async () => {
    const email = 'peninnah@vestry.test'
    const body = { email, name: 'Peninnah', language: 'en', groups: ['Admins'] }
    const refused = await withoutOutbox(() => server.tryCall('POST /staff', { body }))
    expect(refused).toMatchObject({ status: 503, body: { error: 'not_sent' } })
    expect(refused.body.message).toContain('Choose "Resend invitation"')
    const { results } = await server.ask('GET /staff', { query: { search: email } })
    expect(results).toMatchObject([{ email, name: 'Peninnah', groups: ['Admins'], status: 'invited' }])
    const trail = await server.ask('GET /audit', { query: { person: email } })
    expect(trail.results).toMatchObject([{ kind: 'staff_added', actor: 'ada@vestry.test', detail: 'Admins' }])
    await server.ask('POST /staff/invitation', { body: { sub: results[0]?.sub } })
    expect(await signIn(email, await temporaryPassword(email))).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    })
    await server.ask('DELETE /staff', { query: { sub: results[0]?.sub } })
  })

  test('an invitation that is sent again brings another password, and seven days more', async () => {
    const person = await invite('Obed')
    const first = await temporaryPassword(person.email)
    server.clock.advance(20 * 60_000)
    await server.ask('POST /staff/invitation', { body: { sub: person.sub } })
    expect((await find(person.sub)).invited_until).toBe(server.clock.now() + 7 * DAY)
    expect((await signIn(person.email, first)).__type).toBe('NotAuthorizedException')
    expect(await temporaryPassword(person.email)).not.toBe(first)
  })

  test('an invitation that could not be sent again is in the audit trail, for the earlier password is replaced', async () => {
    const { sub, email } = await invite('Chilion')
    const first = await temporaryPassword(email)
    const refused = await withoutOutbox(() => server.tryCall('POST /staff/invitation', { body: { sub } }))
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect((await signIn(email, first)).__type).toBe('NotAuthorizedException')
    const { results } = await server.ask('GET /audit', {
      query: { person: email, kind: 'staff_invited_again' },
    })
    expect(results).toMatchObject([{ actor: 'ada@vestry.test', subject: email }])
  })

  test('the list comes page after page, and finds the beginnings of addresses and of names, each person once', async () => {
    await invite('Tirzah')
    await server.ask('POST /staff', {
      body: { email: 'zilpah@vestry.test', name: 'Tirza "the second" \\ Bloom', language: 'en', groups: [] },
    })
    const everybody = await server.ask('GET /staff')
    const emails: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(after && { after }) })
      expect(page.results.length).toBeLessThanOrEqual(2)
      emails.push(...page.results.map(({ email }) => email))
      after = page.next
    } while (after)
    expect(emails).toEqual(everybody.results.map(({ email }) => email))
    expect(emails).toHaveLength(new Set(emails).size)
    const found = async (search: string, limit = 20) =>
      (await list({ search, limit })).results.map(({ email }) => email)
    expect(await found('tirza')).toEqual(['tirzah@vestry.test', 'zilpah@vestry.test'])
    expect(await found('ZILPAH@')).toEqual(['zilpah@vestry.test'])
    expect(await found('Tirza "the second" \\')).toEqual(['zilpah@vestry.test'])
    expect(await found('irza')).toEqual([])
    const { next } = await list({ search: 'tirza', limit: 1 })
    expect((await server.tryCall('GET /staff', { query: { after: next } })).status).toBe(400)

    function list(query: Record<string, unknown>) {
      return server.ask('GET /staff', { query })
    }
  })

  test('a list of twenty users costs four calls to the pool, and one while the groups are remembered', async () => {
    for (let index = 0; index < 20; index += 1) {
      await server.addPerson(`levite-${index}@vestry.test`, ['Teachers'])
    }
    const { http } = server.app
    const inject = vi.spyOn(http, 'inject')
    const poolCalls = () =>
      inject.mock.calls.flatMap((given: unknown[]) => {
        const [{ url, headers }] = given as [{ url: string; headers: Record<string, string> }]
        return url === '/cognito-idp/' ? (headers['x-amz-target']?.split('.')[1] ?? '') : []
      })
    const search = 'levite-'
    const { results } = await server.ask('GET /staff', { query: { search } })
    expect(results.map(({ groups }) => groups)).toEqual(Array(20).fill(['Teachers']))
    expect(poolCalls().toSorted()).toEqual([
      'ListGroups',
      'ListUsers',
      'ListUsersInGroup',
      'ListUsersInGroup',
    ])
    inject.mockClear()
    await server.ask('GET /staff', { query: { search } })
    expect(poolCalls()).toEqual(['ListUsers'])
    inject.mockClear()
    await server.ask('PUT /staff/enabled', { body: { sub: results[0]?.sub, enabled: false } })
    await server.ask('GET /staff', { query: { search } })
    expect(poolCalls()).toContain('ListUsersInGroup')
    inject.mockRestore()
  })

  test('who joins Admins administers at once, and who leaves them no longer does', async () => {
    const ruth = await comeIn('Ruth')
    expect(await asks(ruth.token, 'GET /staff')).toBe(403)
    const change = { sub: ruth.sub, name: 'Ruth Okafor', language: 'es' }
    const promoted = await server.ask('PUT /staff', {
      body: { ...change, version: ruth.version, groups: ['Teachers', 'Admins'] },
    })
    expect(promoted).toMatchObject({ name: 'Ruth Okafor', language: 'es', groups: ['Admins', 'Teachers'] })
    expect(await asks(ruth.token, 'GET /staff')).toBe(200)
    await server.ask('PUT /staff', { body: { ...change, version: promoted.version, groups: [] } })
    expect(await asks(ruth.token, 'GET /staff')).toBe(403)
    expect((await find(ruth.sub)).groups).toEqual([])
  })

  test('a change of groups that breaks off is in the audit trail as far as it went', async () => {
    const { sub, email, name, language } = await invite('Mahlon')
    const body = { sub, name, language, groups: ['Admins'] }
    const refused = await withoutJoining(() => server.tryCall('PUT /staff', { body }))
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect((await find(sub)).groups).toEqual([])
    await server.ask('PUT /staff', { body })
    const { results } = await server.ask('GET /audit', {
      query: { person: email, kind: 'staff_groups_changed' },
    })
    expect(results.map(({ detail }) => detail)).toEqual(['– → Admins', 'Teachers → –'])
  })

  test('an invitation that breaks off before a group is joined is in the audit trail with the groups that took them', async () => {
    const body = { email: 'huldah@vestry.test', name: 'Huldah', language: 'en', groups: ['Teachers'] }
    const refused = await withoutJoining(() => server.tryCall('POST /staff', { body }))
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    const trail = await server.ask('GET /audit', { query: { person: 'huldah@vestry.test' } })
    expect(trail.results).toMatchObject([{ kind: 'staff_added', actor: 'ada@vestry.test', detail: '–' }])
  })

  test('a group in another spelling is refused with a hint, and nothing is changed', async () => {
    const person = await invite('Mara')
    const refused = await server.tryCall('PUT /staff', {
      body: { sub: person.sub, name: 'Other', language: 'en', groups: ['teachers'] },
    })
    expect(refused.body).toEqual({
      error: 'unknown_group',
      message: 'There is no group teachers here. Did you mean Teachers? Upper and lower case matter.',
      field: 'groups',
    })
    expect((await find(person.sub)).name).toBe('Mara')
  })

  test('whoever is disabled is out at once, and comes in again once enabled', async () => {
    const { sub, email, token } = await comeIn('Jael')
    expect(await asks(token)).toBe(200)
    await server.ask('PUT /staff/enabled', { body: { sub, enabled: false } })
    expect(await asks(token)).toBe(401)
    expect((await signIn(email, OWN)).__type).toBe('NotAuthorizedException')
    await server.ask('PUT /staff/enabled', { body: { sub, enabled: true } })
    expect((await signIn(email, OWN)).AuthenticationResult).toBeDefined()
  })

  test('a password that is reset ends the sign-ins, and a code of an email sets another', async () => {
    const { sub, email, token } = await comeIn('Lois')
    await server.ask('POST /staff/password-reset', { body: { sub } })
    expect(await asks(token)).toBe(401)
    expect((await find(sub)).status).toBe('must_reset')
    expect((await signIn(email, OWN)).__type).toBe('PasswordResetRequiredException')
    const ConfirmationCode = await codeFor(email)
    await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: `${OWN}!` })
    expect((await signIn(email, `${OWN}!`)).AuthenticationResult).toBeDefined()
  })

  test('a second factor that is reset is asked for no more, and the sign-ins end', async () => {
    const { sub, email } = await comeIn('Dinah')
    const { AuthenticationResult } = await signIn(email, OWN)
    await call('SetUserMFAPreference', {
      AccessToken: AuthenticationResult.AccessToken,
      EmailMfaSettings: { Enabled: true, PreferredMfa: true },
    })
    expect((await find(sub)).second_factors).toEqual(['email'])
    expect((await signIn(email, OWN)).ChallengeName).toBe('EMAIL_OTP')
    await server.ask('POST /staff/second-factor-reset', { body: { sub } })
    expect(await asks(AuthenticationResult.IdToken)).toBe(401)
    expect((await find(sub)).second_factors).toEqual([])
    expect((await signIn(email, OWN)).AuthenticationResult).toBeDefined()
  })

  test('whoever is signed out everywhere signs in again with the same password', async () => {
    const { sub, email, token } = await comeIn('Anna')
    await server.ask('POST /staff/sign-out', { body: { sub } })
    expect(await asks(token)).toBe(401)
    expect((await signIn(email, OWN)).AuthenticationResult).toBeDefined()
  })

  test('nobody who has still to choose a password counts as an administrator', async () => {
    const invited = await invite('Hannah', ['Admins'])
    const leave = { sub: ada, name: 'Ada', language: 'en', groups: [] }
    expect((await server.tryCall('PUT /staff', { body: leave })).body.error).toBe('last_administrator')
    expect((await find(ada)).groups).toEqual(['Admins'])
    await server.ask('DELETE /staff', { query: { sub: invited.sub } })
  })

  // On PostgreSQL either of them may come first: see two-processes.test.ts.
  if (on.name === 'SQLite') {
    test('two administrators who do it to each other at once leave one of them', async () => {
      for (const [name, how] of [
        ['Eunice', (sub: string) => ['PUT /staff/enabled', { body: { sub, enabled: false } }] as const],
        ['Junia', (sub: string) => ['POST /staff/password-reset', { body: { sub } }] as const],
        ['Phoebe', (sub: string) => ['DELETE /staff', { query: { sub } }] as const],
        [
          'Lydia',
          (sub: string) =>
            ['PUT /staff', { body: { sub, name: 'Demoted', language: 'en', groups: [] } }] as const,
        ],
      ] as const) {
        const other = await comeIn(name, ['Admins'])
        const [toHer, toAda] = [how(other.sub), how(ada)]
        const answers = await Promise.all([
          server.tryCall(toHer[0], toHer[1]),
          server.tryCall(toAda[0], { ...toAda[1], token: other.token }),
        ])
        expect(answers[0].status).toBe(200)
        // Who is out before the call is looked at is refused as a stranger, or as a teacher.
        expect(['last_administrator', 'not_signed_in', 'forbidden']).toContain(answers[1].body.error)
        expect(await find(ada)).toMatchObject({ enabled: true, groups: ['Admins'] })
      }
    })
  }

  test('the audit trail names the person who did it, once, and never a password', async () => {
    const deborah = await invite('Deborah')
    const { sub } = deborah
    const body = { sub, name: 'Deborah Judge', language: 'en', groups: ['Admins'] }
    await server.ask('PUT /staff', { body })
    await server.ask('POST /staff/invitation', { body: { sub } })
    await server.ask('PUT /staff/enabled', { body: { sub, enabled: false } })
    await server.ask('DELETE /staff', { query: { sub } })
    const { results } = await server.ask('GET /audit', { query: { person: 'deborah@vestry.test' } })
    expect(results.map(({ kind, actor, subject, detail }) => [kind, actor, subject, detail])).toEqual([
      ['staff_removed', 'ada@vestry.test', 'deborah@vestry.test', null],
      ['staff_disabled', 'ada@vestry.test', 'deborah@vestry.test', null],
      ['staff_invited_again', 'ada@vestry.test', 'deborah@vestry.test', null],
      ['staff_changed', 'ada@vestry.test', 'deborah@vestry.test', 'name'],
      ['staff_groups_changed', 'ada@vestry.test', 'deborah@vestry.test', 'Teachers → Admins'],
      ['staff_added', 'ada@vestry.test', 'deborah@vestry.test', 'Teachers'],
    ])
    expect(results.every(({ address }) => address === '127.0.0.1')).toBe(true)
  })
})
