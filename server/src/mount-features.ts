import { makeTemporaryPassword } from '@vestry/cognito'
import { api } from '@vestry/contract/calls/api.ts'
import type { Route } from '@vestry/contract/calls/route.ts'
import { PLACEHOLDER_ADDRESS } from '@vestry/contract/rules/getting-started-rules.ts'
import type { FastifyInstance } from 'fastify'
import { createPersonSettingHandlers } from './account/person-setting-handlers.ts'
import { createAuditHandlers } from './audit/audit-handlers.ts'
import type { AuditLog } from './audit/audit-log.ts'
import { createFindLastChange } from './audit/find-last-change.ts'
import { findCopiesState } from './backup/find-copies-state.ts'
import { createChurchSettingHandlers } from './church/church-setting-handlers.ts'
import { createGettingStartedHandlers } from './church/getting-started-handlers.ts'
import { fixedSettings, type LiveSettings } from './church/live-settings.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open-database.ts'
import { type Authenticate, type Handlers, mountRoutes } from './http/mount-routes.ts'
import type { Https } from './https/open-https.ts'
import { createDownloadHandlers } from './listeners/downloads/download-handlers.ts'
import type { Downloads } from './listeners/downloads/watch-downloads.ts'
import { createPodcastHandlers } from './listeners/podcast-handlers.ts'
import { createLookupHandlers } from './lookups/lookups-handlers.ts'
import { createSeriesHandlers } from './lookups/series-handlers.ts'
import type { Senders } from './mail/open-senders.ts'
import { createNewsHandlers } from './news/news-handlers.ts'
import type { NewsHub } from './news/news-hub.ts'
import type { Store } from './open-store.ts'
import { createPreachingHandlers } from './preaching/preaching-handlers.ts'
import type { Retention } from './retention/create-retention.ts'
import { createRetentionHandlers } from './retention/retention-handlers.ts'
import type { FetchPublic } from './sermon-imports/fetch-public.ts'
import type { createImporter } from './sermon-imports/run-imports.ts'
import { createSermonImportHandlers } from './sermon-imports/sermon-import-handlers.ts'
import type { Administrators } from './staff/administrators.ts'
import { createGroupHandlers, requireGroup } from './staff/group-handlers.ts'
import { createPoolPeople, findName } from './staff/pool-people.ts'
import { invitedAt, type StaffDirectory } from './staff/staff-directory.ts'
import { createStaffHandlers } from './staff/staff-handlers.ts'
import type { UserPool } from './staff/user-pool.ts'
import { requireClass } from './sunday-school/classes/class-access.ts'
import { createSundaySchoolHandlers } from './sunday-school/create-sunday-school-handlers.ts'
import { createMessengers } from './sunday-school/door/parent-message.ts'
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
  https: Https
  news: NewsHub
  senders: Senders
}

type Feature = keyof typeof api

/** Mounts the calls of every feature. */
export function mountFeatures(scope: FastifyInstance, authenticate: Authenticate, parts: FeatureParts): void {
  const handlers = createHandlers(parts)
  for (const [feature, routes] of Object.entries<Record<string, Route>>(api)) {
    const own = handlers[feature as Feature] as Handlers<typeof routes>
    mountRoutes(scope, feature, routes, own, authenticate)
  }
}

/** The handlers of each feature's calls; the compiler refuses a missing one. */
function createHandlers({
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
  https,
  news,
  senders,
}: FeatureParts): { [Name in Feature]: Handlers<(typeof api)[Name]> } {
  const timeZone = () => settings.current.timeZone
  const records = {
    database,
    auditLog,
    findLastChange: createFindLastChange(database, (sub) => findName(pool, sub)),
    trash,
  }
  const { listNames: listStaff, find: findStaff } = directory
  const people = createPoolPeople(pool, {
    invitedAt: (subs) => invitedAt(database.sql, subs),
    listMemberships: directory.listMemberships,
  })
  const staffParts = { pool, people, administrators, auditLog }
  // If no email leaves the server, the person who invites somebody passes the password on.
  const handsOver = !config.cognito && config.mail.smtpUrl === undefined
  return {
    preaching: createPreachingHandlers({ ...records, clock, timeZone }),
    lookups: createLookupHandlers(records),
    sermonSeries: createSeriesHandlers(records),
    podcasts: createPodcastHandlers({
      database,
      store,
      clock,
      auditLog,
      publicUrl: config.publicUrl,
      settings: () => settings.current,
    }),
    sermonImports: createSermonImportHandlers({
      ...records,
      store,
      clock,
      timeZone,
      fetchPublic,
      importer,
      onError: reportError,
    }),
    downloads: createDownloadHandlers({ database, auditLog, clock, timeZone, flush: downloads.flush }),
    ...createSundaySchoolHandlers({
      ...records,
      listStaff,
      findStaff,
      findAdministration: async () => {
        const [invited, backup] = await Promise.all([
          directory.listInvited(),
          findCopiesState(config.backup, clock),
        ])
        return { invited, backup }
      },
      clock,
      timeZone,
      keepsFamilies: () => settings.current.families,
      keepsDoor: () => settings.current.door,
      printerPorts: config.printerPorts,
      messengers: createMessengers({
        sendText: config.sms.gatewayUrl === undefined ? undefined : senders.sendText,
        sendEmail: config.mail.smtpUrl === undefined ? undefined : senders.sendEmail,
        country: config.sms.country,
      }),
      church: () => ({ name: settings.current.name, language: settings.locale() }),
      reportError,
    }),
    staff: createStaffHandlers({
      ...staffParts,
      makePassword: handsOver ? makeTemporaryPassword : undefined,
    }),
    staffGroups: createGroupHandlers({
      ...staffParts,
      directory,
      keepRights: (group, rights, also) => settings.changeRights(group, { rights }, also),
    }),
    trash: createTrashHandlers({ database, trash, listStaff, onError: reportError }),
    audit: createAuditHandlers({ database, auditLog, timeZone }),
    account: createPersonSettingHandlers(database, settings),
    settings: createChurchSettingHandlers({
      settings,
      auditLog,
      fixed: fixedSettings(config),
      requireGroup: (group) => requireGroup(pool, group),
    }),
    gettingStarted: createGettingStartedHandlers({
      database,
      settings,
      listStaff,
      hasPlaceholder: !config.cognito && config.firstAdmin.email === PLACEHOLDER_ADDRESS,
    }),
    address: { find: async () => https.describe() },
    retention: createRetentionHandlers({ database, auditLog, retention }),
    news: createNewsHandlers({
      news,
      requireClass: (caller, class_id) => requireClass(database.sql, caller, class_id),
    }),
  }
}
