import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RUTH } from '../testing/start-cognito.ts'
import { startOAuth, type TestOAuth } from '../testing/start-oauth.ts'
import { eachDatabase } from '../testing/test-database.ts'

eachDatabase((database) => {
  let server: TestOAuth
  beforeAll(async () => {
    server = await startOAuth({}, database)
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  const sessionsLeft = () => server.database.sql.selectFrom('identity_session').selectAll().execute()

  test('a sign-in that ends while it is handed over gives out no code', async () => {
    const browser = server.browser()
    await browser.signIn()
    const asked = browser.requestIn(await browser.go(server.authorizePath()))
    server.beforeNextWrite(() => browser.signOut())
    expect((await browser.accept(asked)).body).toMatchObject({ error: 'login_required' })
  })

  test('a code gives out nothing when its sign-in ends while it is redeemed', async () => {
    const browser = server.browser()
    const code = await server.codeFrom(browser)
    server.beforeNextWrite(() => browser.signOut())
    expect((await server.redeem(code)).body.error).toBe('invalid_grant')
    expect(await sessionsLeft()).toEqual([])
  })

  test('a code gives out nothing when its owner is disabled while it is redeemed', async () => {
    const code = await server.codeFrom(server.browser())
    server.beforeNextWrite(() => server.users.setEnabled(RUTH.email, false))
    expect((await server.redeem(code)).body.error).toBe('invalid_grant')
    expect(await sessionsLeft()).toEqual([])
  })

  test('no session is left of a code that is redeemed at once with a sign-out everywhere', async () => {
    for (let round = 0; round < 10; round += 1) {
      const browser = server.browser()
      const code = await server.codeFrom(browser)
      const [{ status }] = await Promise.all([server.redeem(code), browser.signOut()])
      expect([200, 400]).toContain(status)
      expect(await sessionsLeft()).toEqual([])
    }
  })

  test('a code that is redeemed at once with the removal of its owner is taken or refused, never a failure', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await server.codeFrom(server.browser())
      const [{ status }] = await Promise.all([server.redeem(code), server.users.remove(RUTH.email)])
      expect([200, 400]).toContain(status)
      await server.addRuth()
    }
  })
})
