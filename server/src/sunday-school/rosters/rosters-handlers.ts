import type { rosterRoutes } from '@vestry/contract/calls/rosters.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { asSeenBy, findSeen } from '../attendees/names-only.ts'
import { requireSeries } from '../classes/class-access.ts'
import { listCollectors } from '../families/collectors-sql.ts'
import { enrol, enrolledOf, listRoster, unenrol } from './roster-sql.ts'

const UPDATED = 'Roster successfully updated'
const CHANGES = ['roster_added', 'roster_removed'] as const

/** The calls about who belongs to a series. */
export function createRosterHandlers({
  database,
  auditLog,
  findLastChange,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  findLastChange: FindLastChange
  clock: Clock
  timeZone: () => string
}): Handlers<typeof rosterRoutes> {
  /** Puts those of these on the roster who are not on it, and returns them. */
  async function add(db: Kysely<Tables>, series_id: number, ids: readonly number[], actor: Actor) {
    const present = await enrolledOf(db, series_id, ids)
    const added = ids.filter((id) => !present.includes(id))
    const records = [`series/${series_id}`] as const
    await auditLog.recordChange(db, { kind: 'roster_added', records, parts: { attendees: added }, ...actor })
    await enrol(db, series_id, added, churchDay(clock, timeZone()))
    return added
  }

  /** Takes those of these off the roster who are on it, and returns them. */
  async function takeOff(db: Kysely<Tables>, series_id: number, ids: readonly number[], actor: Actor) {
    const present = await enrolledOf(db, series_id, ids)
    const records = [`series/${series_id}`] as const
    await auditLog.recordChange(db, {
      kind: 'roster_removed',
      records,
      parts: { attendees: present },
      ...actor,
    })
    await unenrol(db, series_id, present, churchDay(clock, timeZone()))
    return present
  }

  /** Who collects those on the roster today, and who must not, as this person may see it. */
  async function collectorsOf(series_id: number, caller: Caller) {
    const ids = (await listRoster(database.sql, series_id)).map(({ id }) => id)
    const seen = await findSeen(database.sql, caller, ids)
    const byChild = await listCollectors(database.sql, [...seen], churchDay(clock, timeZone()))
    return [...byChild].flatMap(([attendee_id, some]) => some.map((one) => ({ attendee_id, ...one })))
  }

  return {
    find: async ({ query, caller }) => {
      const { id, title, miss_limit } = await requireSeries(database.sql, caller, query.series_id)
      return {
        series_id: id,
        title,
        miss_limit,
        attendees: await asSeenBy(database.sql, caller, await listRoster(database.sql, id)),
        last_change: await findLastChange(`series/${id}`, CHANGES),
      }
    },

    add: async ({ body: { series_id, attendee_ids }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        await requireSeries(db, actor.caller, series_id)
        const asked = [...new Set(attendee_ids)]
        const there = new Set((await attendeesById(db, asked)).map(({ id }) => id))
        const added = await add(db, series_id, [...there], actor)
        return { ...changedSome(added), left: asked.filter((id) => !there.has(id)) }
      }),

    move: async ({ body: { series_id, to_series_id, attendee_ids }, ...actor }) => {
      if (series_id === to_series_id) {
        throw new ApiError('invalid_request', 'to_series_id must be another series than series_id.', {
          field: 'to_series_id',
        })
      }
      return await withWriteLock(database, 'sunday_school', async (db) => {
        await requireSeries(db, actor.caller, series_id)
        await requireSeries(db, actor.caller, to_series_id)
        const moving = await enrolledOf(db, series_id, [...new Set(attendee_ids)])
        const already = await enrolledOf(db, to_series_id, moving)
        await add(db, to_series_id, moving, actor)
        const { length: changed } = await takeOff(db, series_id, moving, actor)
        return { message: UPDATED, changed, moved: moving, already }
      })
    },

    remove: async ({ query: { series_id, attendee_ids }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        await requireSeries(db, actor.caller, series_id)
        return changedSome(await takeOff(db, series_id, attendee_ids, actor))
      }),

    print: async ({ body: { series_id, with: asked }, ...actor }) => {
      await requireSeries(database.sql, actor.caller, series_id)
      const parts = { with: [...new Set(asked)].sort() }
      const records = [`series/${series_id}`] as const
      await auditLog.recordChange(database.sql, { kind: 'list_printed', records, parts, ...actor })
      const message = 'The audit trail notes that the list is printed'
      return {
        message,
        collectors: asked.includes('collectors') ? await collectorsOf(series_id, actor.caller) : [],
      }
    },
  }
}

function changedSome(attendee_ids: number[]) {
  return { message: UPDATED, changed: attendee_ids.length, attendee_ids }
}
