import type { attendanceRoutes } from '@vestry/contract/attendance.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/mount-routes.ts'

/** The class session, if the caller may see it; otherwise it throws what the call answers. */
export type RequireClass = (
  db: Kysely<Tables>,
  caller: Caller,
  class_id: number,
) => Promise<Selectable<Tables['class_session']>>

const later = async (): Promise<never> => {
  throw new Error('to come')
}

/** The calls about attendance records and the roll call. */
export function createAttendanceHandlers(_parts: {
  database: Database
  clock: Clock
  requireClass: RequireClass
}): Handlers<typeof attendanceRoutes> {
  return {
    list: later,
    add: later,
    update: later,
    remove: later,
    listBooked: later,
    findRoll: later,
    saveRoll: later,
    addGuest: later,
  }
}
