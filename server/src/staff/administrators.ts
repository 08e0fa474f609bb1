import { ADMINS } from '@vestry/contract/rules/roles.ts'
import { ADMINISTRATORS, type Leases } from '../database/leases.ts'
import { ApiError } from '../http/api-errors.ts'
import { listMembers } from './pool-groups.ts'
import type { UserPool } from './user-pool.ts'

export type Administrators = ReturnType<typeof createAdministrators>

/**
 * The administrators, of whom at least one must remain: every action that could take the rights of the last one asks
 * here first.
 */
export function createAdministrators(pool: UserPool, leases: Leases) {
  const list = async () => (await listMembers(pool, ADMINS)).filter(({ enabled }) => enabled)

  /** A person who has yet to choose a password can't help anybody else. */
  async function isLast(sub: string): Promise<boolean> {
    const able = (await list()).filter(({ status }) => status === 'active')
    return able.length === 1 && able[0]?.sub === sub
  }

  /** Runs work that may take somebody's rights, one at a time, since a pool has no transactions. */
  const withLock = <Result>(work: () => Promise<Result>) => leases.withLock(ADMINISTRATORS, work)

  return {
    list,
    withLock,

    /**
     * Refuses if this person is the only administrator. Call it with the lock under which the rights are then taken.
     */
    async requireAnother(sub: string): Promise<void> {
      if (await isLast(sub)) {
        throw new ApiError(
          'last_administrator',
          'Nobody else could administer Vestry then. Make somebody else an administrator first, and have them sign in.',
        )
      }
    },

    /**
     * Lets somebody delete their own account with `remove`; returns why not, if nobody else would be left to
     * administer.
     */
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
