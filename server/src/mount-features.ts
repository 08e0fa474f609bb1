import { makeTemporaryPassword } from '@vestry/cognito'
import { auditRoutes } from '@vestry/contract/audit.ts'
import { churchSettingRoutes } from '@vestry/contract/church-settings.ts'
import { downloadRoutes } from '@vestry/contract/downloads.ts'
import { lookupRoutes } from '@vestry/contract/lookups.ts'
import { personSettingRoutes } from '@vestry/contract/person-settings.ts'
import { podcastRoutes } from '@vestry/contract/podcasts.ts'
import { preachingRoutes } from '@vestry/contract/preaching.ts'
import { retentionRoutes } from '@vestry/contract/retention.ts'
import { sermonImportRoutes } from '@vestry/contract/sermon-imports.ts'
import { sermonSeriesRoutes } from '@vestry/contract/sermon-series.ts'
import { staffRoutes } from '@vestry/contract/staff-accounts.ts'
import { trashRoutes } from '@vestry/contract/trash.ts'
import type { FastifyInstance } from 'fastify'
import { createPersonSettingHandlers } from './account/person-setting-handlers.ts'
import { createAuditHandlers } from './audit/audit-handlers.ts'
import type { AuditLog } from './audit/audit-log.ts'
import { createFindLastChange } from './audit/find-last-change.ts'
import { findCopiesState } from './backup/find-copies-state.ts'
import { createChurchSettingHandlers } from './church/church-setting-handlers.ts'
import { fixedSettings, type LiveSettings } from './church/live-settings.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open-database.ts'
import { type Authenticate, mountRoutes } from './http/mount-routes.ts'
import { createDownloadHandlers } from './listeners/downloads/download-handlers.ts'
import type { Downloads } from './listeners/downloads/watch-downloads.ts'
import { createPodcastHandlers } from './listeners/podcast-handlers.ts'
import { createLookupHandlers } from './lookups/lookups-handlers.ts'
import { createSeriesHandlers } from './lookups/series-handlers.ts'
import type { Store } from './open-store.ts'
import { createPreachingHandlers } from './preaching/preaching-handlers.ts'
import type { Retention } from './retention/create-retention.ts'
import { createRetentionHandlers } from './retention/retention-handlers.ts'
import type { FetchPublic } from './sermon-imports/fetch-public.ts'
import type { createImporter } from './sermon-imports/run-imports.ts'
import { createSermonImportHandlers } from './sermon-imports/sermon-import-handlers.ts'
import type { Administrators } from './staff/administrators.ts'
import { findName } from './staff/pool-people.ts'
import type { StaffDirectory } from './staff/staff-directory.ts'
import { createStaffHandlers } from './staff/staff-handlers.ts'
import type { UserPool } from './staff/user-pool.ts'
import { mountSundaySchool } from './sunday-school/mount-sunday-school.ts'
import type { Trash } from './trash/create-trash.ts'
import { createTrashHandlers } from './trash/trash-handlers.ts'

/** Everything that the calls of the features use. */
export type FeatureParts = {
  config: Config
  settings: LiveSettings
  store: Store
  clock: Clock
  database: Database
  auditLog: AuditLog
  trash: Trash
  retention: Retention
  reportError: (error: unknown) => void
  pool: UserPool
  directory: StaffDirectory
  administrators: Administrators
  fetchPublic: FetchPublic
  importer: ReturnType<typeof createImporter>
  downloads: Downloads
}

/** Mounts the calls of every feature. */
export function mountFeatures(
  scope: FastifyInstance,
  authenticate: Authenticate,
  {
    config,
    settings,
    store,
    clock,
    database,
    auditLog,
    trash,
    retention,
    reportError,
    pool,
    directory,
    administrators,
    fetchPublic,
    importer,
    downloads,
  }: FeatureParts,
): void {
  const timeZone = () => settings.current.timeZone
  const findLastChange = createFindLastChange(database, (sub) => findName(pool, sub))
  const records = { database, auditLog, findLastChange, trash }
  // Where no email leaves the server, whoever invites somebody hands the password over.
  const handsOver = !config.cognito && config.mail.smtpUrl === undefined
  const staff = createStaffHandlers({
    pool,
    database,
    administrators,
    directory,
    auditLog,
    makePassword: handsOver ? makeTemporaryPassword : undefined,
  })
  const audit = createAuditHandlers({ database, auditLog, timeZone })
  mountRoutes(
    scope,
    'preaching',
    preachingRoutes,
    createPreachingHandlers({ ...records, clock, timeZone }),
    authenticate,
  )
  mountRoutes(scope, 'lookups', lookupRoutes, createLookupHandlers(records), authenticate)
  mountRoutes(scope, 'sermonSeries', sermonSeriesRoutes, createSeriesHandlers(records), authenticate)
  const podcasts = createPodcastHandlers({
    ...{ database, store, clock, auditLog, publicUrl: config.publicUrl },
    settings: () => settings.current,
  })
  mountRoutes(scope, 'podcasts', podcastRoutes, podcasts, authenticate)
  const sermonImports = createSermonImportHandlers({
    ...records,
    ...{ store, clock, timeZone, fetchPublic, importer, onError: reportError },
  })
  mountRoutes(scope, 'sermonImports', sermonImportRoutes, sermonImports, authenticate)
  const counted = createDownloadHandlers({ database, auditLog, clock, timeZone, flush: downloads.flush })
  mountRoutes(scope, 'downloads', downloadRoutes, counted, authenticate)
  const { listNames: listStaff, find: findStaff } = directory
  const findAdministration = async () => {
    const [invited, backup] = await Promise.all([
      directory.listInvited(),
      findCopiesState(config.backup, clock),
    ])
    return { invited, backup }
  }
  mountSundaySchool(scope, authenticate, {
    ...records,
    listStaff,
    findStaff,
    findAdministration,
    clock,
    timeZone,
  })
  mountRoutes(scope, 'staff', staffRoutes, staff, authenticate)
  const trashed = createTrashHandlers({ database, trash, listStaff, onError: reportError })
  mountRoutes(scope, 'trash', trashRoutes, trashed, authenticate)
  mountRoutes(scope, 'audit', auditRoutes, audit, authenticate)
  const church = createChurchSettingHandlers({ settings, auditLog, fixed: fixedSettings(config) })
  mountRoutes(scope, 'settings', churchSettingRoutes, church, authenticate)
  const kept = createRetentionHandlers({ database, auditLog, retention })
  mountRoutes(scope, 'retention', retentionRoutes, kept, authenticate)
  mountRoutes(scope, 'account', personSettingRoutes, createPersonSettingHandlers(database), authenticate)
}
