import type { followUpRoutes } from '@vestry/contract/calls/follow-ups.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import { churchTime } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { requireSeries } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { undoSeveral, writeSeveral } from './ask-after-several.ts'
import { entryOf, findAskable, findTasks } from './find-tasks.ts'
import { insertEntries, isWritten, listEntries, newestEntry, saveLimit } from './follow-up-sql.ts'

/** The calls about children who stopped coming, and about asking after them. */
export function createFollowUpHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  listStaff,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  listStaff: ListStaff
}): Handlers<typeof followUpRoutes> {
  const now = () => churchTime(clock, timeZone())

  async function refuseStranger(sub: string): Promise<void> {
    if (sub !== '' && !(await listStaff()).some((person) => person.sub === sub && person.enabled)) {
      throw new ApiError('invalid_request', 'assigned_to names somebody who cannot sign in here.', {
        field: 'assigned_to',
      })
    }
  }

  const writtenBy = (caller: Caller, day: string) => ({
    at: clock.now(),
    day,
    written_by: caller.sub,
    written_by_name: caller.name?.trim() || caller.email,
  })

  return {
    list: async ({ caller }) => ({
      // Whoever goes by it has seen at least the tasks that follow.
      newest: await newestEntry(database.sql),
      tasks: await findTasks(database.sql, { caller, now: now(), listStaff }),
    }),

    find: async ({ query: { attendee_id }, caller }) => {
      await requireOwn(database.sql, caller, attendee_id)
      const [[task = null], entries] = await Promise.all([
        findTasks(database.sql, { caller, now: now(), listStaff, attendee_id }),
        listEntries(database.sql, [attendee_id]),
      ])
      return { task, entries: entries.map(entryOf) }
    },

    add: async ({ body: { request_id, attendee_id, seen, ...entry }, caller, address }) => {
      const day = now().slice(0, 10)
      const leaveAlone = entry.outcome === 'later'
      if (leaveAlone && entry.until_day <= day) {
        throw new ApiError('invalid_request', 'until_day must be a day to come.', { field: 'until_day' })
      }
      await refuseStranger(entry.assigned_to)
      return await withWriteLock(database, 'sunday_school', async (db) => {
        await requireOwn(db, caller, attendee_id)
        const message = 'Follow-up saved'
        if (await isWritten(db, request_id)) {
          return { message }
        }
        if ((await newestEntry(db, attendee_id)) !== seen) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has written something about this child meanwhile. Read it first.',
          )
        }
        const until_day = leaveAlone ? entry.until_day : ''
        await insertEntries(db, [{ request_id, attendee_id, ...entry, until_day, ...writtenBy(caller, day) }])
        const records = [`attendee/${attendee_id}`] as const
        const parts = entry.outcome === '' ? undefined : { outcome: entry.outcome }
        await auditLog.recordChange(db, { kind: 'followed_up', records, parts, caller, address })
        return { message }
      })
    },

    addSeveral: async ({ body, caller, address }) => {
      const written = writtenBy(caller, now().slice(0, 10))
      await refuseStranger(body.assigned_to)
      return await withWriteLock(database, 'sunday_school', async (db) => ({
        message: 'Follow-up saved',
        ...(await writeSeveral(db, body, written, { auditLog, caller, address })),
      }))
    },

    undoSeveral: async ({ body: { entries }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => ({
        message: 'Follow-up taken back',
        attendee_ids: await undoSeveral(db, entries, { auditLog, caller, address }),
      })),

    setLimit: async ({ body: { series_id, miss_limit }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const series = await requireSeries(db, caller, series_id)
        if (series.miss_limit !== miss_limit) {
          await saveLimit(db, series_id, miss_limit)
          const records = [`series/${series_id}`] as const
          const parts = { limit: miss_limit }
          await auditLog.recordChange(db, { kind: 'miss_limit_changed', records, parts, caller, address })
        }
        return { message: 'The limit is saved' }
      }),
  }
}

/** Refuses unless the child exists and the caller may ask after it. */
async function requireOwn(db: Kysely<Tables>, caller: Caller, attendee_id: number): Promise<void> {
  if (!(await findAttendee(db, attendee_id))) {
    throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
  }
  if (!(await findAskable(db, caller, [attendee_id])).has(attendee_id)) {
    throw new ApiError('not_allowed', 'This child is in none of your classes.')
  }
}
