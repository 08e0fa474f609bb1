import type { Attendee, attendeeRoutes } from '@vestry/contract/calls/attendees.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { cacheJson } from '../../http/cached-json.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import type { Trash } from '../../trash/create-trash.ts'
import { ownAlone } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { refuseHere } from '../door/stays-sql.ts'
import { createAttendeeList } from './attendee-list-sql.ts'
import { listAttendanceOf, listClassesOf, listCommentsOn } from './attendee-profile-sql.ts'
import {
  type AttendeeContent,
  deleteAttendee,
  findAttendee,
  findByRequest,
  findDetail,
  findNamesakes,
  hasContent,
  insertAttendee,
  updateAttendee,
} from './attendees-sql.ts'
import { changeMembership } from './change-membership.ts'
import { eraseAttendee } from './erase-attendee.ts'
import { asSeenBy, requireDetails } from './names-only.ts'

/** What changes an attendee's own entry. */
export const ATTENDEE_CHANGES = [
  'attendee_added',
  'attendee_changed',
  'attendee_photo_changed',
  'attendee_photo_removed',
  'attendee_merged',
  'attendee_merge_undone',
] as const

/** The calls about attendees. `timeZone` is the church's: no child is born after the church's today. */
export function createAttendeeHandlers({
  database,
  auditLog,
  findLastChange,
  trash,
  listStaff,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  findLastChange: FindLastChange
  trash: Trash
  listStaff: ListStaff
  clock: Clock
  timeZone: () => string
}): Handlers<typeof attendeeRoutes> {
  const list = createAttendeeList(database)

  function refuseUnborn({ birthdate }: Pick<AttendeeContent, 'birthdate'>) {
    if (birthdate !== null && birthdate > churchDay(clock, timeZone())) {
      throw new ApiError('invalid_request', 'birthdate must not be later than today.', { field: 'birthdate' })
    }
  }

  async function seenBy(caller: Caller, child: Attendee): Promise<Attendee> {
    const [seen = child] = await asSeenBy(database.sql, caller, [child])
    return seen
  }

  return {
    list: async ({ query, caller }) => {
      if (query.attendee_id !== undefined) {
        const { attendance_count, ...child } =
          (await findDetail(database.sql, query.attendee_id)) ?? notFound()
        const seen = await seenBy(caller, child)
        return {
          ...seen,
          attendance_count: seen.names_only ? 0 : attendance_count,
          last_change: await findLastChange(`attendee/${query.attendee_id}`, ATTENDEE_CHANGES),
        }
      }
      if (may(caller, 'allChildren')) {
        return cacheJson(await list({ ...query, today: churchDay(clock, timeZone()) }))
      }
      const page = await list({ ...query, today: '', namesOnly: true })
      return { ...page, results: await asSeenBy(database.sql, caller, page.results) }
    },

    findProfile: async ({ query: { attendee_id: id }, caller }) => {
      const db = database.sql
      const attendee = (await findAttendee(db, id)) ?? notFound()
      const sub = ownAlone(caller)
      const wanted = { id, today: churchDay(clock, timeZone()), sub }
      const seen = await seenBy(caller, attendee)
      return {
        ...seen,
        last_change: await findLastChange(`attendee/${id}`, ATTENDEE_CHANGES),
        classes: await listClassesOf(db, wanted, await listStaff()),
        attendance: await listAttendanceOf(db, wanted),
        comments: seen.names_only ? [] : await listCommentsOn(db, wanted),
      }
    },

    create: async ({ body: { request_id, ...content }, caller, address }) => {
      refuseUnborn(content)
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = request_id === undefined ? undefined : await findByRequest(db, request_id)
        const message = 'Attendee successfully created'
        if (present) {
          return { message, id: present.id, version: present.version }
        }
        const id = await insertAttendee(db, content, request_id)
        await auditLog.recordChange(db, {
          kind: 'attendee_added',
          records: [`attendee/${id}`],
          caller,
          address,
        })
        return { message, id, version: 1 }
      })
    },

    update: async ({ body: { id, version: loaded, ...given }, caller, address }) => {
      refuseUnborn(given)
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const former = (await findAttendee(db, id)) ?? notFound()
        await requireDetails(db, caller, [id])
        const { allergies = former.allergies, needs = former.needs } = given
        const content = { ...given, allergies, needs }
        const message = 'Attendee successfully updated'
        if (hasContent(former, content)) {
          return { message, id, version: former.version }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this attendee since you opened it. Open it again to see their changes.',
          )
        }
        const version = former.version + 1
        await updateAttendee(db, { ...content, id, version })
        await auditLog.recordChange(db, {
          kind: 'attendee_changed',
          records: [`attendee/${id}`],
          caller,
          address,
        })
        return { message, id, version }
      })
    },

    changeSeveral: async ({ body: { changes }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => ({
        message: 'Attendees successfully updated',
        ...(await changeMembership(db, changes, { auditLog, actor })),
      })),

    remove: async ({ query: { attendee_id }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        if (!(await findAttendee(db, attendee_id))) {
          notFound()
        }
        await requireDetails(db, caller, [attendee_id])
        await refuseHere(db, [attendee_id])
        await trash.putAttendee(db, attendee_id, { caller, address })
        await deleteAttendee(db, attendee_id)
        const records = [`attendee/${attendee_id}`] as const
        await auditLog.recordChange(db, { kind: 'attendee_deleted', records, caller, address })
        return { message: 'Attendee successfully deleted' }
      }),

    erase: async ({ body: { attendee_id: id }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        await refuseHere(db, [id])
        if (!(await eraseAttendee(db, { trash, auditLog }, { id, caller, address }))) {
          notFound()
        }
        return { message: 'Attendee successfully erased' }
      }),

    namesakes: async ({ query, caller }) =>
      asSeenBy(database.sql, caller, await findNamesakes(database.sql, query)),
  }
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
}
