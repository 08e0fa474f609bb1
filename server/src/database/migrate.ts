import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { preaching } from './migrations/0001-preaching.ts'
import type { Tables } from './tables.ts'

/** One step of the schema. It is never edited after a release; a change of mind is a new step. */
export type MigrationStep = (sql: Kysely<Tables>, dialect: Dialect) => Promise<void>

const STEPS: Record<string, MigrationStep> = {
  '0001-preaching': preaching,
}

/** Runs the steps that this database has not seen; a database newer than the program is refused. */
export async function migrate(sql: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db: sql,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(STEPS).map(([name, step]) => [
            name,
            { up: (db: Kysely<Tables>) => step(db, dialect) },
          ]),
        ),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    throw new Error('The database could not be brought up to date.', { cause: error })
  }
}
