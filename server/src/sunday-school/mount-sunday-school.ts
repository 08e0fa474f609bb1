import { attendanceRoutes } from '@vestry/contract/attendance.ts'
import { attendanceImportRoutes } from '@vestry/contract/attendance-imports.ts'
import { attendeeImportRoutes } from '@vestry/contract/attendee-imports.ts'
import { attendeeRoutes } from '@vestry/contract/attendees.ts'
import { calendarRoutes } from '@vestry/contract/calendar.ts'
import { classRoutes } from '@vestry/contract/classes.ts'
import { exportRoutes } from '@vestry/contract/exports.ts'
import { findRoutes } from '@vestry/contract/find.ts'
import { followUpRoutes } from '@vestry/contract/follow-ups.ts'
import { photoRoutes } from '@vestry/contract/photos.ts'
import { plannedAbsenceRoutes } from '@vestry/contract/planned-absences.ts'
import { reportRoutes } from '@vestry/contract/reports.ts'
import { rosterRoutes } from '@vestry/contract/rosters.ts'
import { type Administration, todayRoutes } from '@vestry/contract/today.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditLog } from '../audit/audit-log.ts'
import type { FindLastChange } from '../audit/find-last-change.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import { type Authenticate, mountRoutes } from '../http/mount-routes.ts'
import type { Trash } from '../trash/create-trash.ts'
import { createPlannedAbsenceHandlers } from './absences/planned-absence-handlers.ts'
import { createAttendanceHandlers } from './attendance/attendance-handlers.ts'
import { createAttendeeHandlers } from './attendees/attendees-handlers.ts'
import { createCalendarHandlers } from './calendar/calendar-handlers.ts'
import { createClassHandlers, type ListStaff } from './classes/classes-handlers.ts'
import { createExportHandlers } from './exports/export-handlers.ts'
import { createFindHandlers, type FindStaff } from './find/find-handlers.ts'
import { createFollowUpHandlers } from './follow-ups/follow-up-handlers.ts'
import { createAttendanceImportHandlers } from './imports/attendance-import-handlers.ts'
import { createImportHandlers } from './imports/import-handlers.ts'
import { createPhotoHandlers } from './photos/photo-handlers.ts'
import { createReportHandlers } from './reports/report-handlers.ts'
import { createRosterHandlers } from './rosters/rosters-handlers.ts'
import { createTodayHandlers } from './today/today-handlers.ts'

export type SundaySchoolParts = {
  database: Database
  auditLog: AuditLog
  findLastChange: FindLastChange
  trash: Trash
  /** Those whom a class can be assigned to. */
  listStaff: ListStaff
  findStaff: FindStaff
  /** What concerns those who run the server, for the page of today. */
  findAdministration: () => Promise<Administration>
  clock: Clock
  /** The church's. */
  timeZone: () => string
}

/** The calls of the Sunday school: attendees, classes, rosters, attendance, the calendar, today, reports, and what finds anything. */
export function mountSundaySchool(
  scope: FastifyInstance,
  authenticate: Authenticate,
  parts: SundaySchoolParts,
): void {
  mountRoutes(scope, 'attendees', attendeeRoutes, createAttendeeHandlers(parts), authenticate)
  mountRoutes(scope, 'imports', attendeeImportRoutes, createImportHandlers(parts), authenticate)
  mountRoutes(
    scope,
    'attendanceImports',
    attendanceImportRoutes,
    createAttendanceImportHandlers(parts),
    authenticate,
  )
  mountRoutes(scope, 'photos', photoRoutes, createPhotoHandlers(parts), authenticate)
  mountRoutes(scope, 'absences', plannedAbsenceRoutes, createPlannedAbsenceHandlers(parts), authenticate)
  mountRoutes(scope, 'followUps', followUpRoutes, createFollowUpHandlers(parts), authenticate)
  mountRoutes(scope, 'classes', classRoutes, createClassHandlers(parts), authenticate)
  mountRoutes(scope, 'rosters', rosterRoutes, createRosterHandlers(parts), authenticate)
  mountRoutes(scope, 'attendance', attendanceRoutes, createAttendanceHandlers(parts), authenticate)
  mountRoutes(scope, 'exports', exportRoutes, createExportHandlers(parts), authenticate)
  mountRoutes(scope, 'calendar', calendarRoutes, createCalendarHandlers(parts.database), authenticate)
  mountRoutes(scope, 'today', todayRoutes, createTodayHandlers(parts), authenticate)
  mountRoutes(scope, 'reports', reportRoutes, createReportHandlers(parts), authenticate)
  mountRoutes(scope, 'find', findRoutes, createFindHandlers(parts), authenticate)
}
