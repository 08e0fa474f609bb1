import { join } from 'node:path'
import { passwordPolicy } from '@vestry/cognito'
import type { Address } from '@vestry/contract/calls/address.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import type { FastifyInstance } from 'fastify'
import { createAuditLog } from './audit/audit-log.ts'
import { notifyFailedCopies } from './backup/notify-failed-copies.ts'
import { newestCopy, scheduleCopies } from './backup/scheduled-copies.ts'
import { openChurchSettings, signInRules } from './church/live-settings.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { isUnavailable } from './database/database-errors.ts'
import { createLeases } from './database/leases.ts'
import { openDatabase } from './database/open-database.ts'
import { refuseLostDatabase } from './database/refuse-lost-database.ts'
import { fillDemoChurch } from './demo/demo-church.ts'
import { restrictPermissions } from './file-permissions.ts'
import { allowCrossOrigin } from './http/allow-cross-origin.ts'
import { apiScope } from './http/api-scope.ts'
import { closeWithDeadline } from './http/close-with-deadline.ts'
import { createHttp, type HttpOptions } from './http/create-http.ts'
import { answerHealth } from './http/health.ts'
import { pagePolicies } from './http/security-headers.ts'
import { serveConsole } from './http/serve-console.ts'
import { serveLogo } from './http/serve-logo.ts'
import { watchCertificate } from './http/watch-certificate.ts'
import { openHttps } from './https/open-https.ts'
import { leasedJob, leasedRemoval, startJobs } from './jobs/start-jobs.ts'
import { watchDownloads } from './listeners/downloads/watch-downloads.ts'
import { keepHostsApart } from './listeners/keep-hosts-apart.ts'
import { createPageAnswers } from './listeners/page-answers.ts'
import { servePublicPages } from './listeners/serve-public-pages.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { createDeliver } from './mail/deliver.ts'
import { openSenders } from './mail/open-senders.ts'
import { makeRuntimeConfig } from './make-runtime-config.ts'
import { countRequests } from './metrics/count-requests.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { createMetrics } from './metrics/server-metrics.ts'
import { mountFeatures } from './mount-features.ts'
import { createNewsHub } from './news/news-hub.ts'
import { createObjectKeeper, recordObjectChanges } from './object-keeper.ts'
import { type Identity, openIdentity } from './open-identity.ts'
import { openBrowserRole, openStore, STORE_PREFIXES, type Store } from './open-store.ts'
import { keepDefaultPoster } from './preaching/keep-default-poster.ts'
import { createRetention } from './retention/create-retention.ts'
import { createFetchPublic } from './sermon-imports/fetch-public.ts'
import { createImporter } from './sermon-imports/run-imports.ts'
import { IMPORTS_KEPT } from './sermon-imports/sermon-import-handlers.ts'
import { sweepSermonImports } from './sermon-imports/sermon-imports-sql.ts'
import { createAdministrators } from './staff/administrators.ts'
import { injectHandler } from './staff/inject-handler.ts'
import { listWorking } from './staff/list-working.ts'
import { createPoolRules, type PoolRules } from './staff/pool-rules.ts'
import { createStaffDirectory } from './staff/staff-directory.ts'
import { cloudPool, openUserPool } from './staff/user-pool.ts'
import { forgetOld } from './staff-emails/sent-emails-sql.ts'
import { createStaffEmails } from './staff-emails/staff-emails.ts'
import { readRevisions } from './sunday-school/attendance/roll-sql.ts'
import { eraseAttendee } from './sunday-school/attendees/erase-attendee.ts'
import { sweepImports } from './sunday-school/imports/imports-sql.ts'
import { forgetOpenRolls } from './sunday-school/open-rolls/open-rolls-sql.ts'
import { forgetAnswers } from './sunday-school/operations/operations-sql.ts'
import { createFindStation } from './sunday-school/stations/find-station.ts'
import { createTrash } from './trash/create-trash.ts'
import { VERSION } from './version.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
const CLOSING_DEADLINE = 10_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The whole server, built and ready to listen. */
export type App = {
  http: FastifyInstance
  identity: Identity
  store: Store
  /** The teachers of the demonstration whom one may sign in as, with its administrator's password. */
  demoTeachers: string[]
  /** How other machines reach it. */
  address(): Address
  listen(): Promise<void>
  /** Finishes what is under way, within ten seconds, and closes everything. */
  close(): Promise<void>
}

