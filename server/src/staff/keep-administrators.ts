import { ADMINS } from '@vestry/contract/roles.ts'
import type { StaffPerson } from '@vestry/contract/staff-accounts.ts'
import { ApiError } from '../http/api-errors.ts'
import type { PoolPeople } from './pool-people.ts'

/**
 * Refuses when somebody is the only one who can administer. To be called in the turn in which the rights are then
 * taken, for a pool has no transactions.
 */
export async function requireAnother(people: PoolPeople, person: StaffPerson): Promise<void> {
  if (administers(person) && !(await people.anyoneIn(ADMINS, person.sub))) {
    throw lastAdministrator()
  }
}

/** Whoever has still to choose a password can't help anybody else yet. */
function administers({ enabled, status, groups }: StaffPerson): boolean {
  return enabled && status === 'active' && groups.includes(ADMINS)
}

function lastAdministrator(): ApiError {
  return new ApiError(
    'last_administrator',
    'Nobody else could administer Vestry then. Make somebody else an administrator first, and have them sign in.',
  )
}
