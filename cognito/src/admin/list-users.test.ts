import {
  type CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const USERS = [
  ['adah', 'Ada Lovell', '+34600111001'],
  ['boaz', 'Boaz', '+34600111002'],
  ['edna', 'ÉDNA "the" Reyes', '+34600222001'],
  ['eli', 'Eli_Cruz', '+34611222001'],
  ['naomi', '', ''],
  ['ruth', 'Ruth', ''],
] as const
const MANY = 100_000

eachDatabase((on) => {
  let server: TestCognito
  let operator: CognitoIdentityProviderClient

  beforeAll(async () => {
    server = await startCognito(on)
    operator = operatorClient(server)
    for (const [name, called, phone] of USERS) {
      await server.users.create({
        email: `${name}@example.org`,
        attributes: { ...(called && { name: called }), ...(phone && { phone_number: phone }) },
      })
    }
    await server.users.setEnabled('eli@example.org', false)
    await server.users.setPassword('ruth@example.org', { password: 'Gleaner-in-Moab-7', permanent: true })
  })
  afterAll(() => server.close())

  const list = (more: object = {}) =>
    operator.send(new ListUsersCommand({ UserPoolId: server.ids.userPoolId, ...more }))
  const namesIn = (users: UserType[] = []) =>
    users.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value?.split('@')[0])
  const found = async (Filter: string) => namesIn((await list({ Filter })).Users)

  describe('ListUsers', () => {
    test('pages through everybody once, by address', async () => {
      const seen: unknown[] = []
      let PaginationToken: string | undefined
      do {
        const page = await list({ Limit: 4, PaginationToken })
        seen.push(...namesIn(page.Users))
        PaginationToken = page.PaginationToken
      } while (PaginationToken)
      expect(seen).toEqual(['adah', 'boaz', 'edna', 'eli', 'naomi', 'ruth'])
    })

    test.each([
      ['email = "Boaz@example.org"', ['boaz']],
      ['email ^= "E"', ['edna', 'eli']],
      ['name ^= "éd"', ['edna']],
      ['name = "édna \\"the\\" reyes"', ['edna']],
      ['name ^= "Eli_"', ['eli']],
      ['name ^= "Eli%"', []],
      ['phone_number ^= "+34600"', ['adah', 'boaz', 'edna']],
      ['phone_number = "+34600222001"', ['edna']],
      ['phone_number = "+3460022200"', []],
      ['given_name = "Ruth"', []],
      ['status = "Disabled"', ['eli']],
      ['status = "disabled"', []],
      ['cognito:user_status = "confirmed"', ['ruth']],
      ['cognito:user_status ^= "force"', ['adah', 'boaz', 'edna', 'eli', 'naomi']],
      ['  ', ['adah', 'boaz', 'edna', 'eli', 'naomi', 'ruth']],
    ])('finds by %s', async (filter, names) => {
      expect(await found(filter)).toEqual(names)
    })

    test('finds by id, whole or as it begins', async () => {
      const { Users: [ruth] = [] } = await list({ Filter: 'email = "ruth@example.org"' })
      const sub = ruth?.Username ?? ''
      expect(await found(`sub = "${sub}"`)).toEqual(['ruth'])
      expect(await found(`username ^= "${sub.slice(0, 13)}"`)).toEqual(['ruth'])
      expect(await found('sub ^= "%"')).toEqual([])
    })

    test('sorts what it finds by name as names are, over pages', async () => {
      const Filter = 'name ^= ""'
      const first = await list({ Filter, Limit: 3 })
      expect(namesIn(first.Users)).toEqual(['naomi', 'adah', 'boaz'])
      const rest = await list({ Filter, PaginationToken: first.PaginationToken })
      expect(namesIn(rest.Users)).toEqual(['eli', 'ruth', 'edna'])
      expect(rest.PaginationToken).toBeUndefined()
    })

    test('answers with no more attributes than are asked for', async () => {
      const { Users } = await list({ AttributesToGet: ['phone_number'], Limit: 1 })
      expect(Users?.[0]?.Attributes).toEqual([{ Name: 'phone_number', Value: '+34600111001' }])
    })

    test('refuses what it does not know', async () => {
      await expect(list({ Filter: 'address = "x"' })).rejects.toMatchObject({
        name: 'InvalidParameterException',
        message: 'Invalid search attribute: address',
      })
      for (const Filter of ['email', 'email > "x"', 'email = x', 'email = "x" or name = "y"']) {
        await expect(list({ Filter })).rejects.toMatchObject({ message: 'Error while parsing filter.' })
      }
      const { PaginationToken = '' } = await list({ Limit: 1 })
      for (const more of [
        { PaginationToken: 'x' },
        { PaginationToken: PaginationToken.replace(/^.{4}/, 'AAAA') },
        { PaginationToken, Filter: 'email ^= "a"' },
      ]) {
        await expect(list(more)).rejects.toMatchObject({ message: 'Invalid pagination token.' })
      }
      await expect(list({ Limit: 61 })).rejects.toMatchObject({ name: 'InvalidParameterException' })
    })

    test('reads an index of a hundred thousand users, and sorts nothing', async () => {
      const plan = async (where: string, order: string) => {
        const query = `select * from identity_user where ${where} order by ${order} limit 61`
        const explain = on.name === 'SQLite' ? 'explain query plan ' : 'explain '
        return JSON.stringify((await sql.raw(explain + query).execute(server.database.sql)).rows)
      }
      const row = (n: string) =>
        `'s-' || ${n}, 'p' || ${n} || '@example.org', 'CONFIRMED', 1, '', '{}', '[]', 'p' || ${n}, 0, 0`
      await sql
        .raw(
          `insert into identity_user (sub, email, status, enabled, encrypted_verifier, attributes, group_names, name_key, created, updated)
           with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${MANY})
           select ${row('n')} from counter`,
        )
        .execute(server.database.sql)
      await sql.raw('analyze').execute(server.database.sql)
      for (const text of [
        await plan(`(email) > ('p5')`, 'email'),
        await plan(`email >= 'p77' and email < 'p77~' and (email) > ('p775')`, 'email'),
        await plan(
          `name_key >= 'p' and name_key < 'p~' and (name_key, email) > ('p5', 'p5')`,
          'name_key, email',
        ),
      ]) {
        expect(text).toMatch(/index/i)
        expect(text).not.toMatch(/"Sort|TEMP B-TREE|Seq Scan|SCAN identity_user"/)
      }
      expect((await list({ Filter: 'name ^= "p9999"' })).Users).toHaveLength(11)
    })
  })
})
