import type { StationChild } from '@vestry/contract/calls/station.ts'
import { readCard } from '@vestry/contract/sunday-school/family-card.ts'
import { MAX_FAMILIES_OF_NUMBER } from '@vestry/contract/sunday-school/station-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { endOf, listClassesOf, listSessions } from '../door/door-classes-sql.ts'
import { findHere } from '../door/stays-sql.ts'
import { type CollectorRow, findCollectors } from '../families/collectors-sql.ts'
import { childrenOf } from '../families/families-sql.ts'
import { findFamilyOfCard } from '../families/family-cards.ts'
import { isSameNumber, readNumbers } from './whole-number.ts'

/** What a number finds: children by their first names, and the families that have it. */
export type FoundByNumber = { families: number[]; children: StationChild[] }

/** The families that have a number, and who of the adults can be the one who typed or showed it. */
type Holders = {
  families: number[]
  isTheirs: (adult: Pick<CollectorRow, 'family_id' | 'phone'>) => boolean
}

/**
 * Finds the children of the families that have a card with this number, or an adult with this whole telephone number,
 * in their order. A child from whom somebody who may have the number is barred is not among them, whoever else has it
 * too. `now` is the church's wall clock.
 */
export async function findByNumber(db: Kysely<Tables>, typed: string, now: string): Promise<FoundByNumber> {
  const { families, isTheirs } = await findHolders(db, typed)
  if (families.length === 0) {
    return { families, children: [] }
  }
  const members = [...(await childrenOf(db, families)).values()].flat()
  const names = new Map(members.map(({ id, first_name }) => [id, first_name]))
  const day = now.slice(0, 10)
  const collectors = await findCollectors(db, [...names.keys()], day)
  for (const { attendee_id, rule, ...adult } of collectors) {
    if (rule === 'barred' && isTheirs(adult)) {
      names.delete(attendee_id)
    }
  }
  const ids = [...names.keys()]
  const classes = await listClassesOf(db, await listSessions(db, day), ids)
  const here = await findHere(db, ids)
  return {
    families,
    children: [...names].map(([attendee_id, first_name]) => ({
      attendee_id,
      first_name,
      classes: (classes.get(attendee_id) ?? [])
        .filter((session) => endOf(session) > now)
        .map(({ id, title, room, session_datetime }) => ({
          ...{ class_id: id, title, room },
          time: session_datetime.slice(11, 16),
        })),
      here: here.has(attendee_id),
    })),
  }
}

async function findHolders(db: Kysely<Tables>, typed: string): Promise<Holders> {
  const card = readCard(typed)
  if (card !== undefined) {
    const family = await findFamilyOfCard(db, card)
    const families = family === undefined ? [] : [family]
    return { families, isTheirs: ({ family_id }) => family_id === family }
  }
  const numbers = readNumbers(typed)
  const [number] = numbers
  if (number === undefined || numbers.length > 1) {
    return { families: [], isTheirs: () => false }
  }
  const isTheirs = (adult: { phone: string }) =>
    readNumbers(adult.phone).some((one) => isSameNumber(one, number))
  const adults = await db
    .selectFrom('adult')
    .innerJoin('family', 'family.id', 'family_id')
    .select(['family_id', 'phone'])
    .where('search_key', 'like', `%${number.national}%`)
    .orderBy('family_id')
    .execute()
  const families = [...new Set(adults.filter(isTheirs).map(({ family_id }) => family_id))]
  return { families: families.length > MAX_FAMILIES_OF_NUMBER ? [] : families, isTheirs }
}
