import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import type { AreaState } from './area-state.ts'
import { isUnavailable } from './database-errors.ts'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { AreaName, Tables } from './tables.ts'

export type Database = {
  sql: Kysely<Tables>
  dialect: Dialect
  /** Asked for with every list, and therefore quick. Tells only of what is committed. */
  readArea(area: AreaName): Promise<AreaState>
  close(): Promise<void>
}

/**
 * Opens the database and brings its schema up to date. With a `postgres://` address it is PostgreSQL,
 * otherwise the file `vestry.db` in the data folder.
 */
export async function openDatabase(where: {
  databaseUrl?: string | undefined
  dataFolder: string
}): Promise<Database> {
  const database = where.databaseUrl
    ? openPostgres(where.databaseUrl)
    : openSqlite(join(where.dataFolder, 'vestry.db'))
  try {
    await migrate(database.sql, database.dialect)
    return database
  } catch (error) {
    await database.close()
    throw database.dialect === 'postgres' ? inOneSentence(error) : error
  }
}

/** What an operator can mend, with PostgreSQL's own code for it. */
function inOneSentence(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (isUnavailable(error)) {
    return new StartRefused(`The database that DATABASE_URL names can not be reached (${code}).`, {
      cause: error,
    })
  }
  // Class 28 is a refused user, 3D000 an unknown database.
  return /^28|^3D000$/.test(code ?? '')
    ? new StartRefused(
        `The database server that DATABASE_URL names does not let us in; look at its user, password and database name (${code}).`,
        { cause: error },
      )
    : error
}
