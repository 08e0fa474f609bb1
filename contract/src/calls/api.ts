import type { z } from 'zod'
import { addressRoutes } from './address.ts'
import { attendanceRoutes } from './attendance.ts'
import { attendanceImportRoutes } from './attendance-imports.ts'
import { attendeeImportRoutes } from './attendee-imports.ts'
import { attendeeRoutes } from './attendees.ts'
import { auditRoutes } from './audit.ts'
import { bridgeRoutes } from './bridge.ts'
import { calendarRoutes } from './calendar.ts'
import { churchSettingRoutes } from './church-settings.ts'
import { claimRoutes } from './claims.ts'
import { classRoutes } from './classes.ts'
import { doorRoutes } from './door.ts'
import { doorOfflineRoutes } from './door-offline.ts'
import { doorPrinterRoutes } from './door-printers.ts'
import { doorStationRoutes } from './door-stations.ts'
import { downloadRoutes } from './downloads.ts'
import { exportRoutes } from './exports.ts'
import { familyRoutes } from './families.ts'
import { findRoutes } from './find.ts'
import { followUpRoutes } from './follow-ups.ts'
import { gettingStartedRoutes } from './getting-started.ts'
import { lookupRoutes } from './lookups.ts'
import { mergeRoutes } from './merges.ts'
import { newsRoutes } from './news.ts'
import { openRollRoutes } from './open-rolls.ts'
import { parentCallRoutes } from './parent-calls.ts'
import { personSettingRoutes } from './person-settings.ts'
import { photoRoutes } from './photos.ts'
import { plannedAbsenceRoutes } from './planned-absences.ts'
import { podcastRoutes } from './podcasts.ts'
import { preachingRoutes } from './preaching.ts'
import { reportRoutes } from './reports.ts'
import { retentionRoutes } from './retention.ts'
import { rollOperationRoutes } from './roll-operations.ts'
import { roomRoutes } from './rooms.ts'
import { rosterRoutes } from './rosters.ts'
import type { Route } from './route.ts'
import { sermonImportRoutes } from './sermon-imports.ts'
import { sermonSeriesRoutes } from './sermon-series.ts'
import { staffRoutes } from './staff-accounts.ts'
import { staffGroupRoutes } from './staff-groups.ts'
import { stationRoutes } from './station.ts'
import { todayRoutes } from './today.ts'
import { trashRoutes } from './trash.ts'

/** Every call of `/api`, by feature. */
export const api = {
  preaching: preachingRoutes,
  lookups: lookupRoutes,
  sermonSeries: sermonSeriesRoutes,
  podcasts: podcastRoutes,
  sermonImports: sermonImportRoutes,
  downloads: downloadRoutes,
  attendees: attendeeRoutes,
  merges: mergeRoutes,
  imports: attendeeImportRoutes,
  attendanceImports: attendanceImportRoutes,
  photos: photoRoutes,
  families: familyRoutes,
  absences: plannedAbsenceRoutes,
  followUps: followUpRoutes,
  rooms: roomRoutes,
  classes: classRoutes,
  rosters: rosterRoutes,
  attendance: attendanceRoutes,
  door: doorRoutes,
  doorOffline: doorOfflineRoutes,
  doorPrinters: doorPrinterRoutes,
  doorStations: doorStationRoutes,
  station: stationRoutes,
  bridge: bridgeRoutes,
  parentCalls: parentCallRoutes,
  rollOperations: rollOperationRoutes,
  claims: claimRoutes,
  openRolls: openRollRoutes,
  exports: exportRoutes,
  calendar: calendarRoutes,
  today: todayRoutes,
  reports: reportRoutes,
  find: findRoutes,
  staff: staffRoutes,
  staffGroups: staffGroupRoutes,
  trash: trashRoutes,
  audit: auditRoutes,
  account: personSettingRoutes,
  settings: churchSettingRoutes,
  gettingStarted: gettingStartedRoutes,
  address: addressRoutes,
  retention: retentionRoutes,
  news: newsRoutes,
}

type Union<T> = T[keyof T]
type AnyRoute = Union<{ [Feature in keyof typeof api]: Union<(typeof api)[Feature]> }>

/**
 * A call as text, such as `GET /preachingManagement`. The console names its calls like this and imports this module for
 * its types alone, so that no schema travels to the browser.
 */
export type Call = AnyRoute extends infer R
  ? R extends Route<infer M, infer P>
    ? `${M} ${P}`
    : never
  : never

type RouteOf<C extends Call> = AnyRoute extends infer R
  ? R extends Route<infer M, infer P>
    ? `${M} ${P}` extends C
      ? R
      : never
    : never
  : never

type InputOf<S> = S extends z.ZodType ? z.input<S> : never
type OutputOf<S> = S extends z.ZodType ? z.output<S> : never

/** What a caller hands over for call `C`: its query and its body, as they are before parsing. */
export type CallInput<C extends Call> = {
  query?: InputOf<RouteOf<C>['query']>
  body?: InputOf<RouteOf<C>['body']>
}

/** What call `C` answers. */
export type CallAnswer<C extends Call> = OutputOf<RouteOf<C>['answer']>
