import type { staffGroupRoutes } from '@vestry/contract/calls/staff-groups.ts'
import type { GroupRight } from '@vestry/contract/rules/rights.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Administrators } from './administrators.ts'
import { createChangeGroups } from './change-groups.ts'
import { createLastGroup, deleteGroup, listGroups, listMembers } from './pool-groups.ts'
import type { PoolPeople } from './pool-people.ts'
import type { StaffDirectory } from './staff-directory.ts'
import type { UserPool } from './user-pool.ts'

/** Keeps what a group may do, in one transaction with whatever `also` writes. */
export type KeepRights = (
  group: string,
  rights: readonly GroupRight[],
  also: (transaction: Kysely<Tables>) => Promise<void>,
) => Promise<void>

/** The calls about groups: the pool has them, the settings say what they may do. */
export function createGroupHandlers(parts: {
  pool: UserPool
  people: PoolPeople
  administrators: Administrators
  directory: StaffDirectory
  auditLog: AuditLog
  keepRights: KeepRights
}): Handlers<typeof staffGroupRoutes> {
  const { pool, people, administrators, directory, auditLog, keepRights } = parts
  const changeGroups = createChangeGroups(parts)

  const recordChange = (
    group: string,
    change: 'added' | 'removed',
    { caller, address }: Actor,
    into: Kysely<Tables>,
  ) => {
    const actor = { sub: caller.sub, name: caller.email }
    return auditLog.record({ kind: 'groups_changed', parts: { group, change }, actor, address }, into)
  }

  return {
    list: async () => listGroups(pool),

    listPeople: async () => {
      const [names, memberships] = await Promise.all([directory.listNames(), directory.listMemberships()])
      return names.map(({ sub, name, email }) => ({ sub, name, email, groups: memberships.get(sub) ?? [] }))
    },

    add: async ({ body: { name, rights }, ...actor }) =>
      administrators.withLock(async () => {
        await refuseKnown(pool, name)
        // Saved before the pool has the group: without a setting it would have the default rights of a pool's group.
        await keepRights(name, [], async () => undefined)
        await createLastGroup(pool, name)
        await keepRights(name, rights, async (transaction) => {
          await recordChange(name, 'added', actor, transaction)
          if (rights.length > 0) {
            const { caller, address } = actor
            const by = { actor: { sub: caller.sub, name: caller.email }, address }
            await auditLog.record(
              { kind: 'rights_changed', parts: { group: name, rights }, ...by },
              transaction,
            )
          }
        })
        return { message: `There is a group ${name} now.` }
      }),

    setMember: async ({ body: { group, sub, member }, ...actor }) =>
      administrators.withLock(async () => {
        const person = await people.find(sub)
        if (person.groups.includes(group) !== member) {
          if (member) {
            await requireGroup(pool, group)
          }
          const others = person.groups.filter((one) => one !== group)
          await changeGroups(person, member ? [...others, group] : others, actor)
        }
        const { groups } = await people.find(sub)
        return {
          message: member ? `They are in ${group} now.` : `They are not in ${group} any more.`,
          groups,
        }
      }),

    remove: async ({ query: { group }, ...actor }) =>
      administrators.withLock(async () => {
        await deleteGroup(pool, group).catch((error) => {
          throw error instanceof ApiError && error.code === 'unknown_group' ? goneGroup(group, error) : error
        })
        // A token from Amazon Cognito can name the group for another hour; it then gives no rights.
        await keepRights(group, [], (transaction) => recordChange(group, 'removed', actor, transaction))
        return { message: `The group ${group} is deleted.` }
      }),
  }
}

/** Refuses the name of an existing group in any spelling, and of one that has members though the pool does not list it. */
async function refuseKnown(pool: UserPool, name: string): Promise<void> {
  const same = (await listGroups(pool)).find((one) => one.name.toLowerCase() === name.toLowerCase())
  const known = same?.name ?? ((await listMembers(pool, name)).length > 0 ? name : undefined)
  if (known !== undefined) {
    throw new ApiError('already_exists', `There is a group ${known} already.`, { field: 'name' })
  }
}

/** Refuses a group that the pool does not list. */
export async function requireGroup(pool: UserPool, name: string): Promise<void> {
  if (!(await listGroups(pool)).some((group) => group.name === name)) {
    throw goneGroup(name)
  }
}

function goneGroup(name: string, cause?: unknown): ApiError {
  return new ApiError('unknown_group', `There is no group ${name} any more; someone has deleted it.`, {
    field: 'group',
    cause,
  })
}
