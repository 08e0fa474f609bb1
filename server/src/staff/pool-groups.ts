import type { StaffGroup } from '@vestry/contract/calls/staff-groups.ts'
import { ADMINS, DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { ApiError } from '../http/api-errors.ts'
import { type PoolUser, readUser } from './pool-user.ts'
import { MAX_PAGE_SIZE, readAllPages, type UserPool } from './user-pool.ts'

/** The groups that the server uses, in the order of their rights; a pool elsewhere may not have them yet. */
const BUILT_IN_GROUPS: readonly StaffGroup[] = [
  { name: ADMINS, description: 'Administrators' },
  { name: DEFAULT_ROLE, description: 'Teachers' },
]

/** The greatest precedence that a pool accepts. */
const MAX_PRECEDENCE = 2 ** 31 - 1

/** The groups of a pool, the highest precedence first, and those of the server that the pool lacks. */
export async function listGroups(pool: UserPool): Promise<StaffGroup[]> {
  const groups = await listPoolGroups(pool)
  const has = (name: string) => groups.some((group) => group.name === name)
  return [...BUILT_IN_GROUPS.filter(({ name }) => !has(name)), ...groups]
}

async function listPoolGroups(pool: UserPool): Promise<StaffGroup[]> {
  return (await readPoolGroups(pool))
    .toSorted(byPrecedence)
    .map(({ GroupName = '', Description = '' }) => ({ name: GroupName, description: Description }))
}

function readPoolGroups(pool: UserPool) {
  return readAllPages(
    (NextToken) => pool.call((client, of) => client.listGroups({ ...of, Limit: MAX_PAGE_SIZE, NextToken })),
    ({ Groups }) => Groups,
  )
}

/** Groups without a precedence, or with the same one, stay in the pool's order. */
export function byPrecedence(
  one: { Precedence?: number | undefined },
  other: { Precedence?: number | undefined },
): number {
  const last = Number.MAX_SAFE_INTEGER
  return (one.Precedence ?? last) - (other.Precedence ?? last)
}

/** Everybody in a group; nobody if the group doesn't exist. */
export async function listMembers(pool: UserPool, GroupName: string): Promise<PoolUser[]> {
  try {
    const users = await readAllPages(
      (NextToken) =>
        pool.call((client, of) =>
          client.listUsersInGroup({ ...of, GroupName, Limit: MAX_PAGE_SIZE, NextToken }),
        ),
      ({ Users }) => Users,
    )
    return users.map(readUser)
  } catch (error) {
    if (isUnknownGroup(error)) {
      return []
    }
    throw error
  }
}

/** The groups of everybody who is in one, by `sub`, the highest precedence first: one call for each group. */
export async function listMemberships(pool: UserPool): Promise<ReadonlyMap<string, string[]>> {
  const groups = await listPoolGroups(pool)
  const members = await Promise.all(groups.map(({ name }) => listMembers(pool, name)))
  const memberships = new Map<string, string[]>()
  for (const [index, { name }] of groups.entries()) {
    for (const { sub } of members[index] ?? []) {
      memberships.set(sub, [...(memberships.get(sub) ?? []), name])
    }
  }
  return memberships
}

/** Puts somebody into a group; a group of the server that the pool lacks is made first. */
export async function joinGroup(pool: UserPool, Username: string, GroupName: string): Promise<void> {
  const join = () => pool.call((client, of) => client.adminAddUserToGroup({ ...of, Username, GroupName }))
  try {
    await join()
  } catch (error) {
    const index = BUILT_IN_GROUPS.findIndex(({ name }) => name === GroupName)
    if (!isUnknownGroup(error) || index === -1) {
      throw error
    }
    await createBuiltInGroup(pool, index)
    await join()
  }
}

async function createBuiltInGroup(pool: UserPool, index: number): Promise<void> {
  const { name: GroupName, description: Description } = BUILT_IN_GROUPS[index] as StaffGroup
  try {
    await pool.call((client, of) =>
      client.createGroup({ ...of, GroupName, Description, Precedence: index + 1 }),
    )
  } catch (error) {
    // Somebody else has made it at this moment.
    if (!(error instanceof ApiError && error.code === 'already_exists')) {
      throw error
    }
  }
}

/** Makes a group that comes after all others, so that nobody who is already in a group gets another role. */
export async function createLastGroup(pool: UserPool, GroupName: string): Promise<void> {
  const ranks = (await readPoolGroups(pool)).map(({ Precedence }) => Precedence)
  // A group without a precedence comes after those with one, so the new one must have none either.
  const last = ranks.every((rank) => rank !== undefined && rank < MAX_PRECEDENCE)
    ? Math.max(BUILT_IN_GROUPS.length, ...ranks.map(Number)) + 1
    : undefined
  await pool.call((client, of) =>
    client.createGroup({ ...of, GroupName, ...(last !== undefined && { Precedence: last }) }),
  )
}

export async function deleteGroup(pool: UserPool, GroupName: string): Promise<void> {
  await pool.call((client, of) => client.deleteGroup({ ...of, GroupName }))
}

function isUnknownGroup(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unknown_group'
}
