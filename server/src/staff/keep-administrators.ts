import { ADMINS } from '@vestry/contract/roles.ts'
import type { StaffPerson } from '@vestry/contract/staff-accounts.ts'
import { ApiError } from '../http/api-errors.ts'
import type { PoolPeople } from './pool-people.ts'

/** Work done one after the other, in the order in which it was asked for. */
export function takeTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return await mine
  }
}

/**
 * Takes the rights of an administrator from somebody, unless nobody would be left who can use them. A pool has no
 * transactions: whoever leaves no administrator, because another process did the same at the same moment, takes
 * their own step back. To be called in turn with all others that change people.
 */
export async function keepingOne(
  people: PoolPeople,
  person: StaffPerson,
  step: { take: () => Promise<unknown>; giveBack: () => Promise<unknown> },
): Promise<void> {
  await requireAnother(people, person)
  await step.take()
  if (administers(person) && !(await people.anyoneIn(ADMINS))) {
    await step.giveBack()
    throw lastAdministrator()
  }
}

/** Refuses when somebody is the only one who can administer. */
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
