import type { calendarRoutes } from '@vestry/contract/calendar.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'

/** The call of the calendar. */
export function createCalendarHandlers(_database: Database): Handlers<typeof calendarRoutes> {
  return {
    find: async () => {
      throw new Error('to come')
    },
  }
}
