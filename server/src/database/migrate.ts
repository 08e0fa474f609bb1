import { type Kysely, sql as query } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { StartRefused } from '../start-refused.ts'
import type { Dialect } from './dialect.ts'
import { preaching } from './migrations/0001-preaching.ts'
import { identity } from './migrations/0002-identity.ts'
import { sundaySchool } from './migrations/0003-sunday-school.ts'
import { identityComplete } from './migrations/0004-identity-complete.ts'
import { leases } from './migrations/0005-leases.ts'
import type { Tables } from './tables.ts'

/** One step of the schema. It is never edited after a release; a change of mind is a new step. */
export type MigrationStep = (sql: Kysely<Tables>, dialect: Dialect) => Promise<void>

const STEPS: Record<string, MigrationStep> = {
  '0001-preaching': preaching,
  '0002-identity': identity,
  '0003-sunday-school': sundaySchool,
  '0004-identity-complete': identityComplete,
  '0005-leases': leases,
}

/**
 * Runs the steps that this database has not seen, all of them or none. Of several processes that start at
 * once, one does so and the others wait. A database newer than the program is refused.
 */
export async function migrate(sql: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    await runSteps(sql, dialect)
    return
  }
  await query`begin immediate`.execute(sql)
  try {
    await runSteps(sql, dialect)
    await query`commit`.execute(sql)
  } catch (error) {
    await query`rollback`.execute(sql)
    throw error
  }
}

async function runSteps(sql: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const provider: MigrationProvider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(STEPS).map(([name, step]) => [
          name,
          { up: (db: Kysely<Tables>) => step(db, dialect) },
        ]),
      ),
  }
  const migrator = new Migrator({ db: sql, provider })
  await refuseUnknownSteps(sql)
  const { error } = await migrator.migrateToLatest()
  if (error) {
    throw new Error('The database could not be brought up to date.', { cause: error })
  }
}

async function refuseUnknownSteps(sql: Kysely<Tables>): Promise<void> {
  const tables = await sql.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) {
    return
  }
  const { rows } = await query<{ name: string }>`select name from kysely_migration order by name`.execute(sql)
  const unknown = rows.find(({ name }) => !(name in STEPS))
  if (unknown) {
    throw new StartRefused(
      `The database was written by a newer version of Vestry (it has the step ${unknown.name}). Start that version, or restore an older backup.`,
    )
  }
}
