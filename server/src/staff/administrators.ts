import { ADMINS } from '@vestry/contract/rules/roles.ts'
import { ADMINISTRATORS, type Leases } from '../database/leases.ts'
import { ApiError } from '../http/api-errors.ts'
import { listMembers } from './pool-groups.ts'
import type { UserPool } from './user-pool.ts'

export type Administrators = ReturnType<typeof createAdministrators>

/**
 * Those who administer, one of whom always remains: every action that could take the last one's rights asks here first.
 */
export function createAdministrators(pool: UserPool, leases: Leases) {
  const list = async () => (await listMembers(pool, ADMINS)).filter(({ enabled }) => enabled)

  /** A person who has still to choose a password can't help anybody else yet. */
  async function isLast(sub: string): Promise<boolean> {
    const able = (await list()).filter(({ status }) => status === 'active')
    return able.length === 1 && able[0]?.sub === sub
  }

  /** Runs what may take somebody's rights while nobody else does, for a pool has no transactions. */
  const withLock = <Result>(work: () => Promise<Result>) => leases.withLock(ADMINISTRATORS, work)

  return {
    list,
    withLock,

    /** Refuses when somebody is the only one who can administer. To be called with the lock in which the rights are then taken. */
    async requireAnother(sub: string): Promise<void> {
      if (await isLast(sub)) {
        throw new ApiError(
          'last_administrator',
          'Nobody else could administer Vestry then. Make somebody else an administrator first, and have them sign in.',
        )
      }
    },

    /** Has somebody delete their own account by `remove`; answers why not, where nobody else could administer then. */
    guardOwnDeletion: (sub: string, remove: () => Promise<void>): Promise<string | undefined> =>
      withLock(async () => {
        if (await isLast(sub)) {
          return 'You are the last administrator: make somebody else one before you delete your account.'
        }
        await remove()
        return undefined
      }),
  }
}
