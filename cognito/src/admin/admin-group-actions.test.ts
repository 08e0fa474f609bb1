import type { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorClient } from '../testing/operator-client.ts'
import { RUTH, startCognito, type TestCognito } from '../testing/start-cognito.ts'
import { eachDatabase } from '../testing/test-database.ts'

const UNKNOWN = { name: 'ResourceNotFoundException', message: 'Group not found.' }

eachDatabase((on) => {
  let server: TestCognito
  let pool: CognitoIdentityProvider
  let of: { UserPoolId: string }

  beforeAll(async () => {
    server = await startCognito(on)
    of = { UserPoolId: server.ids.userPoolId }
  })
  beforeEach(async () => {
    await server.reset()
    await server.database.sql
      .deleteFrom('identity_group')
      .where('name', 'not in', ['Admins', 'Teachers'])
      .execute()
    pool = operatorClient(server)
  })
  afterAll(() => server.close())

  const put = (GroupName: string, Username = RUTH.email) =>
    pool.adminAddUserToGroup({ ...of, Username, GroupName })
  const take = (GroupName: string, Username = RUTH.email) =>
    pool.adminRemoveUserFromGroup({ ...of, Username, GroupName })
  const groupsOfRuth = async () =>
    (await pool.adminListGroupsForUser({ ...of, Username: RUTH.email })).Groups?.map(
      ({ GroupName }) => GroupName,
    )
  const groupsInToken = async () => {
    const { IdToken } = await server.signedIn()
    const [, claims = ''] = IdToken.split('.')
    return JSON.parse(Buffer.from(claims, 'base64url').toString())['cognito:groups']
  }

  /** Waits until a call waits for a row that a transaction holds; on SQLite the call waits for its end anyway. */
  async function untilOneWaits() {
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while (on.name === 'PostgreSQL' && (await waiting.execute(server.database.sql)).rows.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  describe('Groups', () => {
    test('are made, shown, changed and removed', async () => {
      const made = await pool.createGroup({
        ...of,
        GroupName: 'Choir',
        Description: 'They sing',
        Precedence: 5,
      })
      expect(made.Group).toMatchObject({ GroupName: 'Choir', Description: 'They sing', Precedence: 5 })
      await expect(pool.createGroup({ ...of, GroupName: 'Choir' })).rejects.toMatchObject({
        name: 'GroupExistsException',
        message: 'A group with the name already exists.',
      })
      await pool.updateGroup({ ...of, GroupName: 'Choir', Precedence: 3 })
      expect((await pool.getGroup({ ...of, GroupName: 'Choir' })).Group).toMatchObject({
        Description: 'They sing',
        Precedence: 3,
      })
      await pool.deleteGroup({ ...of, GroupName: 'Choir' })
      await expect(pool.getGroup({ ...of, GroupName: 'Choir' })).rejects.toMatchObject(UNKNOWN)
      await expect(pool.updateGroup({ ...of, GroupName: 'Choir' })).rejects.toMatchObject(UNKNOWN)
      await expect(pool.deleteGroup({ ...of, GroupName: 'Choir' })).rejects.toMatchObject(UNKNOWN)
    })

    test('keep the role that they are made with, until another is named', async () => {
      const choir = { ...of, GroupName: 'Choir' }
      const RoleArn = 'arn:aws:iam::123456789012:role/choir'
      const other = 'arn:aws:iam::123456789012:role/singers'
      expect((await pool.createGroup({ ...choir, RoleArn })).Group).toMatchObject({ RoleArn })
      await pool.updateGroup({ ...choir, Description: 'They sing' })
      expect((await pool.getGroup(choir)).Group).toMatchObject({ RoleArn })
      await pool.updateGroup({ ...choir, RoleArn: other })
      await put('Choir')
      const { Groups: all } = await pool.listGroups(of)
      expect(all?.find(({ GroupName }) => GroupName === 'Choir')?.RoleArn).toBe(other)
      const { Groups: hers } = await pool.adminListGroupsForUser({ ...of, Username: RUTH.email })
      expect(hers?.find(({ GroupName }) => GroupName === 'Choir')?.RoleArn).toBe(other)
      await expect(pool.updateGroup({ ...choir, RoleArn: 'the choir, surely' })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      })
      await pool.deleteGroup(choir)
    })

    test('are listed page by page', async () => {
      const first = await pool.listGroups({ ...of, Limit: 1 })
      expect(first.Groups?.map(({ GroupName }) => GroupName)).toEqual(['Admins'])
      const second = await pool.listGroups({ ...of, Limit: 1, NextToken: first.NextToken })
      expect(second.Groups?.map(({ GroupName }) => GroupName)).toEqual(['Teachers'])
      expect(second.NextToken).toBeUndefined()
      await expect(
        pool.listUsersInGroup({ ...of, GroupName: 'Admins', NextToken: first.NextToken }),
      ).rejects.toMatchObject({ name: 'InvalidParameterException', message: 'Invalid pagination token.' })
    })
  })

  describe('The groups of a user', () => {
    test('are in the token by their precedence, whenever they were joined', async () => {
      await pool.createGroup({ ...of, GroupName: 'Choir' })
      await pool.createGroup({ ...of, GroupName: 'Elders', Precedence: 0 })
      await take('Admins')
      for (const group of ['Choir', 'Teachers', 'Admins', 'Elders', 'Teachers']) {
        await put(group)
      }
      expect(await groupsInToken()).toEqual(['Elders', 'Admins', 'Teachers', 'Choir'])
      expect(await groupsOfRuth()).toEqual(['Elders', 'Admins', 'Teachers', 'Choir'])
      await pool.updateGroup({ ...of, GroupName: 'Elders', Precedence: 20 })
      expect(await groupsInToken()).toEqual(['Admins', 'Teachers', 'Elders', 'Choir'])
      await pool.deleteGroup({ ...of, GroupName: 'Teachers' })
      expect(await groupsInToken()).toEqual(['Admins', 'Elders', 'Choir'])
      await pool.createGroup({ ...of, GroupName: 'Teachers', Precedence: 10, Description: 'Teachers' })
      expect(await groupsInToken()).toEqual(['Admins', 'Elders', 'Choir'])
    })

    test('may be one that nobody described, which comes last', async () => {
      await server.users.setGroups(RUTH.email, ['Ushers', 'Teachers'])
      expect(await groupsInToken()).toEqual(['Teachers', 'Ushers'])
      expect(await groupsOfRuth()).toEqual(['Teachers', 'Ushers'])
      expect((await pool.listUsersInGroup({ ...of, GroupName: 'Ushers' })).Users).toHaveLength(1)
      await pool.createGroup({ ...of, GroupName: 'Ushers', Precedence: 2 })
      expect(await groupsInToken()).toEqual(['Ushers', 'Teachers'])
      await take('Ushers')
      expect(await groupsOfRuth()).toEqual(['Teachers'])
    })

    test('count at once, also when they are given at the same moment', async () => {
      for (const GroupName of ['a', 'b', 'c', 'd', 'e', 'f']) {
        await pool.createGroup({ ...of, GroupName })
      }
      const { IdToken } = await server.signedIn()
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((group) => put(group)))
      expect((await groupsOfRuth())?.toSorted()).toEqual(['Admins', 'a', 'b', 'c', 'd', 'e', 'f'])
      await take('Admins')
      await take('a')
      expect(await server.verifyIdToken(IdToken)).toMatchObject({
        groups: expect.not.arrayContaining(['Admins']),
      })
    })

    test('lose one that is taken away while another of them is changed', async () => {
      await pool.createGroup({ ...of, GroupName: 'Choir' })
      await put('Choir')
      await put('Teachers')
      let changed: Promise<unknown> | undefined
      await server.database.sql.transaction().execute(async (transaction) => {
        const group_names = '["Admins","Choir"]'
        await transaction.updateTable('identity_user').set({ group_names }).execute()
        await transaction.deleteFrom('identity_member').where('group_name', '=', 'Teachers').execute()
        changed = pool.updateGroup({ ...of, GroupName: 'Choir', Precedence: 0 })
        await untilOneWaits()
      })
      await changed
      expect(await groupsOfRuth()).toEqual(['Choir', 'Admins'])
      expect((await pool.listUsersInGroup({ ...of, GroupName: 'Teachers' })).Users).toEqual([])
    })

    test('are listed page by page', async () => {
      await put('Teachers')
      const list = (NextToken?: string) =>
        pool.adminListGroupsForUser({ ...of, Username: RUTH.email, Limit: 1, NextToken })
      const first = await list()
      expect(first.Groups).toMatchObject([{ GroupName: 'Admins', Precedence: 1 }])
      const second = await list(first.NextToken)
      expect(second.Groups).toMatchObject([{ GroupName: 'Teachers' }])
      expect(second.NextToken).toBeUndefined()
    })

    test('must be ones that are there, of somebody who is', async () => {
      await expect(put('Ushers')).rejects.toMatchObject(UNKNOWN)
      await expect(take('Ushers')).rejects.toMatchObject(UNKNOWN)
      const nobody = { name: 'UserNotFoundException', message: 'User does not exist.' }
      await expect(put('Admins', 'orpah@example.org')).rejects.toMatchObject(nobody)
      await expect(take('Admins', 'orpah@example.org')).rejects.toMatchObject(nobody)
    })
  })

  describe('ListUsersInGroup', () => {
    test('pages through the members, by an index', async () => {
      const emails = ['a@x.org', 'b@x.org', 'c@x.org']
      for (const email of emails) {
        await server.users.create({ email, groups: ['Teachers'] })
      }
      const seen: string[] = []
      let NextToken: string | undefined
      do {
        const page = await pool.listUsersInGroup({ ...of, GroupName: 'Teachers', Limit: 2, NextToken })
        seen.push(...(page.Users ?? []).map(({ Attributes }) => Attributes?.[1]?.Value ?? ''))
        NextToken = page.NextToken
      } while (NextToken)
      expect(seen.toSorted()).toEqual(emails)
      await expect(pool.listUsersInGroup({ ...of, GroupName: 'Ushers' })).rejects.toMatchObject(UNKNOWN)
      const plan = await sql
        .raw(
          `explain ${on.name === 'SQLite' ? 'query plan' : ''} select * from identity_member
           where group_name = 'Teachers' and sub > 'a' order by sub limit 61`,
        )
        .execute(server.database.sql)
      expect(JSON.stringify(plan.rows)).not.toContain('TEMP B-TREE')
    })
  })
})
