import { type Kysely, sql as query } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import type { Dialect, FormerTables, MigrationStep } from './database.ts'
import { preaching } from './migrations/0001-preaching.ts'
import { identity } from './migrations/0002-identity.ts'
import { sundaySchool } from './migrations/0003-sunday-school.ts'
import { identityComplete } from './migrations/0004-identity-complete.ts'
import { leases } from './migrations/0005-leases.ts'
import { identityGroupRole } from './migrations/0007-identity-group-role.ts'
import { lists } from './migrations/0008-lists.ts'
import { plainNames } from './migrations/0009-plain-names.ts'
import { personSetting } from './migrations/0010-person-setting.ts'
import { allergiesAndNeeds } from './migrations/0011-allergies-and-needs.ts'
import { trash } from './migrations/0012-trash.ts'
import { pairSearch } from './migrations/0013-pair-search.ts'
import { attendeePhoto } from './migrations/0014-attendee-photo.ts'
import { durationAndSmallPoster } from './migrations/0015-duration-and-small-poster.ts'
import { classEnds } from './migrations/0016-class-ends.ts'
import { churchSetting } from './migrations/0017-church-setting.ts'
import { trigrams } from './migrations/0018-trigrams.ts'
import { attendeeImport } from './migrations/0019-attendee-import.ts'
import { classTally } from './migrations/0020-class-tally.ts'
import { expected } from './migrations/0021-expected.ts'
import { staffEmail } from './migrations/0022-staff-email.ts'
import { followUp } from './migrations/0023-follow-up.ts'
import { retention } from './migrations/0024-retention.ts'
import { sermonLibrary } from './migrations/0025-sermon-library.ts'
import { birthdays } from './migrations/0026-birthdays.ts'
import { attendanceImport } from './migrations/0027-attendance-import.ts'
import { listeners } from './migrations/0028-listeners.ts'
import { movedPodcasts } from './migrations/0029-moved-podcasts.ts'
import { sermonImports } from './migrations/0030-sermon-imports.ts'
import { downloads } from './migrations/0031-downloads.ts'
import { sound } from './migrations/0032-sound.ts'
import { auditActorName } from './migrations/0033-audit-actor-name.ts'
import { sourceImport } from './migrations/0034-source-import.ts'
import { removedMarks } from './migrations/0035-removed-marks.ts'
import { settingsLock } from './migrations/0036-settings-lock.ts'
import { rosterImport } from './migrations/0037-roster-import.ts'
import { begunUploads } from './migrations/0038-begun-uploads.ts'
import { auditParts } from './migrations/0039-audit-parts.ts'
import { mergedAttendee } from './migrations/0040-merged-attendee.ts'
import { attendanceOperations } from './migrations/0041-attendance-operations.ts'
import { families } from './migrations/0042-families.ts'
import { openRolls } from './migrations/0044-open-rolls.ts'
import { rooms } from './migrations/0045-rooms.ts'
import { familyImport } from './migrations/0046-family-import.ts'
import { door } from './migrations/0047-door.ts'
import { printers } from './migrations/0048-printers.ts'
import { stations } from './migrations/0049-stations.ts'
import { calling } from './migrations/0050-calling.ts'
import { doorOffline } from './migrations/0051-door-offline.ts'
import { cardsAndNeeds } from './migrations/0052-cards-and-needs.ts'
import { printerBridges } from './migrations/0053-printer-bridges.ts'
import { importedStays } from './migrations/0054-imported-stays.ts'
import { type Ask, isImportMark } from './read-schema.ts'
import type { Tables } from './tables.ts'

