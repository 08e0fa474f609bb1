import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { DoorChild, DoorFamily } from '@vestry/contract/calls/door.ts'
import type { Family } from '@vestry/contract/calls/families.ts'
import { MAX_FOUND, MIN_DOOR_SEARCH } from '@vestry/contract/sunday-school/door-rules.ts'
import { readCard } from '@vestry/contract/sunday-school/family-card.ts'
import { searchWords } from '@vestry/contract/text/person-keys.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { createAttendeeList } from '../attendees/attendee-list-sql.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { familiesById, familiesOf } from '../families/families-sql.ts'
import { findFamilyOfCard } from '../families/family-cards.ts'
import { createFamilyList } from '../families/family-list-sql.ts'
import { findClassesOf, listSessions } from './door-classes-sql.ts'
import { findHere } from './stays-sql.ts'

type Found = { families: DoorFamily[]; more: boolean }

/** Finds families and children by digits of a telephone number, a name or a card, for somebody who takes children in. */
export function createDoorSearch(database: Database) {
  const { sql: db } = database
  const families = createFamilyList(database)
  const children = createAttendeeList(database)
  const page = { limit: MAX_FOUND, offset: 0 }

  return async (search: string, now: string): Promise<Found> => {
    const card = readCard(search)
    if (card !== undefined) {
      const id = await findFamilyOfCard(db, card)
      const own = await familiesById(db, id === undefined ? [] : [id])
      return { families: await describeFamilies(db, own, [], now), more: false }
    }
    const texts = searchWords(search)
    if (texts === undefined || texts.join('').length < MIN_DOOR_SEARCH) {
      return { families: [], more: false }
    }
    const today = now.slice(0, 10)
    const byAdult = await families({ ...page, search })
    const byChild = await children({ ...page, search, today, orderBy: 'default', direction: 'ASC' })
    const ofChildren = await familiesOf(
      db,
      byChild.results.map(({ id }) => id),
    )
    const known = new Set(byAdult.results.map(({ id }) => id))
    const further = [...new Set([...ofChildren.values()].flat())].filter((id) => !known.has(id))
    const found = [...byAdult.results, ...(await familiesById(db, further))]
    const alone = byChild.results.filter(({ id }) => !ofChildren.has(id))
    const shown = await describeFamilies(db, found, alone, now)
    return {
      families: shown.slice(0, MAX_FOUND),
      more:
        shown.length > MAX_FOUND ||
        [byAdult, byChild].some(({ results, totalCount }) => totalCount > results.length),
    }
  }
}

/** Families and children without one as they are shown at the door; those who have no child are left out. */
export async function describeFamilies(
  db: Kysely<Tables>,
  families: readonly Family[],
  alone: readonly Attendee[],
  now: string,
): Promise<DoorFamily[]> {
  const ids = [...new Set(families.flatMap(({ children }) => children.map(({ id }) => id)))]
  const all = [...(await attendeesById(db, ids)), ...alone]
  const sessions = await listSessions(db, now.slice(0, 10))
  const everybody = all.map(({ id }) => id)
  const classes = await findClassesOf(db, sessions, everybody, now)
  const here = await findHere(db, everybody)
  const children = new Map(
    all.map((child): [number, DoorChild] => {
      const { id: attendee_id, first_name, last_name, birthdate, allergies, needs } = child
      return [
        attendee_id,
        {
          attendee_id,
          first_name,
          last_name,
          birthdate,
          allergies,
          needs,
          class_id: classes.get(attendee_id) ?? null,
          stay_id: here.get(attendee_id)?.id ?? null,
        },
      ]
    }),
  )
  const of = (id: number) => children.get(id) ?? []
  return [
    ...families.map(({ id, name, adults, children: own }) => ({
      family_id: id,
      name,
      adults: adults.map(({ id: adult, first_name, last_name, phone }) => ({
        id: adult,
        first_name,
        last_name,
        phone,
      })),
      children: own.flatMap((child) => of(child.id)),
    })),
    ...alone.map(({ id, first_name, last_name }) => ({
      family_id: null,
      name: `${first_name} ${last_name}`,
      adults: [],
      children: [of(id)].flat(),
    })),
  ].filter((family) => family.children.length > 0)
}
