import { FOUND_OF_EACH, type FoundPerson } from '@vestry/contract/calls/find.ts'
import { AUDIT_KINDS } from '@vestry/contract/rules/audit-kinds.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
import { isFindable } from '@vestry/contract/text/search-key.ts'
import { latestOf, latestOfKinds } from '../audit/audit-sql.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { listMemberships } from './pool-groups.ts'
import { findInvitations, listNames, type StaffName } from './pool-people.ts'
import type { UserPool } from './user-pool.ts'

/** How long a change that is made in the console of a pool elsewhere goes unnoticed. */
const TTL = 60_000

/** The kinds of audit entries about changes of people who sign in. */
const CHANGES_PEOPLE = AUDIT_KINDS.filter((kind) =>
  /^(account|contact|groups|signed|staff)_|^password_changed$/.test(kind),
)

export type StaffDirectory = {
  /** Everybody in the pool by name, for the classes that they teach. */
  listNames(): Promise<StaffName[]>
  /** Some of those whose name and e-mail address contain all words of a text, by name. */
  find(text: string): Promise<FoundPerson[]>
  /** Those who were invited and have not signed in yet, and until when they may, in milliseconds since 1970. */
  listInvited(): Promise<{ sub: string; name: string; invited_until: number }[]>
  /** The groups of everybody who is in one, by `sub`. */
  listMemberships(): Promise<ReadonlyMap<string, string[]>>
}

/**
 * What a pool says of everybody at once. It is read again after a minute, and once the audit trail has a newer change
 * of somebody, made by any process or by the command line.
 */
export function createStaffDirectory(pool: UserPool, { sql }: Database, clock: Clock): StaffDirectory {
  const findVersion = () => latestOfKinds(sql, CHANGES_PEOPLE)
  const listAll = memoize(() => listNames(pool), findVersion, clock)
  return {
    listNames: listAll,
    async find(text) {
      const words = isFindable(text) ? (searchWords(text) ?? []) : []
      if (words.length === 0) {
        return []
      }
      return (await listAll())
        .filter(({ search_key }) => words.every((word) => search_key.includes(word)))
        .slice(0, FOUND_OF_EACH)
        .map(({ sub, name, email }) => ({ sub, name, email }))
    },
    async listInvited() {
      const people = (await listAll()).filter(({ enabled }) => enabled)
      const invitations = await findInvitations(people, (subs) => invitedAt(sql, subs))
      return people.flatMap(({ sub, name }) => {
        const invited_until = invitations.get(sub)
        return invited_until === undefined ? [] : [{ sub, name, invited_until }]
      })
    },
    listMemberships: memoize(() => listMemberships(pool), findVersion, clock),
  }
}

/** When these people were last sent a temporary password. */
export function invitedAt(db: Database['sql'], subs: readonly string[]): Promise<Map<string, number>> {
  return latestOf(db, ['staff_added', 'staff_invited_again'], subs)
}

/** Those who ask at once share one reading; while it fails, the last known answer is used. */
function memoize<Value>(
  read: () => Promise<Value>,
  findVersion: () => Promise<number>,
  clock: Clock,
): () => Promise<Value> {
  let known: { value: Value; version: number; until: number } | undefined
  let reading: { version: number; value: Promise<Value> } | undefined

  async function readAgain(version: number): Promise<Value> {
    try {
      const value = await read()
      known = { value, version, until: clock.now() + TTL }
      return value
    } catch (error) {
      if (known === undefined) {
        throw error
      }
      known = { ...known, until: clock.now() + TTL, version }
      return known.value
    } finally {
      reading = reading?.version === version ? undefined : reading
    }
  }

  return async () => {
    const version = await findVersion()
    if (known?.version === version && clock.now() < known.until) {
      return known.value
    }
    if (reading?.version !== version) {
      reading = { version, value: readAgain(version) }
    }
    return await reading.value
  }
}
