import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flawOf, RUTH, startIdentity, type TestIdentity } from '../testing/start-identity.ts'
import { eachDatabase } from '../testing/test-database.ts'

const NAOMI = { email: 'naomi@example.org', password: 'Bethlehem-Ephrathah-5' }
const LAST =
  'NotAuthorizedException: You are the last administrator: make somebody else one before you delete your account.'

eachDatabase((database) => {
  let server: TestIdentity

  beforeAll(async () => {
    server = await startIdentity(database)
  })
  beforeEach(() => server.startAnew())
  afterAll(() => server.close())

  const tokenOf = async ({ email, password }: typeof RUTH) =>
    (await server.signIn(email, password)).AuthenticationResult?.AccessToken ?? ''
  const leave = async (AccessToken: string) => (await server.send('DeleteUser', { AccessToken })).body
  const names = async () => (await server.staff.list()).map(({ email }) => email)
  const add = (groups: string[], permanent = true) => server.staff.create({ ...NAOMI, permanent, groups })

  test('deletes the account with its sign-ins, and leaves an entry in the audit trail', async () => {
    const { sub } = await add([])
    const { AuthenticationResult: tokens } = await server.signIn(NAOMI.email, NAOMI.password)
    expect(await leave(tokens?.AccessToken ?? '')).toEqual({})
    expect(await names()).toEqual([RUTH.email])
    expect(await server.verifyIdToken(tokens?.IdToken ?? '')).toBeUndefined()
    expect(flawOf(await leave(tokens?.AccessToken ?? ''))).toBe(
      'NotAuthorizedException: Access Token has been revoked',
    )
    expect(flawOf(await server.signIn(NAOMI.email, NAOMI.password))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
    const { sql } = server.database
    const entries = await sql
      .selectFrom('audit_event')
      .selectAll()
      .where('kind', '=', 'account_deleted')
      .execute()
    expect(entries).toMatchObject([
      { actor: sub, actor_name: NAOMI.email, subject: sub, subject_name: NAOMI.email, address: '127.0.0.1' },
    ])
    for (const table of ['identity_family', 'identity_refresh_token', 'identity_place'] as const) {
      expect(await sql.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('lets an administrator go while another one stays', async () => {
    await add(['Admins'])
    expect(await leave(await tokenOf(RUTH))).toEqual({})
    expect(await names()).toEqual([NAOMI.email])
    expect(flawOf(await leave(await tokenOf(NAOMI)))).toBe(LAST)
  })

  test.each([
    ['nobody else', async () => undefined],
    ['a teacher', () => add(['Teachers'])],
    [
      'an administrator who is disabled',
      async () => {
        await add(['Admins'])
        await server.staff.setEnabled(NAOMI.email, false)
      },
    ],
    ['an administrator who has still to choose a password', () => add(['Admins'], false)],
  ] as [string, () => Promise<unknown>][])(
    'refuses the last administrator beside %s',
    async (_who, prepare) => {
      await prepare()
      const token = await tokenOf(RUTH)
      expect(flawOf(await leave(token))).toBe(LAST)
      expect(await names()).toContain(RUTH.email)
      expect((await server.send('GetUser', { AccessToken: token })).status).toBe(200)
    },
  )

  test('of two administrators who leave at the same moment lets one go', async () => {
    for (let round = 0; round < 5; round += 1) {
      await add(['Admins'])
      const tokens = [await tokenOf(RUTH), await tokenOf(NAOMI)]
      const answers = await Promise.all(tokens.map(leave))
      expect(answers.filter((answer) => Object.keys(answer).length === 0)).toHaveLength(1)
      expect(answers.filter(({ __type }) => __type !== undefined).map(flawOf)).toEqual([LAST])
      expect(await names()).toHaveLength(1)
      await server.startAnew()
    }
  })

  test('asked for twice at the same moment, deletes once', async () => {
    await add(['Admins'])
    const token = await tokenOf(NAOMI)
    const answers = await Promise.all([leave(token), leave(token)])
    expect(answers.map(({ __type }) => __type).sort()).toEqual(['NotAuthorizedException', undefined])
    expect(await names()).toEqual([RUTH.email])
  })

  test('is not for a token of somebody else, or none', async () => {
    expect(flawOf(await leave('nothing'))).toBe('NotAuthorizedException: Invalid Access Token')
    expect(flawOf((await server.send('DeleteUser', {})).body)).toBe(
      "InvalidParameterException: 1 validation error detected: Value at 'accessToken' failed to satisfy constraint: Member must not be null",
    )
  })
})