/** The password is here only when it was made up by this start. */
export type FirstAdmin = { email: string; temporaryPassword: string | undefined }

export type AppParts = {
  clock: Clock
  log: HttpOptions['log']
  logLevel?: HttpOptions['logLevel']
  /** Fills an empty church with the demonstration's people and sermons. */
  demo?: boolean
  /** Called with the first user as soon as this start has made one, even if the start then fails. */
  onFirstAdmin?: (made: FirstAdmin) => void
}

/** The composition root: the only place that builds things and hands them to each other. */
export async function buildApp(
  config: Config,
  { clock, log, logLevel = 'info', demo = false, onFirstAdmin }: AppParts,
): Promise<App> {
  await using opened = new AsyncDisposableStack()
  const wereOpen = await restrictPermissions(config.dataFolder)
  if (config.databaseUrl === undefined) {
    // Before the database: a newer program would change it below an older one that is at work.
    const lock = lockDataFolder(config.dataFolder)
    opened.defer(() => lock.release())
    refuseLostDatabase(config.dataFolder)
  }
  const metrics = config.metricsPort === undefined ? undefined : await createMetrics(VERSION)
  const database = await openDatabase(config, metrics?.query)
  opened.defer(() => database.close())
  const settings = await openChurchSettings(database, config)
  const news = createNewsHub({
    database,
    readRolls: readRevisions,
    reportError: (error) => reportError(error),
  })
  const auditLog = createAuditLog(database, clock, (kind) => {
    if (kind === 'sign_in' || kind === 'sign_in_failed') {
      metrics?.signIn(kind === 'sign_in' ? 'succeeded' : 'refused')
    }
    news.noteEntry(kind)
  })
  const senders = openSenders(config, join(config.dataFolder, 'outbox'), { clock, metrics })
  const role = openBrowserRole(config)
  opened.defer(() => role?.close())
  const leases = createLeases(database, clock)
  const signIn = signInRules(config, settings)
  const identity = await openIdentity(
    { ...config, signIn },
    {
      database,
      clock,
      leases,
      locale: settings.locale,
      heldRights: () => settings.current.rights,
      auditLog,
      deliver: createDeliver({
        publicUrl: config.publicUrl,
        churchName: () => settings.current.name,
        ...senders,
      }),
      onThrottled: () => metrics?.signIn('throttled'),
      storagePrefixes: STORE_PREFIXES,
      assumeRole: role?.assume,
      guardOwnDeletion: (sub, remove) => administrators.guardOwnDeletion(sub, remove),
    },
  )
  const store = await openStore(config, {
    findCredential: identity.findCredential,
    clock,
    keeper: createObjectKeeper(database, clock),
    onChange: recordObjectChanges(auditLog),
    secret: identity.serverKey.secretAccessKey,
  })
  opened.defer(() => store.close())
  const firstAdmin = config.cognito ? undefined : await identity.ensureFirstAdmin(config.firstAdmin)
  if (firstAdmin) {
    onFirstAdmin?.(firstAdmin)
  }
  await keepDefaultPoster(store)
  const supportsConditionalWrites = await store.supportsConditionalWrites(DEFAULT_POSTER_PATH)
  const demoTeachers = demo
    ? await fillDemoChurch({
        database,
        put: store.put,
        clock,
        timeZone: settings.current.timeZone,
        ensureTeacher: (teacher) => ensureTeacher(identity, teacher, config.firstAdmin.password),
      })
    : []
  if (demo) {
    await settings.refresh()
  }

  const http = createHttp({
    log,
    logLevel,
    tls: config.tls,
    // An authority of the church's own may be replaced, and then a browser must be let through once more.
    strictTransport: config.tls !== undefined || config.https?.kind === 'domain',
    trustProxy: config.trustProxy,
  })
  if (wereOpen.length > 0) {
    http.log.warn(
      { files: wereOpen },
      'Other users of this machine could read or change these files until now.',
    )
  }
  if (metrics && config.metricsPort !== undefined) {
    countRequests(http, metrics)
    if (database.pool) {
      metrics.watchPool(database.pool)
    }
    const metricsServer = await serveMetrics(metrics, config.metricsPort)
    opened.defer(() => metricsServer.close())
  }
  const https = await openHttps(http, config, { folder: join(config.dataFolder, 'keys'), clock })
  const reportError = (error: unknown) => http.log.error({ err: error }, 'A job failed.')
  http.addHook('preClose', async () => news.close())
  const timeZone = () => settings.current.timeZone
  const trash = createTrash({ database, leases, auditLog, clock, timeZone, removeObject: store.remove })
  const retention = createRetention({
    database,
    auditLog,
    clock,
    timeZone,
    eraseChild: (db, id) => eraseAttendee(db, { trash, auditLog }, { id }),
  })
  const fetchPublic = createFetchPublic({ allowed: config.importFrom })
  const importer = createImporter({ database, store, auditLog, fetchPublic, clock, timeZone, reportError })
  opened.use(importer)
  const downloads = watchDownloads({ database, store, clock, timeZone })
  opened.defer(() => downloads.close().catch(reportError))
  opened.use(startJobs([downloads.flush], reportError, MINUTE))
  const jobs = [
    leasedJob(leases, 'sweep identity', identity.sweep),
    leasedRemoval(leases, 'sweep store', store.sweep),
    leasedRemoval(leases, 'sweep audit log', auditLog.sweep),
    leasedRemoval(leases, 'sweep trash', trash.sweep),
    leasedRemoval(leases, 'sweep imports', () => sweepImports(database.sql, clock.now())),
    leasedRemoval(leases, 'sweep operations', () => forgetAnswers(database.sql, clock.now())),
    leasedRemoval(leases, 'sweep open rolls', () => forgetOpenRolls(database.sql, clock, timeZone())),
    leasedRemoval(leases, 'sweep sermon imports', () =>
      sweepSermonImports(database.sql, clock.now() - IMPORTS_KEPT),
    ),
    leasedRemoval(leases, 'sweep sent emails', () => forgetOld(database.sql, clock.now())),
    leasedRemoval(leases, 'apply retention', retention.apply, DAY),
  ]
  opened.use(startJobs(jobs, reportError))
  opened.use(startJobs([() => keepDefaultPoster(store)], reportError))
  if (store.isDirect) {
    const removal = leasedRemoval(leases, 'remove released objects', trash.removeDiscarded, MINUTE)
    opened.use(startJobs([removal], reportError, MINUTE))
  }
  opened.use(startJobs([async () => importer.wake()], reportError, 10_000))
  opened.use(startJobs([identity.noticeKeys], reportError, 30_000))
  if (config.tls) {
    opened.use(startJobs([watchCertificate(http, config.tls)], reportError, MINUTE))
  }
  if (database.pool) {
    // While the database is away, the calls that need it say so.
    opened.use(startJobs([settings.refresh], () => undefined, 2000))
  }
  answerHealth(http, {
    database: () => database.sql.selectFrom('lock_scope').select('name').limit(1).execute(),
    store: () => store.has(DEFAULT_POSTER_PATH),
  })
  // The same client reaches Amazon Cognito with its region and its credentials, without our handler and endpoint.
  const pool = openUserPool(
    identity.ids.userPoolId,
    config.cognito
      ? cloudPool(config.cognito)
      : {
          region: config.region,
          endpoint: `${config.publicUrl}/cognito-idp/`,
          credentials: identity.serverKey,
          requestHandler: injectHandler(http),
        },
  )
  opened.defer(() => pool.close())
  const directory = createStaffDirectory(pool, database, clock)
  const administrators = createAdministrators(pool, leases)
  const ownRules: PoolRules = {
    passwordPolicy: passwordPolicy,
    signIn,
    passkeyHost: config.cognito?.domain,
  }
  const readRules = config.cognito
    ? createPoolRules(pool, {
        fallback: ownRules,
        clock,
        warn: (error) => http.log.warn({ err: error }, 'The settings of the user pool could not be read.'),
      })
    : async () => ownRules
  const publicParts = { publicUrl: config.publicUrl, settings: () => settings.current }
  const pages = createPageAnswers(publicParts)
  // Mounted before all parts that answer requests in their own way.
  keepHostsApart(http, { ...publicParts, pages })
  allowCrossOrigin(http, config.consoleOrigins)
  await http.register(identity.plugin)
  await http.register(store.plugin, { prefix: '/s3' })
  await http.register(
    apiScope({
      version: VERSION,
      publicUrl: config.publicUrl,
      verifyIdToken: identity.verifyIdToken,
      findStation: createFindStation(database, clock),
      isUnavailable,
      mount: (scope, authenticate) =>
        mountFeatures(scope, authenticate, {
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
        }),
    }),
    { prefix: '/api' },
  )
  const storeConfig = { ...store, supportsConditionalWrites }
  const describe = (rules: PoolRules) =>
    makeRuntimeConfig(config, settings.current, { ids: identity.ids, rules, store: storeConfig })
  // The content policy holds addresses only, and those don't change.
  const atStart = describe(ownRules)
  serveLogo(http, () => settings.current.logo)
  await http.register(
    servePublicPages({ ...publicParts, pages, database, store, clock, downloads, isUnavailable }),
  )
  await serveConsole(http, {
    folder: join(PROJECT, 'console', 'dist'),
    ...pagePolicies(atStart, config.publicUrl),
    opensOffline: config.opensOffline,
    runtimeConfig: async () => describe(await readRules()),
  })

  const staffEmails = createStaffEmails({
    database,
    clock,
    sendEmail: senders.sendEmail,
    publicUrl: config.publicUrl,
    settings: () => settings.current,
    listStaff: () => listWorking(directory, settings.current.rights),
    onError: reportError,
  })
  opened.use(startJobs([leasedJob(leases, 'staff emails', staffEmails, 60_000)], reportError))

  if (config.backup) {
    const { folder } = config.backup
    const every = config.backup.every * 60 * 60_000
    const onFailure = notifyFailedCopies({
      leases,
      auditLog,
      sendEmail: senders.sendEmail,
      every,
      listAdministrators: administrators.list,
      onError: reportError,
    })
    const copies = scheduleCopies(config, config.backup, { clock, log: http.log, onFailure })
    metrics?.watchCopies(() => newestCopy(folder, clock), every)
    opened.use(startJobs([leasedJob(leases, 'copy', copies.makeCopy, every)], reportError))
    opened.defer(() => copies.stop())
  }

  // Closed first: while the rest closes, nobody new is let in.
  opened.defer(() => closeWithDeadline(http, CLOSING_DEADLINE, https.close))
  const owned = opened.move()
  return {
    http,
    identity,
    store,
    demoTeachers,
    address: https.describe,
    async listen() {
      await http.listen({ host: config.host, port: config.port })
      await https.listen()
      owned.use(startJobs([https.renew], reportError, MINUTE))
      owned.defer(https.stop)
    },
    close: () => owned.disposeAsync(),
  }
}

/** Lets a teacher of the demonstration sign in, and returns their `sub`. */
async function ensureTeacher(
  { users }: Identity,
  { email, name }: { email: string; name: string },
  password: string | undefined,
): Promise<string> {
  const present = (await users.list()).find((person) => person.email === email)
  if (present) {
    return present.sub
  }
  const attributes = { name, email_verified: 'true' }
  const { sub } = await users.create({ email, password, permanent: true, groups: [DEFAULT_ROLE], attributes })
  return sub
}
