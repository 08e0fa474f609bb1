import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { cognitoCall } from '../testing/cognito-call.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { buildSecondApp } from '../testing/second-app.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

eachDatabase((on) => {
  const apps: App[] = []
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    // SQLite has one process only, in which the two meet.
    apps.push(server.app, on.name === 'PostgreSQL' ? await buildSecondApp(server) : server.app)
  })
  afterAll(async () => {
    if (apps[1] !== server.app) {
      await apps[1]?.close()
    }
    await server.destroy()
  })

  test('two administrators who demote each other by two processes leave at least one', async () => {
    const { users, ids } = server.app.identity
    const naomi = await server.addPerson('naomi@vestry.test', ['Admins'])
    const people = await users.list()
    const subOf = (email: string) => people.find((person) => person.email === email)?.sub
    const tokens = [
      await signInByPassword(server.app.http, ids.userPoolClientId, ADA),
      await signInByPassword(server.app.http, ids.userPoolClientId, naomi),
    ]
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        [naomi.email, ADA.email].map((email, index) =>
          apps[index]?.http.inject({
            method: 'PUT',
            url: '/api/staff',
            headers: { authorization: `Bearer ${tokens[index]}` },
            payload: { sub: subOf(email), name: 'Demoted', language: 'en', groups: [] },
          }),
        ),
      )
      const left = (await users.list()).filter(({ groups }) => groups.includes('Admins'))
      expect(left.length).toBeGreaterThanOrEqual(1)
      const statuses = answers.map((answer) => answer?.statusCode).toSorted()
      expect([
        [200, 409],
        [409, 409],
        [200, 403],
      ]).toContainEqual(statuses)
      await users.setGroups(ADA.email, ['Admins'])
      await users.setGroups(naomi.email, ['Admins'])
    }
  })

  test('an administrator who deletes the own account while it demotes the other leaves at least one', async () => {
    const { users, ids } = server.app.identity
    for (let round = 0; round < 4; round += 1) {
      const naomi = await server.addPerson(`naomi-${round}@vestry.test`, ['Admins'])
      for (const { email, groups } of await users.list()) {
        if (groups.includes('Admins') && email !== naomi.email && email !== ADA.email) {
          await users.setGroups(email, [])
        }
      }
      await users.setGroups(ADA.email, ['Admins'])
      const ada = (await users.list()).find(({ email }) => email === ADA.email)?.sub
      const [idToken, accessToken] = await Promise.all([
        signInByPassword(server.app.http, ids.userPoolClientId, naomi),
        signInByPassword(server.app.http, ids.userPoolClientId, naomi, 'AccessToken'),
      ])
      const [demoted, deleted] = await Promise.all([
        apps[0]?.http.inject({
          method: 'PUT',
          url: '/api/staff',
          headers: { authorization: `Bearer ${idToken}` },
          payload: { sub: ada, name: 'Demoted', language: 'en', groups: [] },
        }),
        apps[1]?.http.inject({
          url: '/cognito-idp/',
          ...cognitoCall('DeleteUser', { AccessToken: accessToken }),
        }),
      ])
      const left = (await users.list()).filter(({ groups }) => groups.includes('Admins'))
      expect(left).toHaveLength(1)
      expect([
        [200, 400],
        [409, 200],
        [401, 200],
      ]).toContainEqual([demoted?.statusCode, deleted?.statusCode])
    }
  })
})
