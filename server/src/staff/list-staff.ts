import type { ListUsersCommandOutput } from '@aws-sdk/client-cognito-identity-provider'
import type { Clock } from '../clock.ts'
import { attributeOf, subOf } from './pool-people.ts'
import type { UserPool } from './user-pool.ts'

export type StaffName = { sub: string; name: string; enabled: boolean }

const MINUTE = 60_000
const MAX_IN_A_CALL = 60

/**
 * Everybody in the pool by name, for the classes that they teach. The pool is asked once a minute at most, by each
 * process for itself; while it can't be reached, what was known goes on.
 */
export function createStaffList(pool: UserPool, clock: Clock) {
  let known: { people: StaffName[]; at: number } | undefined
  let asking: Promise<StaffName[]> | undefined
  let changes = 0

  async function readAll(): Promise<StaffName[]> {
    const people: StaffName[] = []
    let PaginationToken: string | undefined
    do {
      const answer: ListUsersCommandOutput = await pool.ask((client, of) =>
        client.listUsers({
          ...of,
          Limit: MAX_IN_A_CALL,
          ...(PaginationToken !== undefined && { PaginationToken }),
        }),
      )
      for (const user of answer.Users ?? []) {
        const name = attributeOf(user.Attributes, 'name')?.trim() || attributeOf(user.Attributes, 'email')
        people.push({ sub: subOf(user), name: name ?? subOf(user), enabled: user.Enabled ?? true })
      }
      PaginationToken = answer.PaginationToken
    } while (PaginationToken !== undefined)
    return people.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  async function readAgain(): Promise<StaffName[]> {
    const before = changes
    try {
      const people = await readAll()
      // A change that was made while the pages came in may have been missed by them.
      known = { people, at: before === changes ? clock.now() : Number.NEGATIVE_INFINITY }
      return people
    } catch (error) {
      if (known === undefined) {
        throw error
      }
      known.at = clock.now()
      return known.people
    } finally {
      asking = undefined
    }
  }

  return {
    async list(): Promise<StaffName[]> {
      if (known && clock.now() - known.at < MINUTE) {
        return known.people
      }
      asking ??= readAgain()
      return await asking
    },
    /** Has the pool asked anew, since somebody in it was changed here. */
    noteChange(): void {
      changes += 1
      asking = undefined
      if (known) {
        known.at = Number.NEGATIVE_INFINITY
      }
    },
  }
}
