import type { calendarRoutes } from '@vestry/contract/calls/calendar.ts'
import { MAX_CALENDAR_DAYS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { daysBetween } from '../../church-time.ts'
import type { Database } from '../../database/open-database.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { ownAlone } from '../classes/class-access.ts'
import { classesWithin, sermonsWithin } from './calendar-sql.ts'

/** The call about the calendar. */
export function createCalendarHandlers({ sql: db }: Database): Handlers<typeof calendarRoutes> {
  return {
    find: async ({ query: { from, to }, caller }) => {
      const days = daysBetween(from, to) + 1
      if (days < 1 || days > MAX_CALENDAR_DAYS) {
        throw new ApiError(
          'invalid_request',
          `to must be a date from ${from} on, and no more than ${MAX_CALENDAR_DAYS} days may be asked for.`,
          { field: 'to' },
        )
      }
      const span = { first: `${from}T00:00:00`, last: `${to}T23:59:59` }
      return {
        classes: await classesWithin(db, span, ownAlone(caller)),
        sermons: await sermonsWithin(db, span),
      }
    },
  }
}
