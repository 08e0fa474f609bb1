import { setImmediate } from 'node:timers/promises'
import type { DuplicatePair } from '@vestry/contract/calls/merges.ts'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { type Candidate, findDuplicates } from './find-duplicates.ts'

const PAGE = 2000
/** A list up to this length is looked through whenever it has changed, a longer one once a minute at the most. */
const QUICK = 5000
const REST = 60_000

type Found = Awaited<ReturnType<typeof findDuplicates>>

/**
 * Lists who is probably in the list twice. It is looked through a page at a time, so that nobody waits for it, and again
 * only once it has changed.
 */
export function createDuplicateList({ sql: db }: Database, clock: Clock) {
  let latest: { changes: number; items: number; at: number; found: Promise<Found> } | undefined

  async function look(): Promise<Found> {
    const { changes, items } = await db
      .selectFrom('lock_scope')
      .select(['changes', 'items'])
      .where('name', '=', 'attendees')
      .executeTakeFirstOrThrow()
    const rests = latest !== undefined && latest.items > QUICK && clock.now() - latest.at < REST
    if (latest === undefined || (latest.changes !== changes && !rests)) {
      const found = readAll(db).then((children) => findDuplicates(children, () => setImmediate()))
      const own = { changes, items, at: clock.now(), found }
      latest = own
      found.catch(() => {
        latest = latest === own ? undefined : latest
      })
    }
    return await latest.found
  }

  return async (): Promise<{ pairs: DuplicatePair[]; more: boolean }> => {
    const { pairs, more } = await look()
    const children = await attendeesById(db, [...new Set(pairs.flatMap(({ ids }) => ids))])
    const byId = new Map(children.map((child) => [child.id, child]))
    return {
      pairs: pairs.flatMap(({ ids, why }) => {
        const [one, other] = ids.map((id) => byId.get(id))
        // One may have gone since.
        return one && other ? [{ children: [one, other] as [typeof one, typeof other], why }] : []
      }),
      more,
    }
  }
}

/** All children, by last name, then first. */
async function readAll(db: Kysely<Tables>): Promise<Candidate[]> {
  const all: Candidate[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await db
      .selectFrom('attendee')
      .select(['id', 'birthdate', 'parent_contact', 'first_key', 'last_key'])
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(last_key, first_key, id) > (${last?.last_key}, ${last?.first_key}, ${last?.id})`,
        ),
      )
      .orderBy('last_key')
      .orderBy('first_key')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    all.push(...page)
    if (page.length < PAGE) {
      return all
    }
    await setImmediate()
  }
}