const STEPS: Record<string, MigrationStep> = {
  '0001-preaching': preaching,
  '0002-identity': identity,
  '0003-sunday-school': sundaySchool,
  '0004-identity-complete': identityComplete,
  '0005-leases': leases,
  '0007-identity-group-role': identityGroupRole,
  '0008-lists': lists,
  '0009-plain-names': plainNames,
  '0010-person-setting': personSetting,
  '0011-allergies-and-needs': allergiesAndNeeds,
  '0012-trash': trash,
  '0013-pair-search': pairSearch,
  '0014-attendee-photo': attendeePhoto,
  '0015-duration-and-small-poster': durationAndSmallPoster,
  '0016-class-ends': classEnds,
  '0017-church-setting': churchSetting,
  '0018-trigrams': trigrams,
  '0019-attendee-import': attendeeImport,
  '0020-class-tally': classTally,
  '0021-expected': expected,
  '0022-staff-email': staffEmail,
  '0023-follow-up': followUp,
  '0024-retention': retention,
  '0025-sermon-library': sermonLibrary,
  '0026-birthdays': birthdays,
  '0027-attendance-import': attendanceImport,
  '0028-listeners': listeners,
  '0029-moved-podcasts': movedPodcasts,
  '0030-sermon-imports': sermonImports,
  '0031-downloads': downloads,
  '0032-sound': sound,
  '0033-audit-actor-name': auditActorName,
  '0034-source-import': sourceImport,
  '0035-removed-marks': removedMarks,
  '0036-settings-lock': settingsLock,
  '0037-roster-import': rosterImport,
  '0038-begun-uploads': begunUploads,
  '0039-audit-parts': auditParts,
  '0040-merged-attendee': mergedAttendee,
  '0041-attendance-operations': attendanceOperations,
  '0042-families': families,
  '0044-open-rolls': openRolls,
  '0045-rooms': rooms,
  '0046-family-import': familyImport,
  '0047-door': door,
  '0048-printers': printers,
  '0049-stations': stations,
  '0050-calling': calling,
  '0051-door-offline': doorOffline,
  '0052-cards-and-needs': cardsAndNeeds,
  '0053-printer-bridges': printerBridges,
  '0054-imported-stays': importedStays,
}

/** The steps in their order. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS)

/** The step since which there are people, and therefore a church. */
export const OLDEST_STEP = '0002-identity'

/**
 * Runs the steps that this database has not seen, all of them or none, up to `last` if it is named. If several
 * processes start at once, one runs them and the others wait. A database newer than the program is refused.
 */
export async function migrate(sql: Kysely<Tables>, dialect: Dialect, last?: string): Promise<void> {
  if (dialect === 'postgres') {
    await runSteps(sql, dialect, last)
    return
  }
  await query`begin immediate`.execute(sql)
  try {
    await runSteps(sql, dialect, last)
    await query`commit`.execute(sql)
  } catch (error) {
    await query`rollback`.execute(sql)
    throw error
  }
}

async function runSteps(sql: Kysely<Tables>, dialect: Dialect, last: string | undefined): Promise<void> {
  const provider: MigrationProvider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(STEPS).map(([name, step]) => [
          name,
          { up: (db: Kysely<Tables & FormerTables>) => step(db, dialect) },
        ]),
      ),
  }
  const tables = await sql.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some((table) => table.name === 'kysely_migration')) {
    const names = await refuseUnknownSteps(
      async (text) => (await query.raw<Record<string, unknown>>(text).execute(sql)).rows,
    )
    // Asking the migrator costs a start more than all its other queries together.
    if (last === undefined && STEP_NAMES.every((name) => names.includes(name))) {
      return
    }
  }
  const migrator = new Migrator({ db: sql, provider })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) {
    throw new Error('The database could not be brought up to date.', { cause: error })
  }
}

async function refuseUnknownSteps(ask: Ask): Promise<string[]> {
  const names = (await ask('select name from kysely_migration order by name')).map(({ name }) => String(name))
  const unknown = names.find((name) => !(name in STEPS))
  if (unknown !== undefined) {
    throw new StartupError(
      `The database was written by a newer version of Vestry (it has the step ${unknown}). Start that version, or restore an older backup.`,
    )
  }
  return names
}

/** Refuses a schema that is newer than the program, or older than the step `last`; returns its last step. */
export async function refuseOtherSteps(ask: Ask, last = STEP_NAMES.at(-1)): Promise<string> {
  const names = await refuseUnknownSteps(ask)
  const needed = STEP_NAMES.slice(0, STEP_NAMES.indexOf(last ?? '') + 1)
  const missing = needed.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new StartupError(
      `The database is not up to date (it lacks the step ${missing}). Start Vestry on it first.`,
    )
  }
  return names.at(-1) ?? ''
}

/** A database that a move or a restore has not finished can't be used. */
export async function refuseImportTarget(sql: Kysely<Tables>): Promise<void> {
  const tables = await sql.introspection.getTables()
  if (tables.some(({ name }) => isImportMark(name))) {
    throw new StartupError(
      'The database holds part of a church: a move or a restore into it was not finished. Run the same command again, and it goes on.',
    )
  }
}
