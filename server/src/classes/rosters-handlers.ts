import type { rosterRoutes } from '@vestry/contract/rosters.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { writeArea } from '../database/write-area.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import { requireSeries } from './class-access.ts'
import { countAttendees, enrol, enrolledOf, listRoster, unenrol } from './roster-sql.ts'

/** The calls about who belongs to a series. */
export function createRosterHandlers(database: Database): Handlers<typeof rosterRoutes> {
  return {
    find: async ({ query, caller }) => {
      const { id, title } = await requireSeries(database.sql, caller, query.series_id)
      return { series_id: id, title, attendees: await listRoster(database.sql, id) }
    },

    add: async ({ body: { series_id, attendee_ids }, caller }) =>
      writeArea(database, 'sunday_school', async (db) => {
        await requireSeries(db, caller, series_id)
        const ids = await requireAttendees(db, attendee_ids)
        return { message: 'Roster successfully updated', changed: await enrol(db, series_id, ids) }
      }),

    move: async ({ body: { series_id, to_series_id, attendee_ids }, caller }) => {
      if (series_id === to_series_id) {
        throw new ApiError('invalid_request', 'to_series_id must be another series than series_id.', {
          field: 'to_series_id',
        })
      }
      return await writeArea(database, 'sunday_school', async (db) => {
        await requireSeries(db, caller, series_id)
        await requireSeries(db, caller, to_series_id)
        const moving = await enrolledOf(db, series_id, await requireAttendees(db, attendee_ids))
        await enrol(db, to_series_id, moving)
        return { message: 'Roster successfully updated', changed: await unenrol(db, series_id, moving) }
      })
    },

    remove: async ({ query: { series_id, attendee_ids }, caller }) =>
      writeArea(database, 'sunday_school', async (db) => {
        await requireSeries(db, caller, series_id)
        return { message: 'Roster successfully updated', changed: await unenrol(db, series_id, attendee_ids) }
      }),
  }
}

/** These attendees, each once, if there are all of them. */
async function requireAttendees(db: Kysely<Tables>, attendee_ids: readonly number[]): Promise<number[]> {
  const ids = [...new Set(attendee_ids)]
  if ((await countAttendees(db, ids)) < ids.length) {
    throw new ApiError('not_found', 'One of these attendees is not there; it may have been deleted.')
  }
  return ids
}
