import { FOUND_OF_EACH, type Found, type FoundPerson, type findRoutes } from '@vestry/contract/calls/find.ts'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { FAMILY_RIGHTS } from '@vestry/contract/rules/rights.ts'
import { isFindable } from '@vestry/contract/text/search-key.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { createAttendeeList } from '../attendees/attendee-list-sql.ts'
import { asSeenBy } from '../attendees/names-only.ts'
import { ownAlone } from '../classes/class-access.ts'
import { findChildren, findClasses, findFamilies, findSermons } from './find-sql.ts'

/** Some of the people who sign in. */
export type FindStaff = (text: string) => Promise<FoundPerson[]>

/** The calls of the dialog that finds anything. */
export function createFindHandlers(parts: {
  database: Database
  clock: Clock
  timeZone: () => string
  findStaff: FindStaff
}): Handlers<typeof findRoutes> {
  const { database } = parts
  const { sql } = database
  const list = createAttendeeList(database)

  /** Children by their names alone, for people who see nothing else of them. */
  async function findNames(caller: Caller, search: string, today: string): Promise<Found['children']> {
    const query = { search, orderBy: 'default', direction: 'ASC', offset: 0, limit: FOUND_OF_EACH } as const
    const { results } = await list({ ...query, today, namesOnly: true })
    return (await asSeenBy(sql, caller, results)).map(({ id, first_name, last_name, birthdate }) => ({
      id,
      first_name,
      last_name,
      age: birthdate === null ? null : ageOn(today, birthdate),
    }))
  }

  return {
    find: async ({ query: { text }, caller }) => {
      if (!isFindable(text)) {
        return { children: [], families: [], sermons: [], classes: [] }
      }
      const today = churchDay(parts.clock, parts.timeZone())
      const sub = ownAlone(caller)
      const [children, families, sermons, classes] = await Promise.all([
        may(caller, 'allChildren') ? findChildren(database, text, today) : findNames(caller, text, today),
        FAMILY_RIGHTS.every((right) => may(caller, right)) ? findFamilies(database, text) : [],
        findSermons(database, text),
        findClasses(database, text, { today, sub }),
      ])
      return { children, families, sermons, classes }
    },

    findStaff: async ({ query: { text } }) => parts.findStaff(text),
  }
}
