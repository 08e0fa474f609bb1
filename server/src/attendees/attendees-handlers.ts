import type { attendeeRoutes } from '@vestry/contract/attendees.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'

const later = async (): Promise<never> => {
  throw new Error('to come')
}

/** The calls about attendees. `timeZone` is the church's: a child is not born after its today. */
export function createAttendeeHandlers(_parts: {
  database: Database
  clock: Clock
  timeZone: string
}): Handlers<typeof attendeeRoutes> {
  return { list: later, create: later, update: later, remove: later, namesakes: later }
}
