import type { classRoutes, Teacher } from '@vestry/contract/calls/classes.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import { churchDay, dayAfter } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import type { Trash } from '../../trash/create-trash.ts'
import { cancelClasses, removeClasses } from './cancel-class.ts'
import { changeClass } from './change-class.ts'
import { ownAlone, requireClass, requireSeries } from './class-access.ts'
import { findDetail } from './class-detail-sql.ts'
import { refuseEarlyEnd } from './class-end.ts'
import { createClassList } from './class-list-sql.ts'
import { planClass } from './plan-class.ts'
import { recordSessions } from './record-sessions.ts'
import { listSeries } from './series-list-sql.ts'
import { listSessions } from './series-sql.ts'
import { sessionTimes } from './session-times.ts'
import { refuseUnknown } from './teachers.ts'

/** Somebody who can sign in, or once could. */
export type StaffMember = Teacher & { enabled: boolean }

/** Everybody whom the identity service knows at present, by name. */
export type ListStaff = () => Promise<StaffMember[]>

/** How long a series is offered after its last session, so that last year's roster can be copied. */
const REMEMBERED_DAYS = 366

const CHANGES = ['class_planned', 'class_changed', 'class_cancelled', 'class_restored'] as const

/** The calls about class sessions and their series. */
export function createClassHandlers({
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
}): Handlers<typeof classRoutes> {
  const { sql } = database
  const list = createClassList(database)

  return {
    listByDate: async ({ query }) => list(query, await listStaff()),

    listTeachersByDate: async ({ query, caller }) => list(query, await listStaff(), caller.sub),

    find: async ({ query, caller }) => ({
      ...(await findDetail(sql, await requireClass(sql, caller, query.class_id), await listStaff())),
      last_change: await findLastChange(`class/${query.class_id}`, CHANGES),
    }),

    listOfSeries: async ({ query, caller }) => {
      const { id } = await requireSeries(sql, caller, query.series_id)
      return await listSessions(sql, id, ownAlone(caller))
    },

    listTeachers: async () => {
      const staff = await listStaff()
      return staff.filter(({ enabled }) => enabled).map(({ sub, name }) => ({ sub, name }))
    },

    preview: async ({ body }) => ({ sessions: sessionTimes(body.session_datetime, body.repeat) }),

    create: async ({ body, ...actor }) => {
      const { session_datetime, repeat } = body
      refuseEarlyEnd(body.end_time, session_datetime.slice(10), session_datetime)
      const times = repeat ? sessionTimes(session_datetime, repeat) : [session_datetime]
      const staff = await listStaff()
      return await withWriteLock(database, 'sunday_school', async (db) => {
        refuseUnknown(body.teachers, staff)
        return await planClass(db, body, times, churchDay(clock, timeZone()), {
          planned: recordSessions(auditLog, db, actor),
          enrolled: (series_id, attendee_ids) =>
            auditLog.recordChange(db, {
              kind: 'roster_added',
              records: [`series/${series_id}`],
              parts: { attendees: attendee_ids },
              ...actor,
            }),
        })
      })
    },

    update: async ({ body, ...actor }) => {
      const staff = await listStaff()
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const session = await requireClass(db, actor.caller, body.id)
        return await changeClass(db, session, body, staff, recordSessions(auditLog, db, actor))
      })
    },

    cancel: async ({ body, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const session = await requireClass(db, actor.caller, body.class_id)
        return await cancelClasses(db, session, body, recordSessions(auditLog, db, actor))
      }),

    remove: async ({ query, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const session = await requireClass(db, actor.caller, query.class_id)
        return await removeClasses(db, session, query, {
          put: (sessions) => trash.putClasses(db, sessions, actor),
          record: recordSessions(auditLog, db, actor),
        })
      }),

    listSeries: async ({ query, caller }) =>
      listSeries(sql, {
        since: dayAfter(churchDay(clock, timeZone()), -REMEMBERED_DAYS) ?? '',
        search: query.search,
        sub: ownAlone(caller),
      }),
  }
}
