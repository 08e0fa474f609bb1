import type { Administration } from '@vestry/contract/calls/today.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { FindLastChange } from '../audit/find-last-change.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Trash } from '../trash/create-trash.ts'
import { createPlannedAbsenceHandlers } from './absences/planned-absence-handlers.ts'
import { createAttendanceHandlers } from './attendance/attendance-handlers.ts'
import { createAttendeeHandlers } from './attendees/attendees-handlers.ts'
import { createCalendarHandlers } from './calendar/calendar-handlers.ts'
import { createClaimHandlers } from './claims/claim-handlers.ts'
import { createClassHandlers, type ListStaff } from './classes/classes-handlers.ts'
import { createDoorHandlers } from './door/door-handlers.ts'
import { createDoorOfflineHandlers } from './door/door-offline-handlers.ts'
import { createParentCallHandlers } from './door/parent-call-handlers.ts'
import type { Messengers } from './door/parent-message.ts'
import { createDoorPrinterHandlers } from './door-printers/door-printer-handlers.ts'
import { createLabelPrinting } from './door-printers/label-printing.ts'
import { createExportHandlers } from './exports/export-handlers.ts'
import { createFamilyHandlers } from './families/family-handlers.ts'
import { createFindHandlers, type FindStaff } from './find/find-handlers.ts'
import { createFollowUpHandlers } from './follow-ups/follow-up-handlers.ts'
import { createAttendanceImportHandlers } from './imports/attendance-import-handlers.ts'
import { createImportHandlers } from './imports/import-handlers.ts'
import { createMergeHandlers } from './merges/merge-handlers.ts'
import { createOpenRollHandlers } from './open-rolls/open-roll-handlers.ts'
import { createRollOperationHandlers } from './operations/roll-operation-handlers.ts'
import { createPhotoHandlers } from './photos/photo-handlers.ts'
import { createReportHandlers } from './reports/report-handlers.ts'
import { createRoomHandlers } from './rooms/room-handlers.ts'
import { createRosterHandlers } from './rosters/rosters-handlers.ts'
import { createBridgeHandlers } from './stations/bridge-handlers.ts'
import { createDoorStationHandlers } from './stations/door-station-handlers.ts'
import { createStationHandlers } from './stations/station-handlers.ts'
import { createTodayHandlers } from './today/today-handlers.ts'

export type SundaySchoolParts = {
  database: Database
  auditLog: AuditLog
  findLastChange: FindLastChange
  trash: Trash
  /** The people to whom a class can be assigned. */
  listStaff: ListStaff
  findStaff: FindStaff
  /** What Today tells the people who run the server. */
  findAdministration: () => Promise<Administration>
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
  /** Whether the church keeps families. */
  keepsFamilies: () => boolean
  /** Whether the church takes children in at the door. */
  keepsDoor: () => boolean
  /** The ports at which label printers may be. */
  printerPorts: readonly number[]
  /** What sends messages to parents. */
  messengers: Messengers
  /** The church's name, and the language of messages to people of whom it is not known. */
  church: () => { name: string; language: string }
  reportError: (error: unknown) => void
}

/** The calls of the Sunday school, by feature. */
export function createSundaySchoolHandlers(parts: SundaySchoolParts) {
  const printLabels = createLabelPrinting(parts)
  return {
    attendees: createAttendeeHandlers(parts),
    merges: createMergeHandlers(parts),
    imports: createImportHandlers(parts),
    attendanceImports: createAttendanceImportHandlers(parts),
    photos: createPhotoHandlers(parts),
    families: createFamilyHandlers(parts),
    absences: createPlannedAbsenceHandlers(parts),
    followUps: createFollowUpHandlers(parts),
    rooms: createRoomHandlers(parts),
    classes: createClassHandlers(parts),
    rosters: createRosterHandlers(parts),
    attendance: createAttendanceHandlers(parts),
    door: createDoorHandlers(parts),
    doorOffline: createDoorOfflineHandlers(parts),
    doorPrinters: createDoorPrinterHandlers({ ...parts, printLabels }),
    doorStations: createDoorStationHandlers(parts),
    station: createStationHandlers({ ...parts, printLabels }),
    bridge: createBridgeHandlers(parts),
    parentCalls: createParentCallHandlers(parts),
    rollOperations: createRollOperationHandlers(parts),
    claims: createClaimHandlers(parts),
    openRolls: createOpenRollHandlers(parts),
    exports: createExportHandlers(parts),
    calendar: createCalendarHandlers(parts.database),
    today: createTodayHandlers(parts),
    reports: createReportHandlers(parts),
    find: createFindHandlers(parts),
  }
}
