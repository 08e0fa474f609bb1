import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf, RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const NAOMI = { email: 'naomi@example.org', password: 'Bethlehem-Ephrathah-5' }
const REASON = 'Somebody has to feed the sheep.'

eachDatabase((database) => {
  let server: TestCognito

  beforeAll(async () => {
    server = await startCognito(database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  const tokenOf = async ({ email, password }: typeof RUTH) =>
    (await server.signIn(email, password)).AuthenticationResult?.AccessToken ?? ''
  const leave = async (AccessToken: string) => (await server.send('DeleteUser', { AccessToken })).body
  const names = async () => (await server.users.list()).map(({ email }) => email)
  const addNaomi = () => server.users.create({ ...NAOMI, permanent: true, groups: [] })

  test('deletes the account with its sign-ins, and leaves an entry in the audit trail', async () => {
    const { sub } = await addNaomi()
    const { AuthenticationResult: tokens } = await server.signIn(NAOMI.email, NAOMI.password)
    expect(await leave(tokens?.AccessToken ?? '')).toEqual({})
    expect(await names()).toEqual([RUTH.email])
    expect(await server.verifyIdToken(tokens?.IdToken ?? '')).toBeUndefined()
    expect(errorOf(await leave(tokens?.AccessToken ?? ''))).toBe(
      'NotAuthorizedException: Access Token has been revoked',
    )
    expect(errorOf(await server.signIn(NAOMI.email, NAOMI.password))).toBe(
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
    for (const table of ['identity_session', 'identity_refresh_token', 'identity_location'] as const) {
      expect(await sql.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('refuses for the reason that the host gives, and nothing has happened', async () => {
    const token = await tokenOf(RUTH)
    server.refuseDeletion(REASON)
    expect(errorOf(await leave(token))).toBe(`NotAuthorizedException: ${REASON}`)
    expect((await server.send('GetUser', { AccessToken: token })).status).toBe(200)
    server.refuseDeletion(undefined)
    expect(await leave(token)).toEqual({})
    expect(await names()).toEqual([])
  })

  test('asked for twice at the same moment, deletes once', async () => {
    await addNaomi()
    const token = await tokenOf(NAOMI)
    const answers = await Promise.all([leave(token), leave(token)])
    expect(answers.map(({ __type }) => __type).sort()).toEqual(['NotAuthorizedException', undefined])
    expect(await names()).toEqual([RUTH.email])
  })

  test('is not for a token of somebody else, or none', async () => {
    expect(errorOf(await leave('nothing'))).toBe('NotAuthorizedException: Invalid Access Token')
    expect(errorOf((await server.send('DeleteUser', {})).body)).toBe(
      "InvalidParameterException: 1 validation error detected: Value at 'accessToken' failed to satisfy constraint: Member must not be null",
    )
  })
})
