import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import { wireTimeOf, wireUserOf } from '../core/users/attributes.ts'
import type { CognitoTables } from '../core/users/cognito-tables.ts'
import { findGroup, type Group, listMembers } from '../core/users/groups.ts'
import { userOf } from '../core/users/users-sql.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'
import { makePageToken, readPageToken } from './page-tokens.ts'

const MOST = 60
const GroupName = z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u)
const Description = z.string().max(2048).optional()
const Precedence = z.int().min(0).max(2_147_483_647).nullish()
const RoleArn = z
  .string()
  .min(20)
  .max(2048)
  .regex(/^arn:[\w+=/,.@-]+:[\w+=/,.@-]+:[\w+=/,.@-]*:\d+(:[\w+=/,.@-]+){1,3}$/)
  .optional()
const Limit = z.int().min(0).max(MOST).optional()
const NextToken = z.string().min(1).max(4096).optional()

/** The members that make a group or change it. */
const Described = { GroupName, Description, Precedence, RoleArn }

const unknownGroup = () => new CognitoError('ResourceNotFoundException', 'Group not found.')

/** Groups and their members. */
export function adminGroupActions(parts: CognitoParts): ActionTable {
  const { database, accounts, clock, encryptor, ids } = parts
  const { sql } = database

  const wire = (group: Group) => ({
    GroupName: group.name,
    UserPoolId: ids.userPoolId,
    ...(group.description && { Description: group.description }),
    ...(group.precedence !== null && { Precedence: group.precedence }),
    ...(group.role_arn !== null && { RoleArn: group.role_arn }),
    CreationDate: wireTimeOf(group.created),
    LastModifiedDate: wireTimeOf(group.updated),
  })

  return {
    CreateGroup: operatorAction(parts, Described, async (input, { record }) => {
      const now = clock.now()
      const group: Group = {
        name: input.GroupName,
        description: input.Description ?? '',
        precedence: input.Precedence ?? null,
        created: now,
        updated: now,
        role_arn: input.RoleArn ?? null,
      }
      await accounts.changeGroup(group.name, record, 'added', async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('identity_group')
          .values(group)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) {
          throw new CognitoError('GroupExistsException', 'A group with the name already exists.')
        }
      })
      return { Group: wire(group) }
    }),

    GetGroup: operatorAction(parts, { GroupName }, async (input) => {
      const group = await findGroup(sql, input.GroupName)
      if (!group) {
        throw unknownGroup()
      }
      return { Group: wire(group) }
    }),

    UpdateGroup: operatorAction(parts, Described, async (input, { record }) => {
      const { GroupName: name, Description: description, Precedence: precedence, RoleArn: role_arn } = input
      await accounts.changeGroup(name, record, 'changed', async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('identity_group')
          .set({ description, precedence, role_arn, updated: clock.now() })
          .where('name', '=', name)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) {
          throw unknownGroup()
        }
      })
      const group = await findGroup(sql, name)
      if (!group) {
        throw unknownGroup()
      }
      return { Group: wire(group) }
    }),

    DeleteGroup: operatorAction(parts, { GroupName }, async (input, { record }) => {
      const name = input.GroupName
      await accounts.removeGroup(name, record, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('identity_group')
          .where('name', '=', name)
          .executeTakeFirst()
        if (numDeletedRows !== 1n) {
          throw unknownGroup()
        }
      })
      return {}
    }),

    ListGroups: operatorAction(parts, { Limit, NextToken }, async (input) => {
      const [after = ''] = readPageToken(encryptor, ['ListGroups'], input.NextToken) ?? []
      const limit = input.Limit || MOST
      const found = await sql
        .selectFrom('identity_group')
        .selectAll()
        .where('name', '>', after)
        .orderBy('name')
        .limit(limit + 1)
        .execute()
      const page = found.slice(0, limit)
      return { Groups: page.map(wire), ...nextOf(['ListGroups'], found.length > limit && page.at(-1)?.name) }
    }),

    AdminListGroupsForUser: operatorAction(parts, { Username, Limit, NextToken }, async (input) => {
      const user = await requireUser(parts, input.Username)
      const list = ['AdminListGroupsForUser', user.sub]
      const [after] = readPageToken(encryptor, list, input.NextToken) ?? []
      const limit = input.Limit || MOST
      const rest = user.groups.slice(after === undefined ? 0 : user.groups.indexOf(after) + 1)
      const page = rest.slice(0, limit)
      const groups = await Promise.all(
        page.map(async (name) => ({ name, group: await findGroup(sql, name) })),
      )
      return {
        Groups: groups.map(({ name, group }) =>
          group ? wire(group) : { GroupName: name, UserPoolId: ids.userPoolId },
        ),
        ...nextOf(list, rest.length > limit && page.at(-1)),
      }
    }),

    AdminAddUserToGroup: operatorAction(parts, { Username, GroupName }, async (input, { record }) => {
      const user = await requireUser(parts, input.Username)
      if (!(await findGroup(sql, input.GroupName))) {
        throw unknownGroup()
      }
      await accounts.changeGroups(user.sub, (names) => [...names, input.GroupName], record)
      return {}
    }),

    AdminRemoveUserFromGroup: operatorAction(parts, { Username, GroupName }, async (input, { record }) => {
      const { sub, groups } = await requireUser(parts, input.Username)
      const { GroupName: name } = input
      if (!groups.includes(name) && !(await findGroup(sql, name))) {
        throw unknownGroup()
      }
      await accounts.changeGroups(sub, (names) => names.filter((other) => other !== name), record)
      return {}
    }),

    ListUsersInGroup: operatorAction(parts, { GroupName, Limit, NextToken }, async (input) => {
      const list = ['ListUsersInGroup', input.GroupName]
      const [after] = readPageToken(encryptor, list, input.NextToken) ?? []
      const limit = input.Limit || MOST
      const found: Selectable<CognitoTables['identity_user']>[] = await listMembers(sql, input.GroupName, {
        after,
        limit: limit + 1,
      })
      if (found.length === 0 && !(await findGroup(sql, input.GroupName))) {
        throw unknownGroup()
      }
      const page = found.slice(0, limit)
      return {
        Users: page.map((row) => wireUserOf(userOf(row))),
        ...nextOf(list, found.length > limit && page.at(-1)?.sub),
      }
    }),
  }

  function nextOf(list: readonly string[], last: string | false | undefined) {
    return last ? { NextToken: makePageToken(encryptor, list, [last]) } : {}
  }
}
