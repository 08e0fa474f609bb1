import type { FoundPerson, findRoutes } from '@vestry/contract/find.ts'
import { seesOnlyOwnClasses } from '@vestry/contract/roles.ts'
import { isFindable } from '@vestry/contract/search-key.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findChildren, findClasses, findSermons } from './find-sql.ts'

/** A few of those who sign in. */
export type FindStaff = (text: string) => Promise<FoundPerson[]>

/** The calls of the dialog that finds anything. */
export function createFindHandlers(parts: {
  database: Database
  clock: Clock
  timeZone: () => string
  findStaff: FindStaff
}): Handlers<typeof findRoutes> {
  const { sql } = parts.database
  return {
    find: async ({ query: { text }, caller }) => {
      if (!isFindable(text)) {
        return { children: [], sermons: [], classes: [] }
      }
      const today = churchDay(parts.clock, parts.timeZone())
      const sub = seesOnlyOwnClasses(caller.role) ? caller.sub : undefined
      const [children, sermons, classes] = await Promise.all([
        findChildren(sql, text, today),
        findSermons(sql, text),
        findClasses(sql, text, { today, sub }),
      ])
      return { children, sermons, classes }
    },

    findStaff: async ({ query: { text } }) => parts.findStaff(text),
  }
}
