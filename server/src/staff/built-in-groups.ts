import { ADMINS, DEFAULT_ROLE } from '@vestry/contract/roles.ts'
import type { StaffGroup } from '@vestry/contract/staff-accounts.ts'
import { ApiError } from '../http/api-errors.ts'
import type { UserPool } from './user-pool.ts'

/** The groups that the server goes by, in the order of their rights; a pool that is not ours may not have them yet. */
const BUILT_IN_GROUPS: readonly StaffGroup[] = [
  { name: ADMINS, description: 'Administrators' },
  { name: DEFAULT_ROLE, description: 'Teachers' },
]

/** The groups of a pool, and those of the server that it lacks. */
export function withBuiltInGroups(groups: readonly StaffGroup[]): StaffGroup[] {
  const has = (name: string) => groups.some((group) => group.name === name)
  return [...BUILT_IN_GROUPS.filter(({ name }) => !has(name)), ...groups]
}

/** Puts somebody into a group; one of the server that the pool lacks is made then. */
export async function joinGroup(pool: UserPool, Username: string, GroupName: string): Promise<void> {
  const join = () => pool.ask((client, of) => client.adminAddUserToGroup({ ...of, Username, GroupName }))
  try {
    await join()
  } catch (error) {
    const at = BUILT_IN_GROUPS.findIndex(({ name }) => name === GroupName)
    if (!isUnknownGroup(error) || at === -1) {
      throw error
    }
    await makeGroup(pool, GroupName, at)
    await join()
  }
}

async function makeGroup(pool: UserPool, GroupName: string, at: number): Promise<void> {
  const group = { GroupName, Description: BUILT_IN_GROUPS[at]?.description, Precedence: at + 1 }
  try {
    await pool.ask((client, of) => client.createGroup({ ...of, ...group }))
  } catch (error) {
    // Somebody else has just made it.
    if (!(error instanceof Error && error.name === 'GroupExistsException')) {
      throw error
    }
  }
}

export function isUnknownGroup(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unknown_group'
}
