import type { rosterRoutes } from '@vestry/contract/rosters.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'

const later = async (): Promise<never> => {
  throw new Error('to come')
}

/** The calls about who belongs to a series. */
export function createRosterHandlers(_database: Database): Handlers<typeof rosterRoutes> {
  return { find: later, add: later, move: later, remove: later }
}
