import type { plannedAbsenceRoutes } from '@vestry/contract/calls/planned-absences.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { requireDetails } from '../attendees/names-only.ts'
import {
  deleteAbsence,
  findAbsence,
  findSameAbsence,
  insertAbsence,
  listAbsences,
} from './planned-absence-sql.ts'

const MAX_LISTED = 100

/** The calls about planned absences, for those who see more of a child than the name. */
export function createPlannedAbsenceHandlers({
  database,
  auditLog,
}: {
  database: Database
  auditLog: AuditLog
}): Handlers<typeof plannedAbsenceRoutes> {
  return {
    async list({ query: { attendee_id }, caller }) {
      await requireAttendee(database.sql, caller, attendee_id)
      return await listAbsences(database.sql, attendee_id, MAX_LISTED)
    },

    async add({ body, caller, address }) {
      if (body.until_day < body.from_day) {
        throw new ApiError('invalid_request', 'until_day must not be before from_day.', {
          field: 'until_day',
        })
      }
      return await withWriteLock(database, 'sunday_school', async (db) => {
        await requireAttendee(db, caller, body.attendee_id)
        const message = 'Absence planned'
        const present = await findSameAbsence(db, body)
        if (present !== undefined) {
          return { message, id: present }
        }
        const records = [`attendee/${body.attendee_id}`] as const
        await auditLog.recordChange(db, { kind: 'absence_planned', records, caller, address })
        return { message, id: await insertAbsence(db, body) }
      })
    },

    remove: async ({ query: { absence_id }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const attendee_id = await findAbsence(db, absence_id)
        if (attendee_id === undefined) {
          throw new ApiError('not_found', 'There is no such planned absence; it may have been deleted.')
        }
        await requireDetails(db, caller, [attendee_id])
        await deleteAbsence(db, absence_id)
        const records = [`attendee/${attendee_id}`] as const
        await auditLog.recordChange(db, { kind: 'absence_unplanned', records, caller, address })
        return { message: 'Planned absence deleted' }
      }),
  }
}

async function requireAttendee(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  if (!(await findAttendee(db, id))) {
    throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
  }
  await requireDetails(db, caller, [id])
}
