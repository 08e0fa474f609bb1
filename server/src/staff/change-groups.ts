import type { StaffPerson } from '@vestry/contract/calls/staff-accounts.ts'
import { ADMINS } from '@vestry/contract/rules/roles.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Administrators } from './administrators.ts'
import { joinGroup } from './pool-groups.ts'
import type { UserPool } from './user-pool.ts'

type ChangeGroups = (person: StaffPerson, groups: readonly string[], actor: Actor) => Promise<void>

/** Gives somebody other groups, and records it. To be called with the administrators' lock. */
export function createChangeGroups({
  pool,
  administrators,
  auditLog,
}: {
  pool: UserPool
  administrators: Administrators
  auditLog: AuditLog
}): ChangeGroups {
  return async (person, groups, { caller, address }) => {
    const { sub, email } = person
    const leave = (GroupName: string) =>
      pool.call((client, of) => client.adminRemoveUserFromGroup({ ...of, Username: sub, GroupName }))
    const joined = groups.filter((group) => !person.groups.includes(group))
    const left = person.groups.filter((group) => !groups.includes(group))
    if (joined.length + left.length === 0) {
      return
    }
    if (left.includes(ADMINS)) {
      await administrators.requireAnother(sub)
    }
    const now = new Set(person.groups)
    try {
      for (const group of left) {
        await leave(group)
        now.delete(group)
      }
      for (const group of joined) {
        await joinGroup(pool, sub, group)
        now.add(group)
      }
    } finally {
      // If it breaks off, what was done until then is recorded.
      if (left.some((group) => !now.has(group)) || joined.some((group) => now.has(group))) {
        const after = [...groups, ...left].filter((group) => now.has(group))
        await auditLog.record({
          kind: 'staff_groups_changed',
          parts: { before: person.groups, after },
          actor: { sub: caller.sub, name: caller.email },
          subject: { sub, name: email },
          address,
        })
      }
    }
  }
}
