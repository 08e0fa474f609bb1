import { afterEach, beforeEach, expect, test } from 'vitest'
import { cognitoCall } from '../testing/cognito-call.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const NAOMI = 'naomi@vestry.test'
const LAST = {
  __type: 'NotAuthorizedException',
  message: 'You are the last administrator: make somebody else one before you delete your account.',
}

eachDatabase((on) => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer({ database: on })
  })
  afterEach(() => server.destroy())

  const accessTokenOf = (person: typeof ADA) =>
    signInByPassword(server.app.http, server.app.identity.ids.userPoolClientId, person, 'AccessToken')

  async function deleteAccount(AccessToken: string) {
    const { http } = server.app
    return (await http.inject({ url: '/cognito-idp/', ...cognitoCall('DeleteUser', { AccessToken }) })).json()
  }

  const emails = async () => (await server.app.identity.users.list()).map(({ email }) => email)

  test('an administrator deletes the own account while another one stays', async () => {
    const naomi = await server.addPerson(NAOMI, ['Admins'])
    expect(await deleteAccount(await accessTokenOf(ADA))).toEqual({})
    expect(await emails()).toEqual([NAOMI])
    expect(await deleteAccount(await accessTokenOf(naomi))).toMatchObject(LAST)
  })

  test('a teacher deletes the own account beside the only administrator', async () => {
    const naomi = await server.addPerson(NAOMI, ['Teachers'])
    expect(await deleteAccount(await accessTokenOf(naomi))).toEqual({})
    expect(await emails()).toEqual([ADA.email])
  })

  test.each([
    ['nobody else', async () => undefined],
    ['a teacher', () => server.addPerson(NAOMI, ['Teachers'])],
    [
      'an administrator who is disabled',
      async () => {
        await server.addPerson(NAOMI, ['Admins'])
        await server.app.identity.users.setEnabled(NAOMI, false)
      },
    ],
    [
      'an administrator who has still to choose a password',
      () => server.app.identity.users.create({ email: NAOMI, groups: ['Admins'] }),
    ],
  ] as [string, () => Promise<unknown>][])(
    'the last administrator can not delete the own account beside %s',
    async (_who, prepare) => {
      await prepare()
      expect(await deleteAccount(await accessTokenOf(ADA))).toMatchObject(LAST)
      expect(await emails()).toContain(ADA.email)
      expect(await server.ask('GET /staff')).toBeDefined()
    },
  )

  test('of two administrators who delete their accounts at the same moment one goes', async () => {
    const naomi = await server.addPerson(NAOMI, ['Admins'])
    const tokens = [await accessTokenOf(ADA), await accessTokenOf(naomi)]
    const answers = await Promise.all(tokens.map(deleteAccount))
    expect(answers).toContainEqual({})
    expect(answers).toContainEqual(expect.objectContaining(LAST))
    expect(await emails()).toHaveLength(1)
  })
})
