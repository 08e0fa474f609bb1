import type { attendanceRoutes, Roll } from '@vestry/contract/calls/attendance.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findSeen, requireDetails } from '../attendees/names-only.ts'
import { closeOwnClaims, countOpenClaims } from '../claims/claims-sql.ts'
import { requireClass, type SessionRow } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
import { sessionAnswer } from '../classes/session-answer.ts'
import { namesOfTeachers } from '../classes/teachers.ts'
import { findRoomOf } from '../rooms/rooms-sql.ts'
import { addGuest } from './add-guest.ts'
import { findCurrentRecords } from './current-record-sql.ts'
import { marksAsSeenBy, recordsAsSeenBy, refusedAsSeenBy, rollAsSeenBy } from './marks-as-seen.ts'
import {
  type ChangeStamp,
  countHelpers,
  deleteRecords,
  findRecord,
  insertRecords,
  listBooked,
  listRecords,
  nextVersion,
  updateRecords,
} from './records-sql.ts'
import { listChildren, readCounters, revisionOf, seesDoor } from './roll-sql.ts'
import { saveMarks } from './save-marks.ts'

/** The calls about attendance records and the roll call. */
export function createAttendanceHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  listStaff,
  keepsDoor,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
  listStaff: ListStaff
  /** Whether the church takes children in at the door. */
  keepsDoor: () => boolean
}): Handlers<typeof attendanceRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)

  const stampOf = (caller: Caller): ChangeStamp => ({ changed: clock.now(), changed_by: caller.sub })

  /** Records in the audit trail whose records of a class were changed or deleted. */
  const recordChange = (
    db: Kysely<Tables>,
    class_id: number,
    attendee_ids: readonly number[],
    actor: Actor,
    kind: 'attendance_changed' | 'attendance_deleted' = 'attendance_changed',
  ) =>
    auditLog.recordChange(db, {
      kind,
      parts: { attendees: attendee_ids },
      records: [`class/${class_id}`],
      ...actor,
    })

  async function requireNotCancelled(
    db: Kysely<Tables>,
    caller: Caller,
    class_id: number,
  ): Promise<SessionRow> {
    const session = await requireClass(db, caller, class_id)
    if (session.cancelled === 1) {
      throw new ApiError('class_cancelled', 'This class was cancelled; it takes no attendance.')
    }
    return session
  }

  /** The record, if there is one and the caller may see its class. */
  async function requireRecord(db: Kysely<Tables>, caller: Caller, id: number) {
    const record = await findRecord(db, id)
    if (!record) {
      throw new ApiError('not_found', 'There is no such attendance record; it may have been deleted.')
    }
    await requireClass(db, caller, record.class_id)
    return record
  }

  async function findErasedOf({ id }: SessionRow): Promise<Pick<Roll, 'erased'>> {
    const erased = (await findErased(database.sql, [id])).get(id)
    if (erased === undefined || erased.records === 0) {
      return {}
    }
    const { records, present, absent } = erased
    return { erased: { present, absent, not_recorded: records - present - absent } }
  }

  async function readRoll(session: SessionRow, caller: Caller): Promise<Roll> {
    const { id: class_id, series_id, title, session_datetime, end_time, room, notes, cancelled } = session
    const isToday = session_datetime.slice(0, 10) === churchDay(clock, timeZone())
    const withDoor = keepsDoor() && isToday && seesDoor(caller)
    return {
      ...sessionAnswer({ class_id, series_id, title, session_datetime, end_time, room, notes, cancelled }),
      teachers: await namesOfTeachers(database.sql, session, listStaff),
      ...(session.helpers > 0 && { helpers: session.helpers }),
      ...(await findRoomOf(database.sql, session)),
      children: await rollAsSeenBy(database.sql, caller, await listChildren(database.sql, session, withDoor)),
      ...(await countOpenClaims(database.sql, { class_id, sub: undefined })),
      ...(await findErasedOf(session)),
    }
  }

  return {
    list: async ({ query, caller }) => {
      await requireClass(database.sql, caller, query.class_id)
      return await recordsAsSeenBy(database.sql, caller, await listRecords(database.sql, query.class_id))
    },

    add: async ({ body: { class_id, attendee_id, attended }, ...actor }) =>
      write(async (db) => {
        const session = await requireNotCancelled(db, actor.caller, class_id)
        const current = (await findCurrentRecords(db, session, [attendee_id])).get(attendee_id)
        if (!current) {
          throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
        }
        if (current.record) {
          if (current.record.class_id === class_id) {
            throw new ApiError('already_in_class', 'Add Failed. Selected Attendee already in this class.')
          }
          const which = (await findSeen(db, actor.caller, [attendee_id])).has(attendee_id)
            ? `: ${current.record.class_title}, ${minuteOf(session)}`
            : ''
          throw new ApiError('in_another_class', `${IN_ANOTHER_CLASS}${which}`)
        }
        const version = await nextVersion(db, class_id)
        // Adding a child says nothing yet about whether it came.
        const added = { attendee_id, attended: attended ? 1 : 0, marked: attended ? 1 : 0 }
        const [id = 0] = await insertRecords(db, session, [added], { ...stampOf(actor.caller), version })
        await recordChange(db, class_id, [attendee_id], actor)
        return { message: 'Attendance record added', id }
      }),

    update: async ({ body, ...actor }) =>
      write(async (db) => {
        const former = await requireRecord(db, actor.caller, body.attendance_id)
        if (body.comment !== undefined) {
          await requireDetails(db, actor.caller, [former.attendee_id])
        }
        const message = 'Attendance record updated'
        const content = {
          attended: body.attended ? 1 : 0,
          marked: 1,
          comment: body.comment ?? former.comment,
        }
        const same =
          former.marked === 1 && former.attended === content.attended && former.comment === content.comment
        if (same) {
          return { message }
        }
        requireVersion(former, body.version)
        const version = await nextVersion(db, former.class_id)
        const stamp = stampOf(actor.caller)
        await updateRecords(db, [former.id], { ...content, ...stamp, version })
        const about = { class_id: former.class_id, attendee_ids: [former.attendee_id] }
        if (former.marked === 0 || former.attended !== content.attended) {
          await closeOwnClaims(db, { kind: 'mark', ...about }, stamp)
        }
        if (former.comment !== content.comment) {
          await closeOwnClaims(db, { kind: 'comment', ...about }, stamp)
        }
        await recordChange(db, former.class_id, [former.attendee_id], actor)
        return { message }
      }),

    remove: async ({ query, ...actor }) =>
      write(async (db) => {
        const former = await requireRecord(db, actor.caller, query.attendance_id)
        requireVersion(former, query.version)
        const version = await nextVersion(db, former.class_id)
        await deleteRecords(db, former.class_id, { attendee_ids: [former.attendee_id], version })
        await recordChange(db, former.class_id, [former.attendee_id], actor, 'attendance_deleted')
        return { message: 'Attendance record deleted' }
      }),

    listBooked: async ({ query: { session_datetime, exclude_class_id }, caller }) => {
      const session = await requireClass(database.sql, caller, exclude_class_id)
      if (!may(caller, 'arrange') && session.session_datetime !== session_datetime) {
        throw new ApiError('not_allowed', 'Your class is not held at this time.')
      }
      return await listBooked(database.sql, session_datetime, exclude_class_id)
    },

    findOtherClass: async ({ query: { class_id, attendee_id }, caller }) => {
      const session = await requireClass(database.sql, caller, class_id)
      const seen = await findSeen(database.sql, caller, [attendee_id])
      const current = await findCurrentRecords(database.sql, session, [attendee_id])
      const record = seen.has(attendee_id) ? current.get(attendee_id)?.record : undefined
      const { session_datetime } = session
      return {
        other_class:
          record && record.class_id !== class_id ? { title: record.class_title, session_datetime } : null,
      }
    },

    findRoll: async ({ query: { class_id, since }, caller }) => {
      const revision = revisionOf(await readCounters(database.sql, class_id), caller)
      const session = await requireClass(database.sql, caller, class_id)
      return { revision, roll: revision === since ? null : await readRoll(session, caller) }
    },

    saveRoll: async ({ body: { class_id, marks }, ...actor }) =>
      write(async (db) => {
        const session = await requireNotCancelled(db, actor.caller, class_id)
        const counters = await readCounters(db, class_id)
        const {
          roll_version = counters.roll_version,
          changed,
          saved,
          refused,
        } = await saveMarks(db, session, marks, stampOf(actor.caller))
        await recordChange(db, class_id, changed, actor)
        return {
          message: 'Attendance records updated',
          saved: await marksAsSeenBy(db, actor.caller, saved),
          refused: await refusedAsSeenBy(db, actor.caller, refused),
          before: revisionOf(counters, actor.caller),
          revision: revisionOf({ ...counters, roll_version }, actor.caller),
        }
      }),

    countHelpers: async ({ body: { class_id, helpers, seen }, ...actor }) =>
      write(async (db) => {
        const session = await requireNotCancelled(db, actor.caller, class_id)
        const same = session.helpers === helpers
        if (!same && session.helpers !== seen) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has counted the adults meanwhile. Look at their number first.',
          )
        }
        if (!same) {
          await countHelpers(db, class_id, helpers)
          const records = [`class/${class_id}` as const]
          await auditLog.recordChange(db, { kind: 'helpers_counted', records, parts: { helpers }, ...actor })
        }
        return { message: 'Adults counted' }
      }),

    addGuest: async ({ body: { class_id, request_id, ...guest }, ...actor }) =>
      write(async (db) => {
        const session = await requireNotCancelled(db, actor.caller, class_id)
        const stamp = stampOf(actor.caller)
        const { newChild, newRecord, ...added } = await addGuest(db, session, { request_id, guest }, stamp)
        const children = newChild ? ([`attendee/${added.attendee_id}`] as const) : []
        await auditLog.recordChange(db, { kind: 'attendee_added', records: children, ...actor })
        await recordChange(db, class_id, newRecord ? [added.attendee_id] : [], actor)
        return { message: 'Attendance record added', ...added }
      }),
  }
}

/** Refuses a change that was made against an older version; a client that names no version is trusted. */
function requireVersion(former: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== former.version) {
    throw new ApiError(
      'changed_meanwhile',
      'Someone else has changed this attendance record meanwhile. Look at it again first.',
    )
  }
}

/**
 * The sentence that clients know; for those who see more of the child than the name, the class and its time come after
 * it.
 */
const IN_ANOTHER_CLASS = 'Add Failed. Selected Attendee already in another class'

function minuteOf({ session_datetime }: SessionRow): string {
  return session_datetime.slice(0, 16).replace('T', ' ')
}
