import type { Clock } from '../clock.ts'
import { listMemberships } from './pool-groups.ts'
import { listNames, type StaffName } from './pool-people.ts'
import type { UserPool } from './user-pool.ts'

const TTL = 60_000

export type StaffDirectory = {
  /** Everybody in the pool by name, for the classes that they teach. */
  listNames(): Promise<StaffName[]>
  /** The groups of everybody who is in one, by `sub`. */
  listMemberships(): Promise<ReadonlyMap<string, string[]>>
  /** Has the pool asked again, since somebody in it has changed. */
  forget(): void
}

/** What a pool tells of everybody at once. It is asked once a minute at most, by each process for itself. */
export function createStaffDirectory(pool: UserPool, clock: Clock): StaffDirectory {
  const names = memoize(() => listNames(pool), clock)
  const memberships = memoize(() => listMemberships(pool), clock)
  return {
    listNames: names.get,
    listMemberships: memberships.get,
    forget() {
      names.forget()
      memberships.forget()
    },
  }
}

/** Those who ask at once share one reading; while it fails, what was known goes on. */
function memoize<Value>(read: () => Promise<Value>, clock: Clock) {
  let known: { value: Value; until: number } | undefined
  let reading: Promise<Value> | undefined

  function readAgain(): Promise<Value> {
    // What was forgotten meanwhile may be missing from it: it is answered, and not kept.
    const keep = (value: Value) => {
      if (reading === current) {
        known = { value, until: clock.now() + TTL }
        reading = undefined
      }
      return value
    }
    const current: Promise<Value> = read().then(keep, (error) => {
      if (known === undefined) {
        reading = reading === current ? undefined : reading
        throw error
      }
      return keep(known.value)
    })
    return current
  }

  return {
    async get(): Promise<Value> {
      if (known && clock.now() < known.until) {
        return known.value
      }
      reading ??= readAgain()
      return await reading
    },
    forget(): void {
      reading = undefined
      if (known) {
        known.until = Number.NEGATIVE_INFINITY
      }
    },
  }
}
